import { expect, test } from 'vitest'
import { detailLines } from './detail-lines.ts'

test('says what changed in lines, without what is empty', () => {
  const details = {
    name: 'New Colleague',
    before: { roles: [] },
    after: { roles: ['office', 'venue'], event_ids: [], startsAt: '2027-01-06T09:00:00.000Z' },
    reason: null,
    status: 404,
    address: '3ca94cf7c6b68bd98d854dbfce68878d',
  }
  expect(detailLines(details)).toEqual([
    'name: New Colleague',
    'after roles: office, venue',
    'after starts at: 09:00 on Wednesday 6 January 2027',
    'status: 404',
  ])
  expect(detailLines({})).toEqual([])
})

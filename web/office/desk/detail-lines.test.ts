import { expect, test } from 'vitest'
import { detailLines } from './detail-lines.ts'

test('says what changed in lines, without what is empty', () => {
  const details = {
    name: 'New Colleague',
    before: { roles: [] },
    after: { roles: ['office', 'venue'], event_ids: [] },
    reason: null,
    status: 404,
    address: '3ca94cf7c6b68bd98d854dbfce68878d',
  }
  expect(detailLines(details)).toEqual([
    'name: New Colleague',
    'after roles: office, venue',
    'status: 404',
  ])
  expect(detailLines({})).toEqual([])
})

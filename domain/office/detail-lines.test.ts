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
    'Name: New Colleague',
    'Now, roles: office, venue',
    'Now, start: 09:00 on Wednesday 6 January 2027',
    'Answer: 404',
  ])
  expect(detailLines({})).toEqual([])
})

test('names records and sums in place of numbers, and leaves out what only the program knows', () => {
  const names = { 'event 12': 'Quartz Hall, 6 January 2027', 'staff 3': 'Ada Clerk' }
  const details = {
    eventId: 12,
    refund: 'full',
    amountPence: 2500,
    requestId: '0b0e3f5c-6d0e-4b53-9a5a-5b0f6f0c9a11',
    added: [3],
    appointments: 4,
    before: { pricePence: 2000 },
    tab: 'to_pay',
    walkIn: true,
    olderName: 'as it was',
  }
  expect(detailLines(details, names)).toEqual([
    'Event: Quartz Hall, 6 January 2027',
    'Refund: full',
    'Amount: £25.00',
    'Added: Ada Clerk',
    'Appointments: 4',
    'Before, price in pounds: £20.00',
    'List: to pay',
    'Walk-in: yes',
    'Older name: as it was',
  ])
  expect(detailLines({ eventId: 12 })).toEqual(['Event: 12'])
})

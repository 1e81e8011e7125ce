import { expect, test } from 'vitest'
import { complaintNeeds } from './complaints.ts'

const receivedAt = new Date('2026-06-19T22:30:00Z')

test.each([
  ['is acknowledged within 30 days of its London day', null, null, 'acknowledgement', '2026-07-19'],
  [
    'then gets its outcome, or news of it, within 30 days',
    receivedAt,
    null,
    'outcome',
    '2026-07-19',
  ],
] as const)('a complaint %s', (_, acknowledgedAt, outcomeAt, step, by) => {
  expect(complaintNeeds({ receivedAt, acknowledgedAt, outcomeAt })).toEqual({ step, by })
})

test('a complaint whose outcome was sent needs nothing, acknowledged or not', () => {
  const times = { receivedAt, acknowledgedAt: null, outcomeAt: receivedAt }
  expect(complaintNeeds(times)).toBeNull()
})

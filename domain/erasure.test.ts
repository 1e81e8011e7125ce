import { expect, test } from 'vitest'
import { erasureDueOn, whyNotErase } from './erasure.ts'

test.each([
  ['nothing ahead', false, false, null],
  ['an appointment ahead', true, false, 'erasure_after_appointment'],
  ['money under way', false, true, 'erasure_after_payment'],
  ['both: the appointment comes first', true, true, 'erasure_after_appointment'],
])('with %s', (_, hasUpcoming, hasMoneyUnderWay, reason) => {
  expect(whyNotErase({ hasUpcoming, hasMoneyUnderWay })).toBe(reason)
})

test.each([
  ['2027-01-12T09:00:00Z', '2027-02-12', 'the same day of the next month'],
  ['2027-01-29T09:00:00Z', '2027-03-01', 'the last day of a shorter month, a Sunday: the Monday'],
  ['2027-01-31T09:00:00Z', '2027-03-01', 'no 31st of February'],
  ['2026-11-25T09:00:00Z', '2026-12-29', 'Christmas: the next business day'],
  ['2027-06-12T23:30:00Z', '2027-07-13', 'after midnight in London'],
])('a request of %s is due on %s: %s', (asked, due) => {
  expect(erasureDueOn(new Date(asked))).toBe(due)
})

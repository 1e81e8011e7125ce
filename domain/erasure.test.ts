import { expect, test } from 'vitest'
import { whyNotErase } from './erasure.ts'

test.each([
  ['nothing ahead', false, false, null],
  ['an appointment ahead', true, false, 'erasure_after_appointment'],
  ['money under way', false, true, 'erasure_after_payment'],
  ['both: the appointment comes first', true, true, 'erasure_after_appointment'],
])('with %s', (_, hasUpcoming, hasMoneyUnderWay, reason) => {
  expect(whyNotErase({ hasUpcoming, hasMoneyUnderWay })).toBe(reason)
})

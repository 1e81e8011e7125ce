import { expect, test } from 'vitest'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import { PAYMENT_STATES } from '../../../domain/payment-states.ts'
import { penceOf } from '../parts/pence-of.ts'
import { nextStepText, refundErrors, refundProblemText, refundStateText } from './payment-text.ts'

test.each([
  ['12.50', 1250],
  ['£ 12.5', 1250],
  [' 7 ', 700],
  ['0', 0],
  ['12.505', null],
  ['1,000', null],
  ['-5', null],
  ['', null],
])('%j in pounds is %j pence', (typed, pence) => {
  expect(penceOf(typed)).toBe(pence)
})

test('a refund needs an amount that is left, a reason, and the treasurer beyond the policy', () => {
  const payment = { left_pence: 2500, policy_pence: 2425 }
  const fields = (amount: string, mayExceed: boolean, reason = 'was late') =>
    refundErrors({ amount, reason }, payment, mayExceed).map(({ field }) => field)
  expect(fields('24.25', false)).toEqual([])
  expect(fields('24.26', false)).toEqual(['amount'])
  expect(fields('25', true)).toEqual([])
  expect(fields('25.01', true)).toEqual(['amount'])
  expect(fields('0', true, '')).toEqual(['amount', 'reason'])
})

test('every state has words, and those that are not final say what is next', () => {
  for (const state of PAYMENT_STATES) expect(paymentStateText(state)).not.toBe(state)
  const final = PAYMENT_STATES.filter(
    (state) => nextStepText({ state, refund_problem: null }) === null,
  )
  expect(final).toEqual(['finalised', 'refunded'])
  expect(nextStepText({ state: 'finalised', refund_problem: 'failed' })).toContain('Try again')
})

test('a refund says where it is, and a failed one what its refusal means', () => {
  const refund = {
    state: 'done',
    reason: 'by the office',
    attempts: 1,
    by_hand_note: null,
  } as const
  const words = (changes: object) => refundStateText({ ...refund, ...changes })
  expect(words({})).toBe('Done')
  expect(words({ state: 'queued', attempts: 3 })).toBe('Waiting to be sent, 3 attempts')
  expect(words({ reason: 'at the provider' })).toBe('Shown in PayPal')
  expect(words({ by_hand_note: 'cash' })).toBe('Refunded another way: cash')
  expect(refundProblemText({ problem: 'REFUND_TIME_LIMIT_EXCEEDED' })).toContain('180 days')
  expect(refundProblemText({ problem: null })).not.toContain('null')
})

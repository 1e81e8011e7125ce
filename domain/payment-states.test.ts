import { describe, expect, test } from 'vitest'
import {
  mayMove,
  nextStep,
  PAYMENT_STATES,
  type PaymentState,
  stateOfCapture,
  statesBefore,
  UNDER_WAY,
  UNSETTLED,
} from './payment-states.ts'

// Repeated in full, so that no transition is added or removed unnoticed.
const allowed: Record<PaymentState, string> = {
  created: 'approved, capturing, paid, declined, expired, refunded',
  approved: 'capturing, paid, declined, expired, refunded',
  capturing: 'pending review, paid, declined, expired, refunded',
  'pending review': 'paid, declined, refunded',
  paid: 'finalised, refunded',
  finalised: 'refunded',
  declined: 'paid, refunded',
  expired: 'paid, refunded',
  refunded: 'refund failed',
  'refund failed': 'refunded',
}

describe('a payment moves', () => {
  test.each(PAYMENT_STATES)('from %s where it may, and nowhere else', (from) => {
    const wanted = PAYMENT_STATES.map((to) => [to, allowed[from].split(', ').includes(to)])
    expect(PAYMENT_STATES.map((to) => [to, mayMove(from, to)])).toEqual(wanted)
  })

  test.each(PAYMENT_STATES)('to %s from the states that are named before it', (to) => {
    expect(statesBefore(to)).toEqual(PAYMENT_STATES.filter((from) => mayMove(from, to)))
  })

  test('and money that was taken is never forgotten', () => {
    const withMoney: PaymentState[] = ['paid', 'finalised', 'refunded', 'refund failed']
    for (const from of withMoney) {
      const without = PAYMENT_STATES.filter((to) => !withMoney.includes(to) && mayMove(from, to))
      expect(without).toEqual([])
    }
  })

  test('a payment that ended without money can still become paid or refunded', () => {
    for (const state of ['declined', 'expired'] as const) {
      expect(mayMove(state, 'paid') && mayMove(state, 'refunded')).toBe(true)
    }
  })

  test('while no second try may be made beside money that may be moving', () => {
    expect(UNDER_WAY).toEqual(['capturing', 'pending review', 'paid'])
    expect(UNSETTLED).toEqual(['created', 'approved', ...UNDER_WAY])
  })
})

test.each([
  ['COMPLETED', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['PENDING', 'pending review'],
  ['DECLINED', 'declined'],
  ['FAILED', 'declined'],
])('a capture that is %s makes the payment %s', (status, state) => {
  expect(stateOfCapture(status)).toBe(state)
})

// Order: none, not approved, approved, captured.
test.each<[PaymentState, string]>([
  ['created', 'expire, wait, capture, record'],
  ['approved', 'expire, wait, capture, record'],
  ['capturing', 'expire, wait, capture, record'],
  ['pending review', 'expire, nothing, nothing, record'],
  ['paid', 'finalise, finalise, finalise, finalise'],
  ['finalised', 'nothing, nothing, nothing, nothing'],
  ['declined', 'expire, nothing, nothing, record'],
  ['expired', 'expire, nothing, nothing, record'],
  ['refunded', 'nothing, nothing, nothing, nothing'],
  ['refund failed', 'nothing, nothing, nothing, nothing'],
])('next for %s: %s', (state, steps) => {
  const orders = [
    null,
    { status: 'CREATED', capture: null },
    { status: 'APPROVED', capture: null },
    { status: 'COMPLETED', capture: {} },
  ]
  expect(orders.map((order) => nextStep(state, order)).join(', ')).toBe(steps)
})

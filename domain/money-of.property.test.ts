import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MoneyRecords, moneyOf, type PaymentRecord } from './money-of.ts'
import { PAYMENT_STATES } from './payment-states.ts'
import { repaymentsOf, sumOfRepayments } from './repayments.ts'

const PAID_AT = new Date('2027-01-01T10:00:00Z')
const STARTS_AT = new Date('2027-03-01T10:00:00Z')
const NOW = new Date('2027-02-01T10:00:00Z')
const TIMES = { startsAt: STARTS_AT, freeUntil: null, now: NOW }

const refund = fc.record({
  pence: fc.integer({ min: 1, max: 4000 }),
  state: fc.constantFrom('queued', 'sent', 'done', 'failed'),
  reason: fc.constantFrom('cancelled', 'by the office', 'at the provider', 'reversed'),
  isReplaced: fc.boolean(),
  replaces: fc.boolean(),
  decidedAt: fc.constant(NOW),
})
const payment: fc.Arbitrary<PaymentRecord> = fc.record({
  id: fc.uuid(),
  way: fc.constantFrom('card', 'card machine', 'cash'),
  state: fc.constantFrom(...PAYMENT_STATES),
  amountPence: fc.integer({ min: 1, max: 4000 }),
  capturedPence: fc.integer({ min: 0, max: 4000 }),
  feePence: fc.integer({ min: 0, max: 100 }),
  paidAt: fc.constant(PAID_AT),
  refunds: fc.array(refund, { maxLength: 4 }),
  owedPence: fc.integer({ min: 0, max: 5000 }),
  dispute: fc.constantFrom('none', 'open', 'won', 'lost', 'reversed'),
})
const records: fc.Arbitrary<MoneyRecords> = fc.record({
  status: fc.constantFrom('booked', 'cancelled'),
  paymentStatus: fc.constantFrom('not paid', 'paid', 'paid by card', 'paid at the venue', 'waived'),
  pricePence: fc.integer({ min: 0, max: 4000 }),
  concessionPence: fc.integer({ min: 0, max: 1000 }),
  hostSharePence: fc.integer({ min: 0, max: 1000 }),
  isFreeRepeat: fc.boolean(),
  payments: fc.array(payment, { maxLength: 3 }),
})

test('every pound is with whom the records say, and never more is back than was taken', () => {
  fc.assert(
    fc.property(records, (given) => {
      const money = moneyOf(given)
      const { paidPence, refundedPence, onItsWayPence, reversedPence, heldPence } = money
      expect(paidPence).toBe(given.payments.reduce((sum, one) => sum + one.capturedPence, 0))
      expect(refundedPence + onItsWayPence + reversedPence + heldPence).toBe(paidPence)
      for (const pence of [refundedPence, onItsWayPence, reversedPence, heldPence])
        expect(pence).toBeGreaterThanOrEqual(0)
      expect(money.byHandPence).toBeLessThanOrEqual(heldPence)
      expect(money.failedPence).toBeLessThanOrEqual(heldPence)
      const held = money.held.reduce((sum, { pence }) => sum + pence, 0)
      expect(held).toBe(heldPence + money.underReviewPence)
    }),
  )
})

test('what failed is due less what later refunds covered, unless they were made for another', () => {
  const later = { ...done, decidedAt: new Date(NOW.getTime() + 1) }
  const failedOf = (refunds: PaymentRecord['refunds']) =>
    moneyOf({ ...appointment, payments: [{ ...paid, refunds }] }).failedPence
  expect(failedOf([failed])).toBe(1500)
  expect(failedOf([failed, later])).toBe(500)
  expect(failedOf([failed, { ...later, replaces: true }])).toBe(1500)
})

test('a cancellation pays back at least what was promised before, whatever the rule', () => {
  const owing = { ...paid, way: 'cash' as const, owedPence: 700 }
  const money = moneyOf({ ...appointment, payments: [owing] })
  expect(repaymentsOf(money, TIMES, 'none')).toMatchObject([{ pence: 700, owedPence: 700 }])
  expect(repaymentsOf(money, TIMES, 'full')).toMatchObject([{ pence: 2500, owedPence: 700 }])
})

test('a cancellation pays back at most what is left, all of it by the rule full', () => {
  fc.assert(
    fc.property(records, fc.constantFrom('policy', 'full', 'none'), (given, rule) => {
      const money = moneyOf(given)
      const repayments = repaymentsOf(money, TIMES, rule)
      const pence = sumOfRepayments(repayments)
      const left = money.heldPence + money.underReviewPence
      expect(pence).toBeLessThanOrEqual(left)
      if (rule === 'full') expect(pence).toBe(left)
      for (const { payment: paid, road } of repayments) {
        if (paid.way !== 'card') expect(road).toBe('by hand')
        if (paid.dispute === 'open' || paid.dispute === 'lost') expect(road).not.toBe('card')
      }
    }),
  )
})

const paid: PaymentRecord = {
  id: 'p',
  way: 'card',
  state: 'finalised',
  amountPence: 2500,
  capturedPence: 2500,
  feePence: 55,
  paidAt: PAID_AT,
  refunds: [],
  owedPence: 0,
  dispute: 'none',
}
const appointment: MoneyRecords = {
  status: 'booked',
  paymentStatus: 'paid by card',
  pricePence: 2500,
  concessionPence: 0,
  hostSharePence: 0,
  isFreeRepeat: false,
  payments: [paid],
}
const failed = {
  pence: 1500,
  state: 'failed',
  reason: 'by the office',
  isReplaced: false,
  replaces: false,
  decidedAt: NOW,
} as const
const done = {
  pence: 1000,
  state: 'done',
  reason: 'by the office',
  isReplaced: false,
  replaces: false,
  decidedAt: NOW,
} as const

describe('each kind of appointment has its own kind of money', () => {
  test.each<[string, Partial<MoneyRecords>, object]>([
    ['paid by card', {}, { kind: 'paid by card', heldPence: 2500 }],
    [
      'paid in cash at the venue',
      { payments: [{ ...paid, way: 'cash' }] },
      { kind: 'paid at the venue', held: [{ road: 'by hand', pence: 2500 }] },
    ],
    [
      'partly refunded',
      { payments: [{ ...paid, refunds: [done] }] },
      { kind: 'partly refunded', held: [{ road: 'card', pence: 1500 }] },
    ],
    [
      'a refund failed',
      { payments: [{ ...paid, state: 'refund failed', refunds: [failed] }] },
      { kind: 'refund failed', failedPence: 1500, held: [{ road: 'failed before', pence: 2500 }] },
    ],
    [
      'a failed refund was replaced',
      { payments: [{ ...paid, refunds: [{ ...failed, isReplaced: true }, done] }] },
      { kind: 'partly refunded', failedPence: 0 },
    ],
    [
      'what is left after a part was paid is waived',
      { paymentStatus: 'waived', pricePence: 4000 },
      { waivedPence: 1500, duePence: 0, heldPence: 2500 },
    ],
    ['the whole price is waived', { paymentStatus: 'waived', payments: [] }, { waivedPence: 2500 }],
    [
      'a part is waived and nothing is paid yet',
      { paymentStatus: 'not paid', concessionPence: 500, payments: [] },
      { duePence: 2000, waivedPence: 500 },
    ],
    [
      'a part is waived and the rest is paid',
      { pricePence: 3000, concessionPence: 500 },
      { duePence: 0, waivedPence: 500, heldPence: 2500 },
    ],
    [
      'a part is waived, and then the rest',
      { paymentStatus: 'waived', concessionPence: 500, payments: [] },
      { duePence: 0, waivedPence: 2500 },
    ],
    [
      'cancelled after a part was waived',
      { status: 'cancelled', concessionPence: 500, payments: [] },
      { duePence: 0, waivedPence: 0 },
    ],
    ['paid in full', { paymentStatus: 'paid by card' }, { waivedPence: 0 }],
    [
      'cancelled after it was waived and shared',
      { status: 'cancelled', paymentStatus: 'waived', hostSharePence: 900, payments: [] },
      { waivedPence: 0, hostSharePence: 0, duePence: 0 },
    ],
    ['shared with the host', { hostSharePence: 900 }, { hostSharePence: 900 }],
    [
      'a payment is under review',
      {
        paymentStatus: 'not paid',
        payments: [{ ...paid, state: 'pending review', capturedPence: 0 }],
      },
      { kind: 'under review', held: [{ road: 'under review', pence: 2500 }], paidPence: 0 },
    ],
    [
      'disputed with a refund queued before',
      { payments: [{ ...paid, dispute: 'open', refunds: [{ ...done, state: 'queued' }] }] },
      { kind: 'disputed', onItsWayPence: 1000, held: [{ road: 'disputed', pence: 1500 }] },
    ],
    ['a dispute was won', { payments: [{ ...paid, dispute: 'won' }] }, { kind: 'paid by card' }],
    [
      'reversed and due again',
      {
        paymentStatus: 'not paid',
        payments: [
          { ...paid, dispute: 'reversed', refunds: [{ ...done, pence: 2500, reason: 'reversed' }] },
        ],
      },
      { kind: 'not paid', duePence: 2500, heldPence: 0, reversedPence: 2500 },
    ],
    ['waived', { paymentStatus: 'waived', payments: [] }, { kind: 'waived', duePence: 0 }],
    [
      'a free repeat',
      { paymentStatus: 'waived', isFreeRepeat: true, payments: [] },
      { kind: 'free repeat', duePence: 0 },
    ],
    [
      'paid at the venue, not yet',
      { paymentStatus: 'paid', payments: [] },
      { kind: 'to pay at the venue', duePence: 2500 },
    ],
    [
      'without a price',
      { paymentStatus: 'paid', pricePence: 0, payments: [] },
      { kind: 'nothing to pay', duePence: 0 },
    ],
    [
      'cancelled with money by hand open',
      { status: 'cancelled', payments: [{ ...paid, way: 'card machine', owedPence: 2500 }] },
      { kind: 'refund by hand', byHandPence: 2500, duePence: 0 },
    ],
  ])('%s', (_kind, given, expected) => {
    expect(moneyOf({ ...appointment, ...given })).toMatchObject(expected)
  })
})

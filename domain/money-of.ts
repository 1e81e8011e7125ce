// The one rule of what an appointment was paid, what is owed for it, and by which way money goes back.
import { type DisputeState, stopsRefunds } from './disputes.ts'
import type { PaymentStatus } from './how-to-pay.ts'
import type { MoneyKind, MoneyWarning, Road } from './money-schemas.ts'
import type { PaidHow } from './office/venue-payments.ts'
import { type RefundReason, type RefundState, TAKING_UNDONE } from './payment-schemas.ts'
import type { PaymentSource } from './payment-source.ts'
import { isSettled, type PaymentState, UNDER_WAY } from './payment-states.ts'

export type PaidWay = 'card' | PaidHow

/**
 * `isReplaced`: another refund was made in place of this failed one; `replaces`: it is such another
 * one. The latest is last.
 */
export type RefundRecord = {
  pence: number
  state: RefundState
  reason: RefundReason
  isReplaced: boolean
  replaces: boolean
  decidedAt: Date
}

/** `capturedPence` is 0 before a capture. */
export type PaymentRecord = {
  id: string
  way: PaidWay
  state: PaymentState
  amountPence: number
  capturedPence: number
  feePence: number
  paidAt: Date
  refunds: RefundRecord[]
  /** Decided to be paid back by a person, and not ended by one. */
  owedPence: number
  dispute: DisputeState
  /** Of the way 'card', what it was paid from; a card when missing. */
  source?: PaymentSource
}

export type MoneyRecords = {
  status: 'booked' | 'cancelled'
  paymentStatus: PaymentStatus
  pricePence: number
  /** The part of the price that was waived. */
  concessionPence: number
  hostSharePence: number
  isFreeRepeat: boolean
  payments: PaymentRecord[]
}

/** What a cancellation reads of a payment. */
export type PaidPart = Pick<PaymentRecord, 'capturedPence' | 'feePence' | 'paidAt' | 'source'>

/**
 * What is left of one payment, and how it would go back. `failedPence` is the part of it whose refund
 * failed, `owedPence` the part that a person was asked to pay back and has not.
 */
export type HeldOf<Payment extends PaidPart> = {
  payment: Payment
  pence: number
  road: Road
  failedPence: number
  owedPence: number
}
export type Held = HeldOf<PaymentRecord>

/**
 * All in pence: `paidPence` is `refundedPence` + `onItsWayPence` + `reversedPence` + `heldPence`.
 * `byHandPence` and `failedPence` are parts of what is held that the member was promised;
 * `underReviewPence` is not taken yet; `duePence` is what the member still owes, `waivedPence` what
 * staff released them from, `hostSharePence` what the host owes for it.
 */
export type Money = {
  kind: MoneyKind
  paidPence: number
  refundedPence: number
  onItsWayPence: number
  reversedPence: number
  heldPence: number
  byHandPence: number
  failedPence: number
  underReviewPence: number
  duePence: number
  waivedPence: number
  hostSharePence: number
  held: Held[]
}

type Sums = Omit<Money, 'kind' | 'duePence' | 'waivedPence' | 'hostSharePence'>

/** Whether staff took back their entry of money taken at the venue: the member never paid it. */
export function isUndone({ refunds }: Pick<PaymentRecord, 'refunds'>): boolean {
  return refunds.some(({ reason }) => reason === TAKING_UNDONE)
}

/** What became of one payment, in pence; more is never back than was taken. */
export function moneyOfPayment(payment: PaymentRecord): Sums {
  if (isUndone(payment)) return NO_MONEY
  const paidPence = payment.capturedPence
  const refundedPence = sumOf(payment, (one) => one.state === 'done' && !isReversal(one), paidPence)
  const reversedPence = sumOf(payment, isReversal, paidPence - refundedPence)
  const rest = paidPence - refundedPence - reversedPence
  const onItsWayPence = sumOf(payment, ({ state }) => state === 'queued' || state === 'sent', rest)
  const heldPence = rest - onItsWayPence
  const failed = Math.min(heldPence, failedPence(payment))
  const byHandPence = Math.min(heldPence, payment.owedPence)
  const isVenuePayment = isUnderReview(payment)
  const underReviewPence = isVenuePayment ? Math.max(0, payment.amountPence - paidPence) : 0
  const pence = isVenuePayment ? heldPence + underReviewPence : heldPence
  return {
    paidPence,
    refundedPence,
    reversedPence,
    onItsWayPence,
    heldPence,
    failedPence: failed,
    byHandPence,
    underReviewPence,
    held:
      pence === 0
        ? []
        : [{ payment, pence, road: roadOf(payment), failedPence: failed, owedPence: byHandPence }],
  }
}

export function moneyOf(records: MoneyRecords): Money {
  const sums = records.payments.map(moneyOfPayment).reduce(add, NO_MONEY)
  const duePence = dueOf(records, sums)
  const waivedPence = waivedOf(records, sums)
  const hostSharePence = records.status === 'cancelled' ? 0 : records.hostSharePence
  return { ...sums, duePence, waivedPence, hostSharePence, kind: kindOf(records, sums, duePence) }
}

const NO_MONEY: Sums = {
  paidPence: 0,
  refundedPence: 0,
  onItsWayPence: 0,
  reversedPence: 0,
  heldPence: 0,
  byHandPence: 0,
  failedPence: 0,
  underReviewPence: 0,
  held: [],
}

function add(one: Sums, other: Sums): Sums {
  return {
    paidPence: one.paidPence + other.paidPence,
    refundedPence: one.refundedPence + other.refundedPence,
    onItsWayPence: one.onItsWayPence + other.onItsWayPence,
    reversedPence: one.reversedPence + other.reversedPence,
    heldPence: one.heldPence + other.heldPence,
    byHandPence: one.byHandPence + other.byHandPence,
    failedPence: one.failedPence + other.failedPence,
    underReviewPence: one.underReviewPence + other.underReviewPence,
    held: [...one.held, ...other.held],
  }
}

function isReversal({ reason, state }: RefundRecord): boolean {
  return reason === 'reversed' && state === 'done'
}

function sumOf(
  { refunds }: PaymentRecord,
  counts: (refund: RefundRecord) => boolean,
  most: number,
): number {
  const pence = refunds.filter(counts).reduce((sum, one) => sum + one.pence, 0)
  return Math.max(0, Math.min(pence, most))
}

/** Captured or being captured, and not booked yet: the site refunds it when nothing is booked. */
function isUnderReview({ way, state }: PaymentRecord): boolean {
  return way === 'card' && UNDER_WAY.includes(state)
}

/** Of refunds that failed, what none made since then has covered, one by one. */
function failedPence({ refunds }: PaymentRecord): number {
  const made = refunds.filter(({ state }) => state !== 'failed')
  return refunds
    .filter(({ state, isReplaced }) => state === 'failed' && !isReplaced)
    .reduce((sum, { pence, decidedAt }) => {
      const later = made.filter((one) => !one.replaces && one.decidedAt > decidedAt)
      const covered = later.reduce((all, one) => all + one.pence, 0)
      return sum + Math.max(0, pence - covered)
    }, 0)
}

function roadOf(payment: PaymentRecord): Road {
  if (payment.way !== 'card') return 'by hand'
  if (isUnderReview(payment)) return 'under review'
  if (stopsRefunds(payment.dispute)) return 'disputed'
  const hasFailed = payment.refunds.some(
    ({ state, isReplaced }) => state === 'failed' && !isReplaced,
  )
  return hasFailed || payment.state === 'refund failed' ? 'failed before' : 'card'
}

/** What may be asked for now, in pence: what is due less what a payment under review would bring. */
export function toAskPence({ duePence, underReviewPence }: Money): number {
  return Math.max(0, duePence - underReviewPence)
}

/** What whoever asks for money must know first, or null. */
export function moneyWarning(money: Money): MoneyWarning | null {
  const { held, reversedPence, underReviewPence } = money
  if (held.some(({ road }) => road === 'disputed')) return 'disputed'
  if (reversedPence > 0) return 'reversed'
  return underReviewPence > 0 ? 'under review' : null
}

/** Nothing is due once it is cancelled, waived or free; else the price less its waived part and what is held. */
function dueOf(
  { status, paymentStatus, pricePence, concessionPence }: MoneyRecords,
  { heldPence }: Sums,
): number {
  const isOwed = paymentStatus === 'not paid' || paymentStatus === 'paid'
  if (status === 'cancelled' || !isOwed) return 0
  return Math.max(0, pricePence - concessionPence - heldPence)
}

/** What was paid before it was waived is not waived; nothing is of one that was cancelled. */
function waivedOf(
  { status, paymentStatus, pricePence, concessionPence }: MoneyRecords,
  { heldPence }: Sums,
): number {
  if (status === 'cancelled') return 0
  const unpaidPence = Math.max(0, pricePence - heldPence)
  return paymentStatus === 'waived' ? unpaidPence : Math.min(concessionPence, unpaidPence)
}

function kindOf(records: MoneyRecords, sums: Sums, duePence: number): MoneyKind {
  const { held, paidPence, heldPence, refundedPence, onItsWayPence, reversedPence } = sums
  if (held.some(({ road }) => road === 'disputed')) return 'disputed'
  if (sums.byHandPence > 0) return 'refund by hand'
  if (sums.failedPence > 0) return 'refund failed'
  if (sums.underReviewPence > 0 || held.some(({ road }) => road === 'under review'))
    return 'under review'
  if (paidPence > 0 && duePence === 0) {
    if (onItsWayPence > 0) return 'refund on its way'
    if (heldPence === 0) return reversedPence > 0 ? 'reversed' : 'refunded'
    if (refundedPence > 0) return 'partly refunded'
    return held.some(({ payment }) => payment.way === 'card') ? 'paid by card' : 'paid at the venue'
  }
  return kindOfUnpaid(records, duePence)
}

function kindOfUnpaid(records: MoneyRecords, duePence: number): MoneyKind {
  const { isFreeRepeat, paymentStatus, pricePence } = records
  if (isFreeRepeat) return 'free repeat'
  if (paymentStatus === 'waived') return 'waived'
  if (pricePence === 0) return 'nothing to pay'
  if (paymentStatus === 'not paid') return 'not paid'
  return duePence > 0 ? 'to pay at the venue' : 'nothing to pay'
}

/** Pence captured so far of a stored payment; an amount without a captured sum counts in full. */
export function capturedPence(row: {
  state: PaymentState
  amountPence: number
  capturedPence: number | null
}): number {
  if (row.capturedPence !== null) return row.capturedPence
  return isSettled(row.state) || row.state === 'paid' ? row.amountPence : 0
}

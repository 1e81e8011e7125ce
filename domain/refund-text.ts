import type { Appointment } from './contract.ts'
import { isFreeToCancel } from './free-cancellation.ts'
import { pounds } from './money.ts'
import type { PaidPart } from './money-of.ts'
import type { ShownMoney } from './money-schemas.ts'
import { heldIn } from './money-shown.ts'
import { type PaidFrom, processingCharge, refundTarget } from './payment-source.ts'
import {
  type Cancellation,
  isRefundable,
  refundArrivesBy,
  refundCutOff,
  refundOf,
} from './refunds.ts'
import { type Repayment, repaymentsOf } from './repayments.ts'
import { hasRightToCancel, lastDayToCancel, type Paid } from './right-to-cancel.ts'
import { addDays, dayInWords, momentInWords, ukDate, ukInstant } from './uk-time.ts'

type FromSource = Cancellation & { from: PaidFrom }

function refundInWords(cancellation: FromSource): string {
  const { feePence, startsAt, now } = cancellation
  if (hasRightToCancel(cancellation, now)) {
    return `${promiseOf(cancellation, refundOf(cancellation))}. This is everything you paid, because you are cancelling within 14 days of paying.`
  }
  if (isFreeToCancel(cancellation, now)) return fullRefundInWords(cancellation)
  if (!isRefundable(startsAt, now)) {
    return 'Your appointment is less than 2 business days away, so we cannot refund you.'
  }
  const back = refundOf(cancellation)
  if (back === 0)
    return `You paid no more than ${processingCharge(cancellation.from)}, so there is nothing to refund.`
  const promise = promiseOf(cancellation, back)
  if (feePence === 0) return `${promise}.`
  return `${promise}. This is what you paid, minus ${processingCharge(cancellation.from)} of ${pounds(feePence)}.`
}

function fullRefundInWords(cancellation: FromSource): string {
  return `${promiseOf(cancellation, cancellation.capturedPence)}.`
}

/**
 * What a cancellation does with the money, one sentence for each way it goes back; null without money.
 * `full`: refunded in full whatever the policy says.
 */
export function repaymentInWords(
  repayments: readonly Repayment<PaidPart>[],
  cancellation: Omit<Cancellation, 'capturedPence' | 'feePence' | 'paidAt'>,
  { full }: { full: boolean },
): string | null {
  const sentences = repayments.map((one) => sentenceOf(one, cancellation, full))
  return sentences.filter((one) => one !== null).join(' ') || null
}

function sentenceOf(
  { road, pence, payment, refundedPence }: Repayment<PaidPart>,
  times: Omit<Cancellation, 'capturedPence' | 'feePence' | 'paidAt'>,
  full: boolean,
): string | null {
  const { capturedPence, feePence, paidAt } = payment
  const from = payment.source ?? 'card'
  const cancellation = { ...times, capturedPence, feePence, paidAt, from }
  const payer = from === 'paypal' ? 'PayPal' : 'card'
  const amount = pounds(pence)
  switch (road) {
    case 'card':
      if (refundedPence > 0) {
        const before = `We have already refunded ${pounds(refundedPence)}.`
        return pence === 0 ? before : `${promiseOf(cancellation, pence)}. ${before}`
      }
      if (pence === refundOf(cancellation)) return refundInWords(cancellation)
      return pence === 0 ? null : `${promiseOf(cancellation, pence)}.`
    case 'by hand':
      if (pence > 0)
        return `You paid at the venue, so our office will contact you about how to refund ${amount}. You do not need to do anything.`
      return full || refundedPence > 0 ? null : refundInWords(cancellation)
    case 'under review':
      return `Your ${payer} payment of ${amount} is still being checked by our card payment provider. If it goes through after all, we will refund it in full. You do not need to do anything.`
    case 'disputed':
      return `Your ${payer} payment is in dispute, so we cannot refund it automatically. Our office will decide about the ${pounds(payment.capturedPence)} and let you know.`
    case 'failed before':
      return `An earlier refund to ${refundTarget(from)} did not go through. Our office will refund ${amount} to you another way and will contact you.`
  }
}

function promiseOf(cancellation: FromSource, pence: number): string {
  const by = dayInWords(refundArrivesBy(cancellation.now, cancellation))
  return `We will refund ${pounds(pence)} to ${refundTarget(cancellation.from)} by ${by}`
}

/** The end of the right to cancel free of charge, or null. */
export function freeUntil({ free_cancel_until: until }: Appointment): Date | null {
  return until ? new Date(until) : null
}

/**
 * The sentences of the cancellation's own mail, before it is made; null without money. Right after a
 * change an appointment has no `money`: then what is known of the card is read.
 */
export function refundIfCancelled(appointment: Appointment, now: Date): string | null {
  const { paid, refund, money } = appointment
  if (money) {
    const times = { ...timesOf(appointment), now }
    return repaymentInWords(repaymentsOf(heldIn(money), times, 'policy'), times, { full: false })
  }
  if (!paid) return null
  const { amount_pence: capturedPence, fee_pence: feePence, from = 'card' } = paid
  const cancellation = { capturedPence, feePence, ...timesOf(appointment), now, from }
  if (!refund) return refundInWords(cancellation)
  if (refund.state === 'failed')
    return `An earlier refund to ${refundTarget(from)} did not go through. Our office will refund you another way.`
  const promised = refundOf(cancellation)
  if (refund.amount_pence >= promised) return null
  const remaining = Math.min(capturedPence - refund.amount_pence, promised)
  const before = `We have already refunded ${pounds(refund.amount_pence)}.`
  return `${promiseOf(cancellation, remaining)}. ${before}`
}

/** Beside what the portal says of the last moment to cancel there. */
export function refundUntil(appointment: Appointment, now: Date): string | null {
  const { paid, refund, money } = appointment
  if (!paid || refund || money?.held?.some(({ road }) => road !== 'card')) return null
  if (money && money.held_pence === 0) return null
  const times = timesOf(appointment)
  const { startsAt, freeUntil: free } = times
  if (isFreeToCancel(times, now) && !(free && isRightBeyond(free, times))) {
    return 'If you cancel before then, we will refund everything you paid.'
  }
  if (hasRightToCancel(times, now)) return refundByRight(times, paid.from)
  const until = momentInWords(refundCutOff(startsAt))
  return isRefundable(startsAt, now)
    ? `If you cancel before ${until}, we will refund what you paid, minus ${processingCharge(paid.from)}.`
    : `The last moment to cancel for a refund was ${until}.`
}

function refundByRight({ startsAt, paidAt }: Paid, from?: PaidFrom): string {
  if (paidAt === null || lastDayToCancel(paidAt) >= ukDate(startsAt)) {
    return 'If you cancel before your appointment starts, we will refund everything you paid.'
  }
  const last = lastDayToCancel(paidAt)
  const promise = `If you cancel by ${dayInWords(last)}, 14 days after paying, we will refund everything you paid`
  return isRefundable(startsAt, ukInstant(addDays(last, 1), '00:00'))
    ? `${promise}. After that, if you cancel before ${momentInWords(refundCutOff(startsAt))}, we will refund all but ${processingCharge(from)}.`
    : `${promise}.`
}

function isRightBeyond(free: Date, { startsAt, paidAt }: Paid): boolean {
  return hasRightToCancel({ startsAt, paidAt }, free)
}

function timesOf(appointment: Appointment) {
  const { paid, appt_date, appt_time } = appointment
  return {
    startsAt: ukInstant(appt_date, appt_time),
    freeUntil: freeUntil(appointment),
    paidAt: paid && new Date(paid.paid_at),
  }
}

/** Of a cancelled appointment; null when nothing was paid. */
export function refundStatusInWords({ paid, refund, money }: Appointment): string | null {
  const byPerson = money && awaitedInWords(money)
  if (byPerson) return byPerson
  if (money && money.held_pence === 0 && money.reversed_pence > 0)
    return `PayPal has refunded ${pounds(money.reversed_pence)} to you.`
  if (!paid) return null
  if (!refund) return `We cannot refund the ${pounds(paid.amount_pence)} you paid.`
  const amount = pounds(refund.amount_pence)
  const target = refundTarget(paid.from)
  if (refund.state === 'done') return `We have refunded ${amount} to ${target}.`
  if (refund.state === 'failed') {
    return `We have not been able to refund ${amount} to ${target}. Our office is looking into it.`
  }
  return `We will refund ${amount} to ${target} by ${dayInWords(refund.arrives_by)}.`
}

/** What a person or the provider has still to decide or to pay back; null without any. */
function awaitedInWords({ held = [], under_review_pence, by_hand_pence }: ShownMoney) {
  if (held.some(({ road }) => road === 'disputed'))
    return 'Your payment is disputed at PayPal. Our office decides about the refund and writes to you.'
  if (by_hand_pence > 0)
    return `Our office will refund ${pounds(by_hand_pence)} by hand and will contact you about how.`
  if (under_review_pence > 0)
    return `Your payment of ${pounds(under_review_pence)} is still being checked by PayPal. If it is taken after all, we refund it in full.`
  return null
}

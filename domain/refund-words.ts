import type { Appointment } from './contract.ts'
import { isFreeToCancel } from './free-cancellation.ts'
import { pounds } from './money.ts'
import {
  type Cancellation,
  isRefundable,
  refundArrivesBy,
  refundCutOff,
  refundOf,
} from './refunds.ts'
import { dayInWords, momentInWords, ukInstant } from './uk-time.ts'

export function refundInWords(cancellation: Cancellation): string {
  const { feePence, startsAt, now } = cancellation
  if (isFreeToCancel(cancellation, now)) return fullRefundInWords(cancellation)
  if (!isRefundable(startsAt, now)) {
    return 'It is less than 2 business days before your appointment, so nothing is refunded.'
  }
  const back = refundOf(cancellation)
  if (back === 0) return 'The card processing charge is all that you paid, so nothing is refunded.'
  const promise = `We will refund ${pounds(back)} to your card by ${dayInWords(refundArrivesBy(now))}`
  if (feePence === 0) return `${promise}.`
  return `${promise}: the price less the card processing charge of ${pounds(feePence)}.`
}

export function fullRefundInWords({ capturedPence, now }: Cancellation): string {
  return `We will refund ${pounds(capturedPence)} to your card by ${dayInWords(refundArrivesBy(now))}.`
}

/** The end of the right to cancel free of charge, or null. */
export function freeUntil({ free_cancel_until: until }: Appointment): Date | null {
  return until ? new Date(until) : null
}

/** Null when nothing was paid or the refund has begun. */
export function refundIfCancelled(appointment: Appointment, now: Date): string | null {
  const { paid, refund, appt_date, appt_time } = appointment
  if (!paid || refund) return null
  return refundInWords({
    capturedPence: paid.amount_pence,
    feePence: paid.fee_pence,
    startsAt: ukInstant(appt_date, appt_time),
    freeUntil: freeUntil(appointment),
    now,
  })
}

export function refundUntil(appointment: Appointment, now: Date): string | null {
  const { paid, refund, appt_date, appt_time } = appointment
  if (!paid || refund) return null
  const startsAt = ukInstant(appt_date, appt_time)
  if (isFreeToCancel({ startsAt, freeUntil: freeUntil(appointment) }, now))
    return `If you cancel before then, we refund all that you paid.`
  const until = momentInWords(refundCutOff(startsAt))
  return isRefundable(startsAt, now)
    ? `If you cancel before ${until}, we refund what you paid less the card processing charge.`
    : `A refund was possible before ${until}.`
}

/** Of a cancelled appointment; null when nothing was paid. */
export function refundStatusInWords({ paid, refund }: Appointment): string | null {
  if (!paid) return null
  if (!refund) return `The ${pounds(paid.amount_pence)} that you paid is not refunded.`
  const amount = pounds(refund.amount_pence)
  if (refund.state === 'done') return `We have refunded ${amount} to your card.`
  if (refund.state === 'failed') {
    return `We could not refund ${amount} to your card yet. Our office is looking into it.`
  }
  return `We will refund ${amount} to your card by ${dayInWords(refund.arrives_by)}.`
}

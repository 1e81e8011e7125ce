// Rules of a card payment; its states are in payment-states.ts.
import { HOLD_MINUTES } from './booking.ts'
import type { PaymentSource } from './payment-source.ts'
import type { Reason } from './refusals.ts'

/** The bank's 3-D Secure result, as the provider reports it on an order. */
export type Authentication = {
  liability_shift?: string | null | undefined
  three_d_secure?:
    | {
        enrollment_status?: string | null | undefined
        authentication_status?: string | null | undefined
      }
    | null
    | undefined
}

/**
 * Whether to capture after this 3-D Secure result: 'yes', 'another card' (the bank refused), or
 * 'again' (the bank could not tell). `always` requires a result for each payment. Source: the
 * provider's 3-D Secure table (rules §4.4).
 */
export function mayCapture(
  authentication: Authentication | null | undefined,
  { always }: { always: boolean },
): 'yes' | 'another card' | 'again' {
  const shift = authentication?.liability_shift
  if (!shift) return always ? 'another card' : 'yes'
  if (shift === 'POSSIBLE' || shift === 'YES') return 'yes'
  if (shift !== 'NO') return 'again'
  const { enrollment_status: enrolled, authentication_status: answer } =
    authentication?.three_d_secure ?? {}
  if (enrolled === 'Y') return answer === 'N' || answer === 'R' ? 'another card' : 'again'
  return ['N', 'U', 'B'].includes(enrolled ?? '') && !answer ? 'yes' : 'again'
}

/** What the provider or the bank says when it refuses, in the provider's codes. */
export type PaymentRefusal = { issue: string; description: string }

/** Of an order that is paid from what is not offered. */
export const SOURCE_NOT_OFFERED: PaymentRefusal = {
  issue: 'PAYMENT_SOURCE_NOT_OFFERED',
  description: 'Please pay by card.',
}

/**
 * Why this order may not be captured for this payment, or null. `payment.source`: what the member
 * chose to pay from; `order`: as the provider has it. A PayPal account has no 3-D Secure result. A
 * card that pays an order made for PayPal always needs one, because the order asked for none.
 */
export function whyNotCapture(
  payment: { id: string; amountPence: number; currency: string; source: PaymentSource },
  order: {
    paymentId: string | null | undefined
    value: string | undefined
    currency: string | undefined
    source: PaymentSource | 'other'
    authentication: Authentication | null | undefined
  },
  { always, takesPayPal }: { always: boolean; takesPayPal: boolean },
): PaymentRefusal | null {
  const isOurs = order.paymentId === payment.id && order.currency === payment.currency
  if (!isOurs || order.value !== decimalPounds(payment.amountPence))
    return { issue: 'AMOUNT_MISMATCH', description: 'The order has changed.' }
  if (order.source === 'paypal' && takesPayPal) return null
  if (order.source !== 'card') return SOURCE_NOT_OFFERED
  const isUnasked = payment.source !== 'card'
  switch (mayCapture(order.authentication, { always: always || isUnasked })) {
    case 'yes':
      return null
    case 'another card':
      return {
        issue: 'INSTRUMENT_DECLINED',
        description: 'Your bank did not confirm the payment. Please try another card.',
      }
    case 'again':
      return {
        issue: 'PAYER_ACTION_REQUIRED',
        description: 'Your bank could not confirm the payment. Please try again.',
      }
  }
}

/** Why this started payment may not be captured for the member, or null; `now` before the slot. */
export function whyNotPay(
  context: {
    consent: { isWithdrawn: boolean } | null
    bookedThisEvent: boolean
    upcomingUntil: Date | null
    paymentUnderWay: boolean
    erasureAsked: boolean
  } | null,
  startsAt: Date,
  now: Date,
): Reason | null {
  if (context?.erasureAsked) return 'erasure_asked'
  if (context?.consent?.isWithdrawn) return 'consent_required'
  if (context?.bookedThisEvent) return 'duplicate'
  if (context?.upcomingUntil && context.upcomingUntil > now) return 'existing_booking'
  if (context?.paymentUnderWay) return 'payment_under_way'
  if (startsAt <= now) return 'slot_taken'
  return null
}

/** Whether a payment that started without a hold may still take a place. */
export function mayTakeUnheld(
  { holdId, createdAt }: { holdId: string | null; createdAt: Date },
  now: Date,
): boolean {
  return holdId === null && now.getTime() < createdAt.getTime() + HOLD_MINUTES * 60_000
}

const RECOVERABLE = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', SOURCE_NOT_OFFERED.issue]

/** Whether the member can retry after this provider refusal (rules §4.3). */
export function isRecoverable(issue: string | undefined): boolean {
  return RECOVERABLE.some((one) => one === issue)
}

/** 'Total PSA Test 05/12/2026 (12)': product, date DD/MM/YYYY, event id (rules §4.2). */
export function paymentDescription(event: {
  product_name: string
  event_date: string
  event_id: number
}): string {
  const [year, month, day] = event.event_date.split('-')
  return `${event.product_name} ${day}/${month}/${year} (${event.event_id})`
}

/** Parses a payment description; null when it has no event id. */
export function eventInDescription(description: string): number | null {
  const id = /\((\d{1,15})\)\s*$/.exec(description)?.[1]
  return id === undefined ? null : Number(id)
}

/** 2500 is '25.00'. Throws RangeError for a negative or fractional number. */
export function decimalPounds(pence: number): string {
  if (!Number.isSafeInteger(pence) || pence < 0) throw new RangeError(`No amount: ${pence}`)
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
}

/** Parses the provider's amount to pence; null unless it has two decimals. */
export function penceOf(value: string): number | null {
  return /^\d{1,9}\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : null
}

import type { Appointment } from './contract.ts'
import { paidFrom } from './payment-source.ts'

export const NOTHING_TO_PAY = 'Nothing to pay'

/** 'paid' also when nothing was due or the venue takes it; staff enter 'not paid' and 'waived'. */
export type PaymentStatus = 'not paid' | 'paid' | 'paid by card' | 'paid at the venue' | 'waived'

/** The status of an appointment that money is due for: by a link as the office arranges it, or at the venue. */
export function statusToPay(event: { payment_required: boolean | null }): 'not paid' | 'paid' {
  return event.payment_required === true ? 'not paid' : 'paid'
}

type Booked = Pick<Appointment, 'status' | 'payment_status' | 'price_pence' | 'money'> &
  Partial<Pick<Appointment, 'paid'>>

/** Still to pay at the venue. */
export function duePence(booked: Booked): number {
  return booked.payment_status === 'paid' ? owedOf(booked) : 0
}

/** Still to pay as the office arranges it: staff booked a paid event. */
export function unpaidPence(booked: Booked): number {
  return booked.payment_status === 'not paid' ? owedOf(booked) : 0
}

/** What is due less what a payment under review would bring; the whole price without any payment. */
function owedOf({ status, price_pence: pricePence, money }: Booked): number {
  if (status !== 'booked') return 0
  return money ? Math.max(0, money.due_pence - money.under_review_pence) : pricePence
}

/** 'Paid by cheque' when all of it was. */
function paidWithoutTheSite(money: Booked['money']): string {
  const [way, ...others] = new Set(money?.held?.map((one) => one.paid_by))
  return way !== undefined && others.length === 0 ? `Paid by ${way}` : 'Paid at the venue'
}

function paidThroughTheSite({ money, paid }: Booked): string {
  const from = money?.held ? paidFrom(money.held) : (paid?.from ?? 'card')
  return { card: 'Paid by card', paypal: 'Paid with PayPal', both: 'Paid by card and with PayPal' }[
    from
  ]
}

/** Stored 'paid' also means that nothing was due (rules §3.7). Null when only the venue knows. */
export function paymentInWords(booked: Booked, isOver = false): string | null {
  const { money } = booked
  if (money && money.under_review_pence > 0) return 'Payment being checked'
  if (money && money.held_pence > 0 && money.due_pence > 0) return 'Partly paid'
  if (booked.payment_status === 'paid by card') return paidThroughTheSite(booked)
  if (booked.payment_status === 'paid at the venue') return paidWithoutTheSite(money)
  if (booked.payment_status === 'not paid') return 'Not paid'
  if (duePence(booked) === 0) return NOTHING_TO_PAY
  return isOver ? null : 'Pay at the venue'
}

import type { Appointment } from './contract.ts'

export const NOTHING_TO_PAY = 'Nothing to pay'

/** 'paid' also when nothing was due or the venue takes it; staff enter 'not paid' and 'waived'. */
export type PaymentStatus = 'not paid' | 'paid' | 'paid by card' | 'paid at the venue' | 'waived'

type Booked = Pick<Appointment, 'status' | 'payment_status' | 'price_pence'>

/** Still to pay at the venue. */
export function duePence({ status, payment_status, price_pence }: Booked): number {
  return status === 'booked' && payment_status === 'paid' ? price_pence : 0
}

/** Still to pay as the office arranges it: staff booked a paid event. */
export function unpaidPence({ status, payment_status, price_pence }: Booked): number {
  return status === 'booked' && payment_status === 'not paid' ? price_pence : 0
}

/** Stored 'paid' also means that nothing was due (spec §4). Null when only the venue knows. */
export function paymentInWords(booked: Booked, isOver = false): string | null {
  if (booked.payment_status === 'paid by card') return 'Paid by card'
  if (booked.payment_status === 'paid at the venue') return 'Paid at the venue'
  if (booked.payment_status === 'not paid') return 'Not paid'
  if (duePence(booked) === 0) return NOTHING_TO_PAY
  return isOver ? null : 'Pay at the venue'
}

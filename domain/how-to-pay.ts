import type { Appointment } from './contract.ts'

export const NOTHING_TO_PAY = 'Nothing to pay'

type Booked = Pick<Appointment, 'status' | 'payment_status' | 'price_pence'>

/** Pence that the member still has to pay at the venue; 0 after a card payment and where it is free. */
export function duePence({ status, payment_status, price_pence }: Booked): number {
  return status === 'booked' && payment_status === 'paid' ? price_pence : 0
}

/**
 * How an appointment is paid for, as its member reads it; what is stored says 'paid' also where nothing
 * was taken (spec §4). `isOver` when its time has passed: then nothing is still due, and the answer is
 * null where only the venue knows.
 */
export function paymentInWords(booked: Booked, isOver = false): string | null {
  if (booked.payment_status === 'paid by card') return 'Paid by card'
  if (booked.payment_status === 'not paid') return 'Not paid'
  if (duePence(booked) === 0) return NOTHING_TO_PAY
  return isOver ? null : 'Pay at the venue'
}

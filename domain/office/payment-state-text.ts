import type { PaymentState } from '../payment-states.ts'

const STATES: Record<PaymentState, string> = {
  created: 'Started, not paid',
  approved: 'Approved, but money not taken yet',
  capturing: 'Taking payment',
  'pending review': 'Being reviewed by PayPal',
  paid: 'Paid, not booked yet',
  finalised: 'Paid and booked',
  declined: 'Declined',
  expired: 'Not completed',
  refunded: 'Refunded',
  'refund failed': 'Refund failed',
}

/** What the office reads for a payment's state. `isUndone`: money at the venue whose entry was taken back. */
export function paymentStateText(state: string, isUndone = false): string {
  if (isUndone) return 'Taken at the venue, undone'
  return Object.entries(STATES).find(([known]) => known === state)?.[1] ?? state
}

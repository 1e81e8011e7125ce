import type { PaymentState } from '../../../domain/payment-states.ts'

const WORDS: Record<PaymentState, string> = {
  created: 'Begun, not paid yet',
  approved: 'Approved by the payer, not taken yet',
  capturing: 'Being taken',
  'pending review': 'Under review at the provider',
  paid: 'Taken, not booked yet',
  finalised: 'Paid and booked',
  declined: 'Declined',
  expired: 'Not completed',
  refunded: 'Refunded',
  'refund failed': 'Refund failed',
}

export function paymentStateWords(state: string): string {
  return Object.entries(WORDS).find(([known]) => known === state)?.[1] ?? state
}

import type { Attendee } from './attendee-schemas.ts'

/** By the state of the attendee. */
const STATES: Record<string, string> = {
  'not paid': 'Not paid',
  paid: 'At the venue',
  'at the venue, not yet': 'At the venue, not yet',
  'paid by card': 'Paid by card',
  'paid at the venue': 'Paid at the venue',
  waived: 'Waived',
}

/** How an attendee pays or has paid; empty on the waiting list. */
export function attendeePayment(
  attendee: Pick<Attendee, 'payment_status' | 'price' | 'money' | 'free_repeat'>,
): string {
  const { payment_status: status, price, money, free_repeat: isRepeat } = attendee
  if (money) return money
  if (price === 0) return 'Nothing to pay'
  if (isRepeat) return 'Free repeat test'
  return status === null ? '' : (STATES[status] ?? status)
}

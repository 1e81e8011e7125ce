// How a card payment goes on, and what the payment provider's words mean for it (spec §4, §7; the
// provider's documents as summed up in docs/decisions/0011-order-of-a-card-payment.md).

/**
 * created: we wrote it down, and may have the provider's order for it. approved: the man and his bank
 * agreed. capturing: we asked for the money and do not know yet. pending review: the provider looks
 * at it, for hours perhaps. paid: the money is ours, the appointment not yet his. finalised: it is.
 * declined: no money, try another card. expired: no money, left or replaced by another try. refunded:
 * the money is on its way back or there; its refund says which. refund failed: the office must act.
 */
export const PAYMENT_STATES = [
  'created',
  'approved',
  'capturing',
  'pending review',
  'paid',
  'finalised',
  'declined',
  'expired',
  'refunded',
  'refund failed',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

// The provider's word is the last: money that it took after all, also for a try that had ended, is
// booked, or given back.
const moves: Record<PaymentState, readonly PaymentState[]> = {
  created: ['approved', 'capturing', 'paid', 'declined', 'expired', 'refunded'],
  approved: ['capturing', 'paid', 'declined', 'expired', 'refunded'],
  capturing: ['paid', 'pending review', 'declined', 'expired', 'refunded'],
  'pending review': ['paid', 'declined', 'refunded'],
  paid: ['finalised', 'refunded'],
  finalised: ['refunded'],
  declined: ['paid', 'refunded'],
  expired: ['paid', 'refunded'],
  refunded: ['refund failed'],
  'refund failed': ['refunded'],
}

/** Whether a payment may go from one state to the other. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return moves[from].includes(to)
}

/** The states from which a payment may go to this one, for conditional updates. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return PAYMENT_STATES.filter((from) => mayMove(from, to))
}

/** States in which money may be moving or has moved without a booking: no second try beside it. */
export const UNDER_WAY = ['capturing', 'pending review', 'paid'] as const satisfies PaymentState[]

/** States that go on by themselves, so that somebody must look after them. */
export const UNSETTLED = ['created', 'approved', ...UNDER_WAY] as const satisfies PaymentState[]

/** What the bank said about the man, as the provider reports it on an order. */
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
 * Whether money may be taken after this answer of the man's bank: 'yes', 'another card' (the bank
 * said no), or 'again' (the bank could not say). `always`: we demand the bank's word for each
 * payment. Source: the provider's 3-D Secure table (integrations §1.3).
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

/** What a capture's status means (PENDING keeps the place; COMPLETED alone is money). */
export function stateOfCapture(status: string): PaymentState {
  if (status === 'PENDING') return 'pending review'
  if (['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'paid'
  return 'declined'
}

/** Whether the man can mend this refusal of the provider himself, by trying again (spec §4). */
export function isRecoverable(issue: string | undefined): boolean {
  return issue === 'INSTRUMENT_DECLINED' || issue === 'PAYER_ACTION_REQUIRED'
}

/** 'Total PSA Test 05/12/2026 (12)': product, date DD/MM/YYYY, event id in brackets (spec §3). */
export function paymentDescription(event: {
  product_name: string
  event_date: string
  event_id: number
}): string {
  const [year, month, day] = event.event_date.split('-')
  return `${event.product_name} ${day}/${month}/${year} (${event.event_id})`
}

/** The event id at the end of such a description, or null. */
export function eventInDescription(description: string): number | null {
  const id = /\((\d{1,15})\)\s*$/.exec(description)?.[1]
  return id === undefined ? null : Number(id)
}

/** Pence as the provider writes amounts, without a currency: 2500 is '25.00'. */
export function decimalPounds(pence: number): string {
  if (!Number.isSafeInteger(pence) || pence < 0) throw new RangeError(`No amount: ${pence}`)
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
}

/** Pence of such text, or null when it is no amount with two decimals. */
export function penceOf(value: string): number | null {
  return /^\d{1,9}\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : null
}

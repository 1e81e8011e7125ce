// States of a card payment and the meaning of the provider's statuses (spec §4, §7;
// docs/decisions/0011-order-of-a-card-payment.md).

/**
 * created: stored, perhaps with a provider order. approved: approved by the payer. capturing:
 * capture requested, result unknown. pending review: reviewed by the provider, perhaps for hours.
 * paid: captured, not booked yet. finalised: booked. declined: no money taken, another card may
 * work. expired: no money taken, abandoned or replaced. refunded: refund started or done. refund
 * failed: the office must act.
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

// The provider decides: money captured after all, even for an ended attempt, is booked or refunded.
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

/** Whether this state transition is allowed. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return moves[from].includes(to)
}

/** The states that may precede this one, for conditional updates. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return PAYMENT_STATES.filter((from) => mayMove(from, to))
}

/** Money may be moving, or has moved without a booking: no second attempt meanwhile. */
export const UNDER_WAY = ['capturing', 'pending review', 'paid'] as const satisfies PaymentState[]

/** States that may still change on their own, so reconciliation must check them. */
export const UNSETTLED = ['created', 'approved', ...UNDER_WAY] as const satisfies PaymentState[]

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
 * provider's 3-D Secure table (integrations §1.3).
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

/** The state for a capture status: PENDING keeps the place; only COMPLETED means money. */
export function stateOfCapture(status: string): PaymentState {
  if (status === 'PENDING') return 'pending review'
  if (['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'paid'
  return 'declined'
}

/** Whether the member can retry after this provider refusal (spec §4). */
export function isRecoverable(issue: string | undefined): boolean {
  return issue === 'INSTRUMENT_DECLINED' || issue === 'PAYER_ACTION_REQUIRED'
}

/** 'Total PSA Test 05/12/2026 (12)': product, date DD/MM/YYYY, event id (spec §3). */
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

// The states of a card payment and its moves (rules §4.3; docs/decisions/0011-order-of-a-card-payment.md).

/**
 * `open`: nothing was captured. `under way`: money may be moving, or was captured and is not booked
 * yet, so no second attempt may start. `ended`: nothing was captured, as far as known. `settled`:
 * booked or refunded.
 */
type Phase = 'open' | 'under way' | 'ended' | 'settled'

// The provider decides: money captured after all, even for an ended attempt, is booked or refunded.
const STATES = {
  /** Stored, perhaps with a provider order. */
  created: {
    phase: 'open',
    next: ['approved', 'capturing', 'paid', 'declined', 'expired', 'refunded'],
  },
  /** Approved by the payer. */
  approved: { phase: 'open', next: ['capturing', 'paid', 'declined', 'expired', 'refunded'] },
  /** Capture requested, result unknown. */
  capturing: {
    phase: 'under way',
    next: ['paid', 'pending review', 'declined', 'expired', 'refunded'],
  },
  /** Reviewed by the provider, perhaps for hours. */
  'pending review': { phase: 'under way', next: ['paid', 'declined', 'refunded'] },
  /** Captured, not booked yet. */
  paid: { phase: 'under way', next: ['finalised', 'refunded'] },
  /** Booked. */
  finalised: { phase: 'settled', next: ['refunded'] },
  /** Another card may work. */
  declined: { phase: 'ended', next: ['paid', 'refunded'] },
  /** Abandoned or replaced. */
  expired: { phase: 'ended', next: ['paid', 'refunded'] },
  /** A refund was started or is done. */
  refunded: { phase: 'settled', next: ['refund failed'] },
  /** The office must act. */
  'refund failed': { phase: 'settled', next: ['refunded'] },
} as const satisfies Record<string, { phase: Phase; next: readonly string[] }>

export type PaymentState = keyof typeof STATES

export const PAYMENT_STATES = Object.keys(STATES) as PaymentState[]

/** Whether this state transition is allowed. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  const next: readonly PaymentState[] = STATES[from].next
  return next.includes(to)
}

/** The states that may precede this one, for conditional updates. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return PAYMENT_STATES.filter((from) => mayMove(from, to))
}

export const OPEN = statesOf('open')

export const UNDER_WAY = statesOf('under way')

export const SETTLED = statesOf('settled')

/** States that may still change on their own, so reconciliation must check them. */
export const UNSETTLED = [...OPEN, ...UNDER_WAY]

/** What to do next with a payment; `order`: what the provider reports, null when it has none. */
export function nextStep(
  state: PaymentState,
  order: { status: string; capture: object | null } | null,
): 'nothing' | 'finalise' | 'record' | 'capture' | 'wait' | 'expire' {
  if (state === 'paid') return 'finalise'
  if (isSettled(state)) return 'nothing'
  if (!order) return 'expire'
  if (order.capture) return 'record'
  // An ended payment is only checked: money may have been captured all the same.
  if (state === 'pending review' || STATES[state].phase === 'ended') return 'nothing'
  return order.status === 'APPROVED' ? 'capture' : 'wait'
}

/** Booked or refunded. */
export function isSettled(state: PaymentState): boolean {
  return STATES[state].phase === 'settled'
}

/** The state for a capture status: PENDING keeps the place; only COMPLETED means money. */
export function stateOfCapture(status: string): 'paid' | 'pending review' | 'declined' {
  if (status === 'PENDING') return 'pending review'
  if (['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'paid'
  return 'declined'
}

function statesOf(phase: Phase): PaymentState[] {
  return PAYMENT_STATES.filter((state) => STATES[state].phase === phase)
}

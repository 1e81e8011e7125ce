// Disputes of card payments, as the provider reports them in any order and more than once.

export const DISPUTE_EVENT_KINDS = ['opened', 'updated', 'resolved', 'reversed'] as const
export type DisputeEventKind = (typeof DISPUTE_EVENT_KINDS)[number]

export type DisputeEvent = {
  disputeId: string
  kind: DisputeEventKind
  /** The provider's word, of a resolved one. */
  outcome: string | null
  happenedAt: Date
}

/** 'lost': decided for the payer; the money is gone once its reversal is reported. */
export const DISPUTE_STATES = ['none', 'open', 'won', 'lost', 'reversed'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** The provider's outcomes after which the charity keeps the money. */
export const FOR_THE_CHARITY = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']

/** Of all disputes of a payment the gravest: reversed, open, lost, won. Any order of events. */
export function disputeStateOf(events: readonly DisputeEvent[]): DisputeState {
  if (events.some(({ kind }) => kind === 'reversed')) return 'reversed'
  const latest = new Map<string, DisputeEvent>()
  for (const event of events) {
    const known = latest.get(event.disputeId)
    if (!known || isLater(event, known)) latest.set(event.disputeId, event)
  }
  const states = [...latest.values()].map(stateAfter)
  return (
    states.find((one) => one === 'open') ??
    states.find((one) => one === 'lost') ??
    states[0] ??
    'none'
  )
}

/** Whether no refund may be sent by itself. */
export function stopsRefunds(state: DisputeState): boolean {
  return state === 'open' || state === 'lost'
}

/** An opening is first whatever its time; of one moment a resolution is last. */
function isLater(event: DisputeEvent, known: DisputeEvent): boolean {
  if (event.kind === 'opened' || known.kind === 'opened') return event.kind !== 'opened'
  const difference = event.happenedAt.getTime() - known.happenedAt.getTime()
  return difference > 0 || (difference === 0 && event.kind === 'resolved')
}

function stateAfter({ kind, outcome }: DisputeEvent): 'open' | 'won' | 'lost' {
  if (kind !== 'resolved') return 'open'
  return outcome !== null && FOR_THE_CHARITY.includes(outcome) ? 'won' : 'lost'
}

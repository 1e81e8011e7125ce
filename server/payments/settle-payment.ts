import { extendHoldTo } from '../bookings/places.queries.ts'
import { captureOf, type ProviderOrder } from '../paypal/provider-shapes.ts'
import { finalisePayment } from './finalise-payment.ts'
import {
  acquireLease,
  findPayment,
  movePayment,
  noteNoNews,
  type PaymentRow,
  releaseLease,
} from './payments.queries.ts'
import { recordCapture } from './record-capture.ts'
import {
  mayTakeUnheld,
  type PaymentDeps,
  placeOf,
  type Settlement,
  type Trigger,
  UNCHANGED,
} from './settlement.ts'
import { takeMoney } from './take-money.ts'

export const TURN_MS = 30_000

/**
 * Advances the payment through its states: reads the provider's order, captures it when it is
 * approved and the place is available, then books or refunds. Null while another process has the
 * lease. Rejects with ProviderAway, the payment unchanged, when the provider is unavailable.
 */
export async function settlePayment(
  deps: PaymentDeps,
  id: string,
  trigger: Trigger,
): Promise<Settlement | null> {
  const since = deps.now()
  const { db } = deps.database
  if (!(await acquireLease(db, { id, now: since, turnMs: TURN_MS }))) return null
  try {
    const payment = await findPayment(db, id)
    return payment ? await goOn(deps, payment, trigger) : UNCHANGED
  } finally {
    await releaseLease(db, { id, since })
  }
}

async function goOn(deps: PaymentDeps, payment: PaymentRow, trigger: Trigger): Promise<Settlement> {
  if (payment.state === 'paid') {
    await finalisePayment(deps, payment.id)
    return UNCHANGED
  }
  if (BACK_OR_BOOKED.includes(payment.state)) return UNCHANGED
  // The order's id was never received, so nobody can pay it.
  if (payment.orderId === null) return endIdle(deps, payment, trigger)
  const order = await deps.paypal.findOrder(payment.orderId)
  if (!order) return endIdle(deps, payment, trigger)
  const capture = captureOf(order)
  if (capture) {
    await recordCapture(deps, payment, order)
    // Moves it behind the other payments of the sweep.
    if (payment.state === 'pending review')
      await noteNoNews(deps.database.db, payment.id, deps.now())
    return UNCHANGED
  }
  if (!MAY_CAPTURE.includes(payment.state)) return UNCHANGED
  if (order.status !== 'APPROVED') return waitOrExpire(deps, payment, { order, trigger })
  return takeMoney(deps, payment, { order, trigger })
}

const BACK_OR_BOOKED = ['finalised', 'refunded', 'refund failed']
/** Declined and expired payments are only checked: money may have been captured all the same. */
const MAY_CAPTURE = ['created', 'approved', 'capturing']

async function waitOrExpire(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: { order: ProviderOrder; trigger: Trigger },
): Promise<Settlement> {
  if (trigger === 'member') {
    const description = `The payment is not approved yet (${order.status}).`
    const refusal = { issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' }
    return { ...UNCHANGED, refusal }
  }
  const now = deps.now()
  const { db } = deps.database
  const isKept = mayTakeUnheld(payment, now) || (await extendHoldTo(db, placeOf(payment, now, now)))
  if (!isKept) return endIdle(deps, payment, trigger)
  await noteNoNews(db, payment.id, now)
  return UNCHANGED
}

/** Expires an unpayable payment; not on a webhook, as the member may still be paying. */
async function endIdle(
  deps: PaymentDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<Settlement> {
  if (trigger === 'webhook') return UNCHANGED
  const move = { id: payment.id, to: 'expired' as const, now: deps.now() }
  await movePayment(deps.database.db, move)
  return UNCHANGED
}

import { isSettled, nextStep } from '../../../domain/payment-states.ts'
import { mayTakeUnheld, whyNotCapture } from '../../../domain/payments.ts'
import type { Reason } from '../../../domain/refusals.ts'
import { extendHoldTo } from '../../bookings/places.queries.ts'
import type { Deps } from '../../deps.ts'
import { movePayment, type PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import type { OrderReport } from '../../money/paypal/order-report.ts'
import { ProviderRefused, ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import { beginCapture, type Trigger } from './begin-capture.ts'
import { finalisePayment } from './finalise-payment.ts'
import { placeOf } from './held-place.ts'
import { acquireLease, releaseLease, touchPayment } from './payments.queries.ts'
import { type Refusal, recordCapture, recordRefusal } from './record-capture.ts'

export type PaymentDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'paypal' | 'settings'>

/**
 * `refusal`: the provider or the bank refused, and no money was taken. `reason`: no capture was
 * attempted, because the member may not have the booking. Both null: nothing was refused.
 */
export type Settlement = { refusal: Refusal | null; reason: Reason | null }

export const LEASE_MS = 30_000
const UNCHANGED: Settlement = { refusal: null, reason: null }

/**
 * Advances the payment through its states: reads the provider's order, captures it when it is
 * approved and the place is available, then books or refunds. Null while another process has the
 * lease. Rejects with ProviderUnavailable, the payment unchanged, when no usable response came.
 */
export async function settlePayment(
  deps: PaymentDeps,
  id: string,
  trigger: Trigger,
): Promise<Settlement | null> {
  const since = deps.now()
  const { db } = deps.database
  const payment = await acquireLease(db, { id, now: since, forMs: LEASE_MS })
  if (!payment) return null
  try {
    return await advance(deps, payment, trigger)
  } finally {
    await releaseLease(db, { id, since })
  }
}

async function advance(
  deps: PaymentDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<Settlement> {
  const order = await findOrder(deps, payment)
  const step = nextStep(payment.state, order)
  if (step === 'nothing') return leave(deps, payment)
  if (step === 'expire') return expire(deps, payment, trigger)
  if (step === 'finalise') return finalise(deps, payment)
  if (!order) return UNCHANGED
  if (step === 'wait') return waitOrExpire(deps, payment, { order, trigger })
  const captured = step === 'capture' ? await capture(deps, payment, { order, trigger }) : order
  if ('refusal' in captured) return captured
  const isPaid = await recordCapture(deps, payment, captured)
  return isPaid ? finalise(deps, payment) : leave(deps, payment)
}

/** The provider's order; null when it has none, or when the state needs none. */
async function findOrder(
  { paypal }: PaymentDeps,
  { orderId, state }: PaymentRow,
): Promise<OrderReport | null> {
  // Nobody can pay an order whose id was never received.
  if (orderId === null || state === 'paid' || isSettled(state)) return null
  return paypal.findOrder(orderId)
}

type Approved = { order: OrderReport; trigger: Trigger }

/** A member is asked to approve the order; otherwise it waits as long as the place is held. */
async function waitOrExpire(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: Approved,
): Promise<Settlement> {
  if (trigger === 'member') {
    const description = `The payment is not approved yet (${order.status}).`
    return refused({ issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' })
  }
  const now = deps.now()
  const { db } = deps.database
  const isHeld = mayTakeUnheld(payment, now) || (await extendHoldTo(db, placeOf(payment, now, now)))
  if (!isHeld) return expire(deps, payment, trigger)
  await touchPayment(db, payment.id, now)
  return UNCHANGED
}

/** Expires an unpayable payment; not on a webhook, as the member may still be paying. */
async function expire(
  deps: PaymentDeps,
  { id }: PaymentRow,
  trigger: Trigger,
): Promise<Settlement> {
  if (trigger !== 'webhook')
    await movePayment(deps.database.db, { id, to: 'expired', now: deps.now() })
  return UNCHANGED
}

async function finalise(deps: PaymentDeps, payment: PaymentRow): Promise<Settlement> {
  await finalisePayment(deps, payment)
  return UNCHANGED
}

/** A payment under review goes behind the other payments of the sweep. */
async function leave(deps: PaymentDeps, { id, state }: PaymentRow): Promise<Settlement> {
  if (state === 'pending review') await touchPayment(deps.database.db, id, deps.now())
  return UNCHANGED
}

/** The captured order; or why an approved order was not captured. */
async function capture(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: Approved,
): Promise<OrderReport | Settlement> {
  const refusal = whyNotCapture(payment, order.approval, { always: deps.paypal.isAlways })
  if (refusal) return decline(deps, payment, { ...refusal, debugId: '' })
  const begun = await beginCapture(deps, payment, trigger)
  if (begun === 'over') return UNCHANGED
  if (begun !== 'begun') return { ...UNCHANGED, reason: begun }
  try {
    return await captureOrder(deps, payment)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The refusal may mean that an earlier request, whose response was lost, captured the order.
    const current = await deps.paypal.findOrder(order.id)
    if (current?.capture && current.capture.state !== 'declined') return current
    const { issue, description, debugId } = error
    return decline(deps, payment, { issue, description, debugId })
  }
}

/** Retries once with the same request id when no response came. */
async function captureOrder(
  { paypal }: PaymentDeps,
  { orderId, captureRequestId }: PaymentRow,
): Promise<OrderReport> {
  if (orderId === null || captureRequestId === null) throw new Error('a payment without its order')
  return paypal.capture(orderId, captureRequestId).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return paypal.capture(orderId, captureRequestId)
    throw error
  })
}

async function decline(
  deps: PaymentDeps,
  payment: PaymentRow,
  refusal: Refusal,
): Promise<Settlement> {
  await recordRefusal(deps, payment, refusal)
  return refused(refusal)
}

function refused(refusal: Refusal): Settlement {
  return { ...UNCHANGED, refusal }
}

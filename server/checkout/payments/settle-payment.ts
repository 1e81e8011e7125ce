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
import { beginCaptureOfBooked } from './settle-booked.ts'

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
  const { id, state } = payment
  const order = await findOrder(deps, payment)
  const step = nextStep(state, order)
  if (step === 'finalise') await finalisePayment(deps, payment)
  if (step === 'expire') await expire(deps, payment, trigger)
  if (!order) return UNCHANGED
  if (step === 'wait') return waitOrExpire(deps, payment, { order, trigger })
  if (step === 'capture') return capture(deps, payment, { order, trigger })
  if (step === 'record') await recordCapture(deps, payment, order)
  // Moves it behind the other payments of the sweep.
  if (state === 'pending review') await touchPayment(deps.database.db, id, deps.now())
  return UNCHANGED
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
  if (isHeld) await touchPayment(db, payment.id, now)
  else await expire(deps, payment, trigger)
  return UNCHANGED
}

/** Expires an unpayable payment; not on a webhook, as the member may still be paying. */
async function expire(deps: PaymentDeps, { id }: PaymentRow, trigger: Trigger): Promise<void> {
  if (trigger === 'webhook') return
  await movePayment(deps.database.db, { id, to: 'expired', now: deps.now() })
}

/** Captures an approved order, unless the order was changed or the member may not book. */
async function capture(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: Approved,
): Promise<Settlement> {
  const refusal = whyNotCapture(payment, order.approval, { always: deps.paypal.isAlways })
  if (refusal) return decline(deps, payment, { ...refusal, debugId: '' })
  const isBooked = payment.forAppointmentId !== null
  const begun = isBooked
    ? await beginCaptureOfBooked(deps, payment)
    : await beginCapture(deps, payment, trigger)
  if (begun === 'over') return UNCHANGED
  if (begun !== 'begun') return { ...UNCHANGED, reason: begun }
  try {
    await recordCapture(deps, payment, await captureOrder(deps, payment))
    return UNCHANGED
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The refusal may mean that an earlier request, whose response was lost, captured the order.
    const current = await deps.paypal.findOrder(order.id)
    if (!current?.capture || current.capture.state === 'declined') {
      const { issue, description, debugId } = error
      return decline(deps, payment, { issue, description, debugId })
    }
    await recordCapture(deps, payment, current)
    return UNCHANGED
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

import { isSettled, nextStep } from '../../../domain/payment-states.ts'
import { mayTakeUnheld } from '../../../domain/payments.ts'
import { extendHoldTo } from '../../bookings/places.queries.ts'
import type { Deps } from '../../deps.ts'
import {
  acquireLease,
  movePayment,
  type PaymentRow,
  releaseLease,
  touchPayment,
} from '../../money/ledger/payment-row.queries.ts'
import type { OrderReport } from '../../money/paypal/order-report.ts'
import { captureOrder, type Settlement, type Trigger, UNCHANGED } from './capture-order.ts'
import { finalisePayment } from './finalise-payment.ts'
import { placeOf } from './held-place.ts'
import { recordCapture } from './record-capture.ts'

export type PaymentDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'paypal' | 'settings'>

const LEASE_MS = 30_000

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
  let step = nextStep(payment.state, order)
  if (step === 'wait' && order && trigger === 'member') {
    const description = `The payment is not approved yet (${order.status}).`
    const refusal = { issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' }
    return { ...UNCHANGED, refusal }
  }
  if (order && (step === 'capture' || step === 'record')) {
    const isApproved = step === 'capture'
    const captured = isApproved ? await captureOrder(deps, payment, { order, trigger }) : order
    if ('refusal' in captured) return captured
    step = (await recordCapture(deps, payment, captured)) ? 'finalise' : 'nothing'
  }
  if (step === 'finalise') await finalisePayment(deps, payment)
  else await leaveUnpaid(deps, payment, { step, trigger })
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

/**
 * An order that is not approved waits as long as its place is held, and then expires; not on a webhook,
 * as the member may still be paying. What waits or is under review goes behind the other payments of the sweep.
 */
async function leaveUnpaid(
  deps: PaymentDeps,
  payment: PaymentRow,
  { step, trigger }: { step: ReturnType<typeof nextStep>; trigger: Trigger },
): Promise<void> {
  const { id, state } = payment
  const { db } = deps.database
  const now = deps.now()
  const isHeld = () => mayTakeUnheld(payment, now) || extendHoldTo(db, placeOf(payment, now, now))
  const isReviewed = step === 'nothing' && state === 'pending review'
  if (isReviewed || (step === 'wait' && (await isHeld()))) return touchPayment(db, id, now)
  if (step !== 'nothing' && trigger !== 'webhook') await movePayment(db, { id, to: 'expired', now })
}

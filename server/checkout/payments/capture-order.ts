import { whyNotTake } from '../../../domain/office/payment-links.ts'
import { mayTakeUnheld, whyNotCapture, whyNotPay } from '../../../domain/payments.ts'
import type { Reason } from '../../../domain/refusals.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import { loadBookingContext } from '../../bookings/booking-context.queries.ts'
import { ensureHold } from '../../bookings/ensure-hold.ts'
import { extendHoldTo } from '../../bookings/places.queries.ts'
import type { Deps } from '../../deps.ts'
import { lockMember } from '../../members/members.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import { sourceOf } from '../../money/ledger/transaction.ts'
import type { OrderReport } from '../../money/paypal/order-report.ts'
import { ProviderRefused, ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPayable } from '../payment-links/payment-links.queries.ts'
import { placeOf } from './held-place.ts'

/**
 * What started the settlement. member: the member waits for the response. webhook: the provider
 * sent one; the payment is not expired, since the member may still be paying. sweep: it was idle.
 */
export type Trigger = 'member' | 'webhook' | 'sweep'

/** In the provider's shape, as checkout reads it. */
export type Refusal = { issue: string; description: string; debugId: string }

/**
 * `refusal`: the provider or the bank refused, and no money was taken. `reason`: no capture was
 * attempted, because the member may not have the booking. Both null: nothing was refused.
 */
export type Settlement = { refusal: Refusal | null; reason: Reason | null }

export const UNCHANGED: Settlement = { refusal: null, reason: null }

type BeginDeps = Pick<Deps, 'database' | 'now'>
type CaptureDeps = BeginDeps & Pick<Deps, 'paypal' | 'settings'>

/** How long the place stays held, at least, while the provider captures. */
const CAPTURE_MS = 2 * 60_000

/** The captured order; or why an approved order was not captured. */
export async function captureOrder(
  deps: CaptureDeps,
  payment: PaymentRow,
  { order, trigger }: { order: OrderReport; trigger: Trigger },
): Promise<OrderReport | Settlement> {
  const chosen = { ...payment, source: sourceOf(payment) }
  const refusal = whyNotCapture(chosen, order.approval, {
    always: deps.paypal.isAlways,
    takesPayPal: deps.settings.cards.hasPayPalButton,
  })
  if (refusal) return decline(deps, payment, { ...refusal, debugId: '' })
  const begun = await beginCapture(deps, payment, trigger)
  if (begun === 'over') return UNCHANGED
  if (begun !== 'begun') return { ...UNCHANGED, reason: begun }
  try {
    return await requestCapture(deps, payment)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The refusal may mean that an earlier request, whose response was lost, captured the order.
    const current = await deps.paypal.findOrder(order.id)
    if (current?.capture && current.capture.state !== 'declined') return current
    const { issue, description, debugId } = error
    return decline(deps, payment, { issue, description, debugId })
  }
}

/** Moves the payment to 'capturing', or returns why not. */
function beginCapture(
  deps: BeginDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  return payment.forAppointmentId === null
    ? beginForBooking(deps, payment, trigger)
    : beginForBooked(deps, payment)
}

/** With its place held. */
async function beginForBooking(
  deps: BeginDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  const { id, memberId, eventId, slotStartsAt } = payment
  const now = deps.now()
  const place = placeOf(payment, now, new Date(now.getTime() + CAPTURE_MS))
  // A webhook, and a sweep of a payment that had a hold, takes no other place.
  const orAnother = trigger === 'member' || (trigger === 'sweep' && mayTakeUnheld(payment, now))
  return deps.database.transaction(async (tx) => {
    // Serialises the payments of one member: the second sees the first.
    await lockMember(tx, memberId)
    const locked = await lockPayment(tx, id)
    if (locked?.state === 'capturing') {
      await extendHoldTo(tx, place)
      return 'begun'
    }
    if (locked?.state !== 'created' && locked?.state !== 'approved') return 'over'
    const time = ukTime(slotStartsAt)
    const context = await loadBookingContext(tx, { memberId, eventId, time, now })
    const reason = whyNotPay(context, slotStartsAt, now) ?? (await whyNotHeld(tx))
    if (reason === null) {
      await movePayment(tx, { id, to: 'capturing', now })
      return 'begun'
    }
    const mayExpire = reason !== 'payment_under_way' && trigger !== 'webhook'
    if (mayExpire) await movePayment(tx, { id, to: 'expired', now })
    return reason
  })

  async function whyNotHeld(tx: Tx): Promise<Reason | null> {
    return (await ensureHold(tx, place, { orAnother })) ? null : 'slot_taken'
  }
}

/** Unless the appointment was cancelled, paid for or moved to another price meanwhile. */
async function beginForBooked(
  { database, now: clock }: BeginDeps,
  { id, memberId }: PaymentRow,
): Promise<'begun' | 'over' | Reason> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const payment = await lockPayment(tx, id)
    if (payment?.state === 'capturing') return 'begun'
    if (payment?.state !== 'created' && payment?.state !== 'approved') return 'over'
    const payable = await lockPayable(tx, payment.forAppointmentId)
    const reason = payable ? whyNotTake(payable, payment, now) : 'not_booked'
    await movePayment(tx, { id, to: reason ? 'expired' : 'capturing', now })
    return reason ?? 'begun'
  })
}

/** Retries once with the same request id when no response came. */
async function requestCapture(
  { paypal }: CaptureDeps,
  { orderId, captureRequestId }: PaymentRow,
): Promise<OrderReport> {
  if (orderId === null || captureRequestId === null) throw new Error('a payment without its order')
  return paypal.capture(orderId, captureRequestId).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return paypal.capture(orderId, captureRequestId)
    throw error
  })
}

/** The provider or the bank refused, and no money was taken. */
async function decline(
  { database, now: clock }: BeginDeps,
  { id, memberId }: PaymentRow,
  refusal: Refusal,
): Promise<Settlement> {
  const now = clock()
  await database.transaction(async (tx) => {
    if (!(await movePayment(tx, { id, to: 'declined', now }, { lastAnswer: refusal }))) return
    const details = { issue: refusal.issue }
    await insertAudit(
      tx,
      { memberId, subject: `payment ${id}`, at: now },
      'payment declined',
      details,
    )
  })
  return { ...UNCHANGED, refusal }
}

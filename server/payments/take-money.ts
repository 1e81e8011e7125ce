import { decimalPounds, mayCapture, stateOfCapture } from '../../domain/payments.ts'
import type { Reason } from '../../domain/refusals.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { loadBookingContext } from '../bookings/book-appointment.queries.ts'
import { ensureHold } from '../bookings/ensure-hold.ts'
import { extendHoldTo } from '../bookings/places.queries.ts'
import type { Tx } from '../db/database.ts'
import { lockMember } from '../members/members.queries.ts'
import { ProviderAway, ProviderRefused } from '../paypal/paypal.ts'
import { captureOf, type ProviderOrder } from '../paypal/provider-shapes.ts'
import { commit } from '../platform/commit.ts'
import { lockPayment, movePayment, type PaymentRow } from './payments.queries.ts'
import { recordCapture } from './record-capture.ts'
import {
  mayTakeUnheld,
  type PaymentDeps,
  placeOf,
  type Refusal,
  type Settlement,
  type Trigger,
  UNCHANGED,
} from './settlement.ts'

const KEEP_MS = 2 * 60_000

/**
 * Captures an approved order. Returns a refusal when the order was changed or the provider
 * refuses, and a reason when the member may no longer have the booking.
 */
export async function takeMoney(
  deps: PaymentDeps,
  payment: PaymentRow,
  { order, trigger }: { order: ProviderOrder; trigger: Trigger },
): Promise<Settlement> {
  const refusal = whyNotCapture(payment, order, deps.paypal)
  if (refusal) return decline(deps, payment, refusal)
  const begun = await beginCapture(deps, payment, trigger)
  if (begun === 'over') return UNCHANGED
  if (begun !== 'begun') return { ...UNCHANGED, reason: begun }
  try {
    const captured = await capture(deps, payment)
    await recordCapture(deps, payment, captured)
    return UNCHANGED
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const { issue, description, debugId } = error
    // The refusal may mean that an earlier request, whose response was lost, captured the order.
    const now = await deps.paypal.findOrder(order.id)
    const taken = now && captureOf(now)
    if (now && taken && stateOfCapture(taken.status) !== 'declined') {
      await recordCapture(deps, payment, now)
      return UNCHANGED
    }
    return decline(deps, payment, { issue, description, debugId })
  }
}

/** Reads the provider's order, never the browser's report; null when it may be captured. */
function whyNotCapture(
  payment: PaymentRow,
  order: ProviderOrder,
  { isAlways }: { isAlways: boolean },
): Refusal | null {
  const [unit] = order.purchase_units ?? []
  const { value, currency_code: currency } = unit?.amount ?? {}
  const isOurs = unit?.custom_id === payment.id && currency === payment.currency
  if (!isOurs || value !== decimalPounds(payment.amountPence))
    return { issue: 'AMOUNT_MISMATCH', description: 'The order was changed.', debugId: '' }
  const result = order.payment_source?.card?.authentication_result
  switch (mayCapture(result, { always: isAlways })) {
    case 'yes':
      return null
    case 'another card':
      return {
        issue: 'INSTRUMENT_DECLINED',
        description: 'Your bank did not confirm the payment. Please try another card.',
        debugId: '',
      }
    case 'again':
      return {
        issue: 'PAYER_ACTION_REQUIRED',
        description: 'Your bank could not confirm the payment. Please try again.',
        debugId: '',
      }
  }
}

/** Only a member's request, or a sweep of a payment without a hold, may take another place. */
async function beginCapture(
  deps: PaymentDeps,
  payment: PaymentRow,
  trigger: Trigger,
): Promise<'begun' | 'over' | Reason> {
  const now = deps.now()
  return commit(deps, async (tx) => {
    // Serialises the payments of one member: the second sees the first.
    await lockMember(tx, payment.memberId)
    const locked = await lockPayment(tx, payment.id)
    if (locked?.state === 'capturing') {
      await extendHoldTo(tx, placeOf(payment, now, later(now)))
      return 'begun'
    }
    if (locked?.state !== 'created' && locked?.state !== 'approved') return 'over'
    const reason = await whyNotCaptureForMember(tx, payment, now, trigger)
    if (reason === 'payment_under_way' || (reason && trigger === 'webhook')) return reason
    if (reason) {
      await movePayment(tx, { id: payment.id, to: 'expired', now })
      return reason
    }
    await movePayment(tx, { id: payment.id, to: 'approved', now })
    await movePayment(tx, { id: payment.id, to: 'capturing', now })
    return 'begun'
  })
}

async function whyNotCaptureForMember(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
  trigger: Trigger,
): Promise<Reason | null> {
  const whose = { memberId: payment.memberId, eventId: payment.eventId }
  const known = await loadBookingContext(tx, { ...whose, now })
  if (known?.consent?.isWithdrawn) return 'consent_required'
  if (known?.bookedThisEvent) return 'duplicate'
  if (known?.upcomingUntil && known.upcomingUntil > now) return 'existing_booking'
  if (known?.paymentUnderWay) return 'payment_under_way'
  if (payment.slotStartsAt <= now) return 'slot_taken'
  const isKept = await ensureHold(tx, placeOf(payment, now, later(now)), {
    orAnother: trigger === 'member' || (trigger === 'sweep' && mayTakeUnheld(payment, now)),
  })
  return isKept ? null : 'slot_taken'
}

/** Retries once with the same request id when no response came. */
async function capture(deps: PaymentDeps, payment: PaymentRow): Promise<ProviderOrder> {
  const { orderId, captureRequestId } = payment
  if (orderId === null || captureRequestId === null) throw new Error('a payment without its order')
  return deps.paypal.capture(orderId, captureRequestId).catch((error: unknown) => {
    if (error instanceof ProviderAway) return deps.paypal.capture(orderId, captureRequestId)
    throw error
  })
}

async function decline(
  deps: PaymentDeps,
  payment: PaymentRow,
  refusal: Refusal,
): Promise<Settlement> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    if (!(await movePayment(tx, { id: payment.id, to: 'declined', now }, { lastAnswer: refusal })))
      return
    await insertAudit(tx, {
      memberId: payment.memberId,
      action: 'payment declined',
      subject: `payment ${payment.id}`,
      details: { issue: refusal.issue },
      at: now,
    })
  })
  return { ...UNCHANGED, refusal }
}

function later(now: Date): Date {
  return new Date(now.getTime() + KEEP_MS)
}

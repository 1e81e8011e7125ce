import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../../domain/booking.ts'
import type { Hold } from '../../../domain/contract.ts'
import { chargePence, needsPayment } from '../../../domain/events.ts'
import type { PaymentSource } from '../../../domain/payment-source.ts'
import { paymentDescription, SOURCE_NOT_OFFERED } from '../../../domain/payments.ts'
import type { Slot } from '../../../domain/slots.ts'
import {
  type BookingRequest,
  bookingRefused,
  checkBooking,
  hasRight,
} from '../../bookings/book-appointment.ts'
import { type HoldLimits, holdLimitsOf } from '../../bookings/hold-limits.ts'
import { beginHold, holdPlace, uncountHold, whyNotHeld } from '../../bookings/holds.queries.ts'
import { extendHoldOnce } from '../../bookings/places.queries.ts'
import { newReference } from '../../bookings/reference.ts'
import type { Deps } from '../../deps.ts'
import { lockMember } from '../../members/members.queries.ts'
import { movePayment } from '../../money/ledger/payment-row.queries.ts'
import { ProviderRefused, ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import type { ProviderOrder } from '../../money/paypal/provider-schemas.ts'
import { databaseFault, type Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import {
  expireOpenAttempts,
  findLastAttempt,
  findPaymentOfRequest,
  insertPayment,
  type NewPayment,
  saveOrder,
  saveSource,
} from './payments.queries.ts'

export type StartDeps = Pick<Deps, 'database' | 'now' | 'paypal' | 'settings' | 'fieldKeys'>

/**
 * Starts a card payment: holds the place and stores the payment, then creates the order; price and
 * description come from the database (docs/decisions, 11). Earlier uncaptured attempts expire. A
 * repeated `requestKey` returns the same order. `hold` is null when the hold limits allow none;
 * the place is then taken at capture. Throws Refused: why the member may not book, nothing_to_pay,
 * slot_taken with the free times, payment_under_way, payment_over, payment_refused with the
 * provider's words or because PayPal is not offered, or payments_away.
 */
export async function startPayment(
  deps: StartDeps,
  {
    request,
    address,
    requestKey,
    source,
  }: {
    request: BookingRequest
    address: string
    requestKey: string | null
    source: PaymentSource
  },
): Promise<{ order: ProviderOrder; hold: Hold | null }> {
  checkSource(deps, source)
  const now = deps.now()
  const { eventId } = request
  const { context, slot, reason } = await checkBooking(deps, request, { now, isPaying: true })
  const { member, otherStarts } = context
  const filter = { memberId: member.id, eventId }
  if (reason) throw await bookingRefused(deps.database.db, reason, { ...filter, now, otherStarts })
  const { event, consent } = context
  const isFree = chargePence(event) === 0 || hasRight(context)
  if (!needsPayment(event) || isFree) throw new Refused('nothing_to_pay')

  const limits = holdLimitsOf(deps, {
    userId: request.userId,
    event,
    startsAt: slot.startsAt,
    address,
  })
  const id = randomUUID()
  const draft = {
    ...filter,
    id,
    slotStartsAt: slot.startsAt,
    consentId: consent?.id ?? null,
    amountPence: chargePence(event),
    hostSharePence: context.hostSharePence,
    description: paymentDescription(event),
    invoiceId: `${newReference()}-${id.slice(0, 8)}`,
    createRequestId: requestKey ?? `${id}-create`,
    captureRequestId: `${id}-capture`,
    forAppointmentId: null,
    now,
  }
  const { payment, hold } = await storePayment(deps, {
    draft,
    slot,
    limits,
    requestKey,
    source,
  })
  const order = await createOrder(deps, payment, source)
  await saveOrder(deps.database.db, { id: payment.id, orderId: order.id, now: deps.now() })
  return { order, hold }
}

/** Throws Refused payment_refused for what is not offered. */
export function checkSource({ settings }: Pick<Deps, 'settings'>, source: PaymentSource): void {
  if (source === 'paypal' && !settings.cards.hasPayPalButton)
    throw new Refused('payment_refused', { details: [SOURCE_NOT_OFFERED], debug_id: '' })
}

type Draft = Omit<NewPayment, 'holdId'>
export type Ordered = Pick<
  Draft,
  'id' | 'eventId' | 'amountPence' | 'description' | 'invoiceId' | 'createRequestId'
>
type Started = { payment: Ordered; hold: Hold | null }

/** Holds the place and stores the payment, unless `requestKey` has begun one. */
async function storePayment(
  { database }: StartDeps,
  {
    draft,
    slot,
    limits,
    requestKey,
    source,
  }: {
    draft: Draft
    slot: Slot
    limits: HoldLimits
    requestKey: string | null
    source: PaymentSource
  },
): Promise<Started> {
  const { id, memberId, eventId, now } = draft
  const filter = { memberId, eventId, now }
  const started = database.transaction(async (tx) => {
    // Otherwise a place that another tab of the member is taking would count as someone else's.
    await lockMember(tx, memberId)
    const hold = await holdToPay(tx, { ...filter, slot, limits })
    if (hold === 'slot_taken') throw await bookingRefused(tx, hold, filter)
    const repeated = requestKey && (await findPaymentOfRequest(tx, requestKey))
    if (repeated && repeated.state !== 'created') throw new Refused('payment_over')
    if (repeated) return { payment: repeated, hold }
    const lastAttempt = await findLastAttempt(tx, filter)
    await expireOpenAttempts(tx, filter)
    // Shared by all attempts for one booking: the provider captures an invoice only once.
    const isShared = lastAttempt?.captureId === null
    const payment = isShared ? { ...draft, invoiceId: lastAttempt.invoiceId } : draft
    await insertPayment(tx, { ...payment, holdId: hold?.hold_id ?? null })
    await saveSource(tx, id, source)
    return { payment, hold }
  })
  return started.catch((error: unknown) => {
    const { constraint } = databaseFault(error) ?? {}
    if (constraint !== 'one_open_payment_per_member_and_event') throw error
    throw new Refused('payment_under_way')
  })
}

/** The member's hold, extended once, or a new one; null when the limits allow none. */
async function holdToPay(
  tx: Tx,
  {
    slot,
    limits,
    ...filter
  }: { memberId: number; eventId: number; slot: Slot; now: Date; limits: HoldLimits },
): Promise<Hold | null | 'slot_taken'> {
  const until = holdEnd(filter.now)
  const place = { ...filter, startsAt: slot.startsAt, until }
  const extended = await extendHoldOnce(tx, place)
  if (extended) return toHold(extended.holdId, slot, extended.until)
  await beginHold(tx, { ...place, limits })
  const holdId = randomUUID()
  const heldUntil = await holdPlace(tx, { ...place, holdId, limits })
  // A hold that is taken to pay has used its one extension.
  if (heldUntil && (await extendHoldOnce(tx, place))) return toHold(holdId, slot, heldUntil)
  if ((await whyNotHeld(tx, { ...place, limits })) === 'slot_taken') return 'slot_taken'
  await uncountHold(tx, limits)
  return null
}

function holdEnd(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000)
}

function toHold(holdId: string, slot: Slot, until: Date): Hold {
  return { hold_id: holdId, slot: slot.time, expires_at: until.toISOString() }
}

/** Retries once with the same request id when no response came. */
export async function createOrder(
  deps: StartDeps,
  payment: Ordered,
  source: PaymentSource,
): Promise<ProviderOrder> {
  const order = {
    source,
    requestId: payment.createRequestId,
    paymentId: payment.id,
    invoiceId: payment.invoiceId,
    pence: payment.amountPence,
    description: payment.description,
    returnUrl: `${deps.settings.publicUrl}/checkout?event=${payment.eventId}`,
  }
  try {
    return await deps.paypal.createOrder(order).catch((error: unknown) => {
      if (error instanceof ProviderUnavailable) return deps.paypal.createOrder(order)
      throw error
    })
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Refused('payments_away')
    if (!(error instanceof ProviderRefused)) throw error
    const { id } = payment
    await movePayment(deps.database.db, { id, to: 'expired', now: deps.now() })
    const { issue, description, debugId } = error
    const details = [{ issue, description }]
    throw new Refused('payment_refused', { details, debug_id: debugId })
  }
}

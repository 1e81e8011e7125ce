import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { chargePence, needsPayment } from '../../domain/events.ts'
import { paymentDescription } from '../../domain/payments.ts'
import type { Slot } from '../../domain/slots.ts'
import { type BookingParams, checkBooking, refusal } from '../bookings/before-booking.ts'
import type { BookingContext } from '../bookings/book-appointment.queries.ts'
import { type HoldLimits, holdLimitsOf } from '../bookings/hold-limits.ts'
import { beginHold, holdPlace, uncountHold } from '../bookings/holds.queries.ts'
import { whyNotHeld } from '../bookings/place-hold.ts'
import { extendHoldOnce } from '../bookings/places.queries.ts'
import { newReference } from '../bookings/reference.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { lockMember } from '../members/members.queries.ts'
import { ProviderAway, ProviderRefused } from '../paypal/paypal.ts'
import type { ProviderOrder } from '../paypal/provider-shapes.ts'
import {
  expireOpenTries,
  findLastTry,
  findPaymentOfRequest,
  insertPayment,
  movePayment,
  noteOrder,
  type PaymentRow,
} from './payments.queries.ts'

type StartDeps = Pick<Deps, 'database' | 'now' | 'paypal' | 'settings' | 'fieldKeys'>

/**
 * Starts a card payment: holds the place and stores the payment, then creates the order; price and
 * description come from the database (docs/decisions, 11). Earlier uncaptured attempts expire. A
 * repeated `requestKey` returns the same order. `hold` is null when the hold limits allow none;
 * the place is then taken at capture. Throws Refused: why the member may not book, nothing_to_pay,
 * slot_taken with the free times, payment_under_way, payment_over, payment_refused with the
 * provider's words, or payments_away.
 */
export async function startPayment(
  deps: StartDeps,
  {
    wish,
    address,
    requestKey,
  }: { wish: BookingParams; address: string; requestKey: string | null },
): Promise<{ order: ProviderOrder; hold: Hold | null }> {
  const now = deps.now()
  const { known, slot, reason } = await checkBooking(deps, wish, { now, isPaying: true })
  if (reason) throw refusal(reason, known.freeStarts)
  if (!needsPayment(known.event) || chargePence(known.event) === 0)
    throw new Refused('nothing_to_pay')

  const { event } = known
  const limits = holdLimitsOf(deps, {
    ...{ member: wish.member, event, startsAt: slot.startsAt, address },
  })
  const { payment, hold } = await deps.database
    .transaction(async (tx) => {
      // Otherwise a place that another tab of the member is taking would count as someone else's.
      await lockMember(tx, wish.member.id)
      const held = await holdToPay(tx, { wish, slot, now, limits })
      if (held === 'slot_taken') throw refusal(held, known.freeStarts)
      const repeated = requestKey && (await findPaymentOfRequest(tx, requestKey))
      if (repeated) return { payment: stillNew(repeated), hold: held }
      const whose = { memberId: wish.member.id, eventId: wish.eventId }
      const lastTry = await findLastTry(tx, whose)
      await expireOpenTries(tx, { ...whose, now })
      const written = draft(wish, {
        known,
        slot,
        now,
        holdId: held?.hold_id ?? null,
        requestKey,
        lastTry,
      })
      await insertPayment(tx, written)
      return { payment: written, hold: held }
    })
    .catch((error: unknown) => {
      const { constraint } = databaseFault(error) ?? {}
      if (constraint === 'one_open_payment_per_member_and_event')
        throw new Refused('payment_under_way')
      throw error
    })
  const order = await makeOrder(deps, payment)
  await noteOrder(deps.database.db, { id: payment.id, orderId: order.id, now: deps.now() })
  return { order, hold }
}

/** The member's hold, extended once, or a new one; null when the limits allow none. */
async function holdToPay(
  tx: Tx,
  { wish, slot, now, limits }: { wish: BookingParams; slot: Slot; now: Date; limits: HoldLimits },
): Promise<Hold | null | 'slot_taken'> {
  const until = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  const ask = {
    ...{ eventId: wish.eventId, startsAt: slot.startsAt, memberId: wish.member.id },
    ...{ until, now },
  }
  const extended = await extendHoldOnce(tx, ask)
  if (extended) return toHold(extended.holdId, slot, extended.until)
  const limited = { limits, asked: await beginHold(tx, { ...ask, limits }) }
  const holdId = randomUUID()
  const heldUntil = await holdPlace(tx, { ...ask, holdId, limited })
  // A hold that is taken to pay has used its one extension.
  if (heldUntil && (await extendHoldOnce(tx, ask))) return toHold(holdId, slot, heldUntil)
  if ((await whyNotHeld(tx, { ...ask, limited })) === 'slot_taken') return 'slot_taken'
  await uncountHold(tx, limits)
  return null
}

function toHold(holdId: string, slot: Slot, until: Date): Hold {
  return { hold_id: holdId, slot: slot.time, expires_at: until.toISOString() }
}

function draft(
  wish: BookingParams,
  now: {
    known: BookingContext
    slot: Slot
    now: Date
    holdId: string | null
    requestKey: string | null
    lastTry: Pick<PaymentRow, 'invoiceId' | 'captureId'> | null
  },
) {
  const id = randomUUID()
  const { event, consent } = now.known
  const isOpen = now.lastTry !== null && now.lastTry.captureId === null
  return {
    id,
    memberId: wish.member.id,
    eventId: event.event_id,
    slotStartsAt: now.slot.startsAt,
    consentId: consent?.id,
    holdId: now.holdId,
    state: 'created' as const,
    amountPence: chargePence(event),
    description: paymentDescription(event),
    // Shared by all attempts for one booking: the provider captures an invoice only once.
    invoiceId:
      isOpen && now.lastTry ? now.lastTry.invoiceId : `${newReference()}-${id.slice(0, 8)}`,
    createRequestId: now.requestKey ?? `${id}-create`,
    captureRequestId: `${id}-capture`,
    createdAt: now.now,
    updatedAt: now.now,
  }
}

type Draft = Pick<
  PaymentRow,
  'id' | 'invoiceId' | 'amountPence' | 'description' | 'createRequestId' | 'eventId'
>

function stillNew(payment: PaymentRow): Draft {
  if (payment.state !== 'created') throw new Refused('payment_over')
  return payment
}

/** Retries once with the same request id when no response came. */
async function makeOrder(deps: StartDeps, payment: Draft): Promise<ProviderOrder> {
  const ask = {
    requestId: payment.createRequestId,
    paymentId: payment.id,
    invoiceId: payment.invoiceId,
    pence: payment.amountPence,
    description: payment.description,
    returnUrl: `${deps.settings.publicUrl}/checkout?event=${payment.eventId}`,
  }
  try {
    return await deps.paypal.createOrder(ask).catch((error: unknown) => {
      if (error instanceof ProviderAway) return deps.paypal.createOrder(ask)
      throw error
    })
  } catch (error) {
    if (error instanceof ProviderAway) throw new Refused('payments_away')
    if (!(error instanceof ProviderRefused)) throw error
    const { db } = deps.database
    await movePayment(db, { id: payment.id, to: 'expired', now: deps.now() })
    throw new Refused('payment_refused', inProvidersWords(error))
  }
}

export function inProvidersWords({ issue, description, debugId }: ProviderRefused) {
  return { details: [{ issue, description }], debug_id: debugId }
}

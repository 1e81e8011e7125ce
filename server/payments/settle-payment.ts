import { decimalPounds, mayCapture, stateOfCapture } from '../../domain/payments.ts'
import type { Reason } from '../../domain/refusals.ts'
import { insertAudit } from '../audit/queries.ts'
import { keepHold } from '../bookings/places/queries.ts'
import { findWhatIsKnown } from '../bookings/queries.ts'
import type { Tx } from '../db/database.ts'
import type { Parts } from '../parts.ts'
import { finalisePayment } from './finalise-payment.ts'
import { keepPlace } from './keep-place.ts'
import { ProviderAway, ProviderRefused } from './paypal.ts'
import { captureOf, type ProviderOrder } from './provider-shapes.ts'
import {
  findPayment,
  giveBackTurn,
  lockMember,
  lockPayment,
  movePayment,
  noteNoNews,
  type PaymentRow,
  takeTurn,
} from './queries.ts'
import { recordCapture } from './record-capture.ts'

export type PaymentParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'kept' | 'paypal' | 'settings'>

/** How long one process may be at work on a payment before another takes over from it. */
export const TURN_MS = 30_000
/** Until when a place is kept for money that is being taken, each time anew. */
const KEEP_MS = 2 * 60_000

/** What the provider or the bank said when it refused; the browser reads it as the provider's (spec §7). */
export type Refusal = { issue: string; description: string; debugId: string }

/**
 * How far a payment came: `refusal` when no money was taken because somebody said no, `reason` when
 * none was asked for because he cannot have what it is for.
 */
export type Settled = { refusal: Refusal | null; reason: Reason | null }

const NOTHING: Settled = { refusal: null, reason: null }

/**
 * Brings a payment as far as it can go: asks the provider how it stands, takes the money when the man
 * agreed and his place is there, books or pays back. Whoever hears of a payment calls this: his
 * browser (`isWanted`: he is there and wants it now), a notification, the look after idle payments.
 * Null when another is at work on it. Rejects with ProviderAway when nothing could be learned; the
 * payment then stays as it is, to be looked after.
 */
export async function settlePayment(
  parts: PaymentParts,
  id: string,
  { isWanted = false }: { isWanted?: boolean } = {},
): Promise<Settled | null> {
  const since = parts.now()
  const { db } = parts.database
  if (!(await takeTurn(db, { id, now: since, turnMs: TURN_MS }))) return null
  try {
    const payment = await findPayment(db, id)
    return payment ? await goOn(parts, payment, isWanted) : NOTHING
  } finally {
    await giveBackTurn(db, { id, since })
  }
}

async function goOn(parts: PaymentParts, payment: PaymentRow, isWanted: boolean): Promise<Settled> {
  if (payment.state === 'paid') {
    await finalisePayment(parts, payment.id)
    return NOTHING
  }
  if (BACK_OR_BOOKED.includes(payment.state)) return NOTHING
  // Written down, but its order never came back to us: nobody can pay it.
  if (payment.orderId === null) return expire(parts, payment)
  const order = await parts.paypal.findOrder(payment.orderId)
  if (!order) return expire(parts, payment)
  const capture = captureOf(order)
  if (capture) {
    await recordCapture(parts, payment, order)
    // Others' turn comes before it is asked about again.
    if (payment.state === 'pending review')
      await noteNoNews(parts.database.db, payment.id, parts.now())
    return NOTHING
  }
  if (!MAY_CAPTURE.includes(payment.state)) return NOTHING
  if (order.status !== 'APPROVED') return waitOrExpire(parts, payment, { order, isWanted })
  return takeMoney(parts, payment, { order, isWanted })
}

const BACK_OR_BOOKED = ['finalised', 'refunded', 'refund failed']
/** One that is declined or over is only asked about: money may have been taken for it all the same. */
const MAY_CAPTURE = ['created', 'approved', 'capturing']

/** The man has not agreed yet: he may, as long as his place is kept. */
async function waitOrExpire(
  parts: PaymentParts,
  payment: PaymentRow,
  { order, isWanted }: { order: ProviderOrder; isWanted: boolean },
): Promise<Settled> {
  if (isWanted) {
    const description = `The payment is not approved yet (${order.status}).`
    const refusal = { issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' }
    return { ...NOTHING, refusal }
  }
  const now = parts.now()
  const { db } = parts.database
  if (!(await keepHold(db, placeOf(payment, now, now)))) return expire(parts, payment)
  await noteNoNews(db, payment.id, now)
  return NOTHING
}

async function takeMoney(
  parts: PaymentParts,
  payment: PaymentRow,
  { order, isWanted }: { order: ProviderOrder; isWanted: boolean },
): Promise<Settled> {
  const refusal = whyNotCapture(payment, order, parts.paypal)
  if (refusal) return decline(parts, payment, refusal)
  const begun = await beginCapture(parts, payment, isWanted)
  if (begun === 'over') return NOTHING
  if (begun !== 'begun') return { ...NOTHING, reason: begun }
  try {
    const captured = await capture(parts, payment)
    await recordCapture(parts, payment, captured)
    return NOTHING
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const { issue, description, debugId } = error
    // It may refuse because it did what an earlier request, whose answer was lost, asked for.
    const now = await parts.paypal.findOrder(order.id)
    const taken = now && captureOf(now)
    if (now && taken && stateOfCapture(taken.status) !== 'declined') {
      await recordCapture(parts, payment, now)
      return NOTHING
    }
    return decline(parts, payment, { issue, description, debugId })
  }
}

/** Why the money of this order must not be taken, or null. Asked of the provider, not of the browser. */
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

/**
 * Writes down that money is being asked for, with the place kept for it. Without the man there it is
 * only asked for while his hold lasts; when he is there, another free place of the slot will do.
 */
async function beginCapture(
  parts: PaymentParts,
  payment: PaymentRow,
  isWanted: boolean,
): Promise<'begun' | 'over' | Reason> {
  const now = parts.now()
  return parts.database.transaction(async (tx) => {
    // Two payments of one man begin one after the other: the second sees the first.
    await lockMember(tx, payment.memberId)
    const locked = await lockPayment(tx, payment.id)
    if (locked?.state === 'capturing') {
      await keepHold(tx, placeOf(payment, now, later(now)))
      return 'begun'
    }
    if (locked?.state !== 'created' && locked?.state !== 'approved') return 'over'
    const reason = await whyNotHis(tx, payment, now, isWanted)
    if (reason === 'payment_under_way') return reason
    if (reason) {
      await movePayment(tx, { id: payment.id, to: 'expired', now })
      return reason
    }
    await movePayment(tx, { id: payment.id, to: 'approved', now })
    await movePayment(tx, { id: payment.id, to: 'capturing', now })
    return 'begun'
  })
}

/** Why he cannot have what he would pay for, or null: then its place is kept for him. */
async function whyNotHis(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
  isWanted: boolean,
): Promise<Reason | null> {
  const known = await findWhatIsKnown(tx, payment)
  if (known?.bookedThisEvent) return 'duplicate'
  if (known?.upcomingUntil && known.upcomingUntil > now) return 'existing_booking'
  if (known?.paymentUnderWay) return 'payment_under_way'
  if (payment.slotStartsAt <= now) return 'slot_taken'
  const isKept = await keepPlace(tx, placeOf(payment, now, later(now)), { orAnother: isWanted })
  return isKept ? null : 'slot_taken'
}

/** Asks for the money, a second time under the same id when no answer came. */
async function capture(parts: PaymentParts, payment: PaymentRow): Promise<ProviderOrder> {
  const { orderId, captureRequestId } = payment
  if (orderId === null || captureRequestId === null) throw new Error('a payment without its order')
  return parts.paypal.capture(orderId, captureRequestId).catch((error: unknown) => {
    if (error instanceof ProviderAway) return parts.paypal.capture(orderId, captureRequestId)
    throw error
  })
}

async function decline(
  parts: PaymentParts,
  payment: PaymentRow,
  refusal: Refusal,
): Promise<Settled> {
  const now = parts.now()
  await parts.database.transaction(async (tx) => {
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
  return { ...NOTHING, refusal }
}

async function expire(parts: PaymentParts, payment: PaymentRow): Promise<Settled> {
  const move = { id: payment.id, to: 'expired' as const, now: parts.now() }
  await movePayment(parts.database.db, move)
  return NOTHING
}

function placeOf(payment: PaymentRow, now: Date, until: Date) {
  const { eventId, memberId, slotStartsAt: startsAt } = payment
  return { eventId, memberId, startsAt, until, now }
}

function later(now: Date): Date {
  return new Date(now.getTime() + KEEP_MS)
}

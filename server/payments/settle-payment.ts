import { keepHold } from '../bookings/places.queries.ts'
import { finalisePayment } from './finalise-payment.ts'
import {
  findPayment,
  giveBackTurn,
  movePayment,
  noteNoNews,
  type PaymentRow,
  takeTurn,
} from './payments.queries.ts'
import { captureOf, type ProviderOrder } from './provider-shapes.ts'
import { recordCapture } from './record-capture.ts'
import {
  mayTakeUnheld,
  NOTHING,
  type PaymentParts,
  placeOf,
  type Settled,
  type Why,
} from './settlement.ts'
import { takeMoney } from './take-money.ts'

/** How long one process may be at work on a payment before another takes over from it. */
export const TURN_MS = 30_000

/**
 * Brings a payment as far as it can go: asks the provider how it stands, takes the money when the man
 * agreed and his place is there, books or pays back. Whoever hears of a payment calls this, and `why`
 * says who.
 * Null when another is at work on it. Rejects with ProviderAway when nothing could be learned; the
 * payment then stays as it is, to be looked after.
 */
export async function settlePayment(
  parts: PaymentParts,
  id: string,
  why: Why,
): Promise<Settled | null> {
  const since = parts.now()
  const { db } = parts.database
  if (!(await takeTurn(db, { id, now: since, turnMs: TURN_MS }))) return null
  try {
    const payment = await findPayment(db, id)
    return payment ? await goOn(parts, payment, why) : NOTHING
  } finally {
    await giveBackTurn(db, { id, since })
  }
}

async function goOn(parts: PaymentParts, payment: PaymentRow, why: Why): Promise<Settled> {
  if (payment.state === 'paid') {
    await finalisePayment(parts, payment.id)
    return NOTHING
  }
  if (BACK_OR_BOOKED.includes(payment.state)) return NOTHING
  // Written down, but its order never came back to us: nobody can pay it.
  if (payment.orderId === null) return endIdle(parts, payment, why)
  const order = await parts.paypal.findOrder(payment.orderId)
  if (!order) return endIdle(parts, payment, why)
  const capture = captureOf(order)
  if (capture) {
    await recordCapture(parts, payment, order)
    // Others' turn comes before it is asked about again.
    if (payment.state === 'pending review')
      await noteNoNews(parts.database.db, payment.id, parts.now())
    return NOTHING
  }
  if (!MAY_CAPTURE.includes(payment.state)) return NOTHING
  if (order.status !== 'APPROVED') return waitOrExpire(parts, payment, { order, why })
  return takeMoney(parts, payment, { order, why })
}

const BACK_OR_BOOKED = ['finalised', 'refunded', 'refund failed']
/** One that is declined or over is only asked about: money may have been taken for it all the same. */
const MAY_CAPTURE = ['created', 'approved', 'capturing']

/** The man has not agreed yet: he may, as long as his place is kept. */
async function waitOrExpire(
  parts: PaymentParts,
  payment: PaymentRow,
  { order, why }: { order: ProviderOrder; why: Why },
): Promise<Settled> {
  if (why === 'wanted') {
    const description = `The payment is not approved yet (${order.status}).`
    const refusal = { issue: 'PAYER_ACTION_REQUIRED', description, debugId: '' }
    return { ...NOTHING, refusal }
  }
  const now = parts.now()
  const { db } = parts.database
  const isKept = mayTakeUnheld(payment, now) || (await keepHold(db, placeOf(payment, now, now)))
  if (!isKept) return endIdle(parts, payment, why)
  await noteNoNews(db, payment.id, now)
  return NOTHING
}

/** Nobody can pay it any more. Whoever is still at it is left to find that out himself. */
async function endIdle(parts: PaymentParts, payment: PaymentRow, why: Why): Promise<Settled> {
  if (why === 'news') return NOTHING
  const move = { id: payment.id, to: 'expired' as const, now: parts.now() }
  await movePayment(parts.database.db, move)
  return NOTHING
}

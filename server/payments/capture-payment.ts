import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '../../domain/payment-shapes.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { Member } from '../members/members.queries.ts'
import { toPayment } from './answer-payment.ts'
import { findPaymentOfOrder, type PaymentRow } from './payments.queries.ts'
import { ProviderAway } from './paypal.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentDeps, Settlement } from './settlement.ts'

/** How long a second request for the same payment waits for the first. */
const PATIENCE_MS = 20_000
const LOOK_MS = 200

export type Captured = {
  /** 202: not known yet. */
  status: 201 | 202 | 422
  /** The provider's answer about the order, as far as there is one. */
  order: Record<string, unknown>
  payment: Payment
  refusal: Settlement['refusal']
}

/**
 * Takes the money of an order for the man who pays, and books what it is for (spec §4, Card checkout).
 * Asked again it tells what became of it. Throws Refused: not_found for an order that is not his,
 * payment_over for one that a later try replaced, slot_taken with the free times when the place is gone
 * and nothing was taken, and whatever else keeps him from booking it now.
 */
export async function capturePayment(
  deps: PaymentDeps,
  { member, orderId }: { member: Member; orderId: string },
): Promise<Captured> {
  const { db } = deps.database
  const find = async () => {
    const payment = await findPaymentOfOrder(db, { orderId, memberId: member.id })
    if (!payment) throw new Refused('not_found')
    return payment
  }
  const before = await find()
  if (before.state === 'expired') throw new Refused('payment_over')
  const settled = await settle(deps, before)
  const payment = await find()
  if (settled?.reason && settled.reason !== 'slot_taken') throw new Refused(settled.reason)
  if (settled?.reason) {
    const whose = { eventId: payment.eventId, memberId: member.id, now: deps.now() }
    throw new Refused('slot_taken', { slots: toSlots(await freeTimes(db, whose)) })
  }
  // Another try of his took over while this one waited.
  if (payment.state === 'expired') throw new Refused('payment_over')
  const refusal = settled?.refusal ?? refusalOf(payment)
  const isUnknown = ['created', 'approved', 'capturing'].includes(payment.state) && !refusal
  return {
    status: refusal ? 422 : isUnknown ? 202 : 201,
    order: orderOf(payment),
    payment: await toPayment(db, payment, member),
    refusal,
  }
}

/** Null when nothing could be learned now: the look after idle payments goes on with it. */
async function settle(deps: PaymentDeps, { id }: PaymentRow): Promise<Settlement | null> {
  const until = Date.now() + PATIENCE_MS
  try {
    for (;;) {
      const settled = await settlePayment(deps, id, 'member')
      // Another is at work on it: his own second click, a notification. Its end is his answer.
      if (settled || Date.now() > until) return settled
      await wait(LOOK_MS)
    }
  } catch (error) {
    if (error instanceof ProviderAway) return null
    throw error
  }
}

// A declined capture within a whole order is told by the order itself; what was refused before there
// was a capture, by the refusal that was kept.
function refusalOf(payment: PaymentRow): Settlement['refusal'] {
  if (payment.state !== 'declined') return null
  const { issue, description, debugId } = (payment.lastAnswer ?? {}) as Record<string, unknown>
  if (typeof issue !== 'string') return null
  return { issue, description: String(description ?? ''), debugId: String(debugId ?? '') }
}

function orderOf({ lastAnswer }: PaymentRow): Record<string, unknown> {
  const answer = (lastAnswer ?? {}) as Record<string, unknown>
  return 'purchase_units' in answer ? answer : {}
}

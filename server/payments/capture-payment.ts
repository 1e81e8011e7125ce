import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '../../domain/payment-shapes.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { Member } from '../members/members.queries.ts'
import { ProviderAway } from '../paypal/paypal.ts'
import { toPayment } from './payment-response.ts'
import { findPaymentOfOrder, type PaymentRow } from './payments.queries.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentDeps, Settlement } from './settlement.ts'

const PATIENCE_MS = 20_000
const LOOK_MS = 200

export type Captured = {
  /** 202: the outcome is not known yet. */
  status: 201 | 202 | 422
  /** The provider's order in the shape that checkout reads; {} while there is none. */
  order: Record<string, unknown>
  payment: Payment
  refusal: Settlement['refusal']
}

/**
 * Captures an order and books the appointment (spec §4, Card checkout); a repeated call returns
 * the same outcome. Throws Refused: not_found for another member's order, payment_over when a
 * later attempt replaced it, slot_taken with the free times when the place is gone and nothing was
 * captured, or the reason why the member may not book.
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

async function settle(deps: PaymentDeps, { id }: PaymentRow): Promise<Settlement | null> {
  const until = Date.now() + PATIENCE_MS
  try {
    for (;;) {
      const settled = await settlePayment(deps, id, 'member')
      // Another request or a webhook job has the lease; its outcome is the answer.
      if (settled || Date.now() > until) return settled
      await wait(LOOK_MS)
    }
  } catch (error) {
    if (error instanceof ProviderAway) return null
    throw error
  }
}

// A declined capture is shown by the order itself; a refusal before a capture by `lastAnswer`.
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

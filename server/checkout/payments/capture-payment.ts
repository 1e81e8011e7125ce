import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod/mini'
import type { Payment } from '../../../domain/payment-schemas.ts'
import type { PaymentState } from '../../../domain/payment-states.ts'
import { freeSlots } from '../../events/slots.ts'
import type { Member } from '../../members/members.queries.ts'
import type { PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import { ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Settlement } from './capture-order.ts'
import { toPayment } from './payment-response.ts'
import { findPaymentOfOrder } from './payments.queries.ts'
import { type PaymentDeps, settlePayment } from './settle-payment.ts'

const SETTLE_WITHIN_MS = 20_000
const POLL_MS = 200
/** No response about the capture yet. */
const IS_UNKNOWN: PaymentState[] = ['created', 'approved', 'capturing']

export type Captured = {
  /** 202: the outcome is not known yet. */
  status: 201 | 202 | 422
  /** The provider's order in the shape that checkout reads; {} while there is none. */
  order: Record<string, unknown>
  payment: Payment
  refusal: Settlement['refusal']
}

/**
 * Captures an order and books the appointment (rules §4.3); a repeated call returns
 * the same outcome. Throws Refused: not_found for another member's order, payment_over when a
 * later attempt replaced it, slot_taken with the free times when the place is gone and nothing was
 * captured, or the reason why the member may not book.
 */
export async function capturePayment(
  deps: PaymentDeps,
  {
    member,
    orderId,
    forAppointmentId,
  }: {
    member: Member
    orderId: string
    /** Only a payment for this booked appointment. */
    forAppointmentId?: number
  },
): Promise<Captured> {
  const { db } = deps.database
  const find = async () => {
    const payment = await findPaymentOfOrder(db, { orderId, memberId: member.id })
    const isOther = forAppointmentId !== undefined && payment?.forAppointmentId !== forAppointmentId
    if (!payment || isOther) throw new Refused('not_found')
    return payment
  }
  const before = await find()
  if (before.state === 'expired') throw new Refused('payment_over')
  const settled = await settle(deps, before)
  const payment = await find()
  if (settled?.reason && settled.reason !== 'slot_taken') throw new Refused(settled.reason)
  if (settled?.reason) {
    const filter = { eventId: payment.eventId, memberId: member.id, now: deps.now() }
    throw new Refused('slot_taken', { slots: await freeSlots(db, filter) })
  }
  if (payment.state === 'expired') throw new Refused('payment_over')
  const isDeclined = payment.state === 'declined'
  const refusal = settled?.refusal ?? (isDeclined ? readRefusal(payment) : null)
  const isUnknown = IS_UNKNOWN.includes(payment.state) && !refusal
  return {
    status: refusal ? 422 : isUnknown ? 202 : 201,
    order: readOrder(payment),
    payment: await toPayment(db, payment, member),
    refusal,
  }
}

async function settle(deps: PaymentDeps, { id }: PaymentRow): Promise<Settlement | null> {
  const until = Date.now() + SETTLE_WITHIN_MS
  try {
    for (;;) {
      const settled = await settlePayment(deps, id, 'member')
      // Another request or a webhook job has the lease; its outcome is the answer.
      if (settled || Date.now() > until) return settled
      await wait(POLL_MS)
    }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null
    throw error
  }
}

const StoredOrder = z.looseObject({ purchase_units: z.array(z.unknown()) })
const StoredRefusal = z.object({ issue: z.string(), description: z.string(), debugId: z.string() })

/** The provider's order as last stored; {} when its last answer was a refusal, or none. */
function readOrder({ lastAnswer }: PaymentRow): Record<string, unknown> {
  return StoredOrder.safeParse(lastAnswer).data ?? {}
}

/** Null when the last answer was an order: a declined capture shows in the order itself. */
function readRefusal({ lastAnswer }: PaymentRow): Settlement['refusal'] {
  return StoredRefusal.safeParse(lastAnswer).data ?? null
}

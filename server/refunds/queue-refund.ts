import { randomUUID } from 'node:crypto'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import {
  insertRefund,
  lockRefundable,
  markRefunded,
  type Refund,
  sumRefunds,
  type TakenPayment,
} from './refunds.queries.ts'

/** `actorUserId` is the user who asked for it, if any. */
export type RefundAsk = {
  payment: Pick<TakenPayment, 'id' | 'memberId'>
  amountPence: number
  reason: 'cancelled' | 'place gone' | 'at the provider'
  now: Date
  actorUserId?: string
}

/**
 * Marks the payment 'refunded' and queues a refund. Null when nothing is left (audit entry only),
 * it is refunded already or was not captured. One made 'at the provider' must be set 'done' in the
 * same transaction, or it is sent again. Throws RangeError above the captured sum.
 */
export async function queueRefund(tx: Tx, ask: RefundAsk): Promise<Refund | null> {
  const { payment, reason, now } = ask
  const paymentId = payment.id
  const capturedPence = await lockRefundable(tx, paymentId)
  if (capturedPence === null) return null
  if (ask.amountPence < 0 || ask.amountPence > capturedPence) {
    throw new RangeError(`Not a refund of ${capturedPence} pence: ${ask.amountPence}`)
  }
  const before = await sumRefunds(tx, paymentId)
  const amountPence = Math.min(ask.amountPence, capturedPence - before.pence)
  if (amountPence === 0) {
    await audit(tx, ask, {
      action: 'nothing refunded',
      details: { reason, capturedPence, backBefore: before.pence },
    })
    return null
  }

  const requestId = `${paymentId}-refund-${before.count + 1}`
  if (!(await markRefunded(tx, { paymentId, now }))) return null
  await insertRefund(tx, {
    id: randomUUID(),
    paymentId,
    amountPence,
    reason,
    state: 'queued',
    requestId,
    createdAt: now,
    updatedAt: now,
  })
  const details = { reason, capturedPence, amountPence, requestId }
  await audit(tx, ask, { action: 'refund queued', details })
  return { amountPence, state: 'queued', decidedAt: now }
}

function audit(tx: Tx, ask: RefundAsk, what: { action: string; details: object }): Promise<void> {
  const { payment, now, actorUserId = null } = ask
  const { memberId } = payment
  return insertAudit(tx, {
    actorUserId,
    memberId,
    subject: `payment ${payment.id}`,
    at: now,
    ...what,
  })
}

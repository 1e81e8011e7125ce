import { randomUUID } from 'node:crypto'
import type { RefundReason } from '../../domain/payment-shapes.ts'
import { mayMove } from '../../domain/payment-states.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import { lockPayment, movePayment } from '../ledger/payment-row.queries.ts'
import { listFailedRefunds } from './failed-refunds.queries.ts'
import { type Refund, toPaid } from './paid-columns.queries.ts'
import { insertRefund, sumRefunds } from './refunds.queries.ts'

/**
 * Marks the payment 'refunded' and queues a refund. Null when nothing is left (audit entry only),
 * it is refunded already or was not captured. One made 'at the provider' must be set 'done' in the
 * same transaction, or it is sent again. Throws RangeError above the captured sum.
 */
export async function queueRefund(
  tx: Tx,
  request: {
    paymentId: string
    amountPence: number
    reason: RefundReason
    now: Date
    /** The user who asked for it, if any. */
    actorUserId?: string | null
  },
): Promise<Refund | null> {
  const { paymentId, reason, now, actorUserId = null } = request
  const payment = await lockPayment(tx, paymentId)
  if (!payment || !mayMove(payment.state, 'refunded')) return null
  const { capturedPence } = toPaid(payment)
  if (request.amountPence < 0 || request.amountPence > capturedPence) {
    throw new RangeError(`Not a refund of ${capturedPence} pence: ${request.amountPence}`)
  }
  const audit = (action: string, details: object) =>
    insertAudit(tx, {
      actorUserId,
      memberId: payment.memberId,
      action,
      subject: `payment ${paymentId}`,
      details: { reason, capturedPence, ...details },
      at: now,
    })
  const before = await sumRefunds(tx, paymentId)
  const amountPence = Math.min(request.amountPence, capturedPence - before.pence)
  if (amountPence === 0) {
    await audit('nothing refunded', { backBefore: before.pence })
    return null
  }
  const requestId = `${paymentId}-refund-${before.count + 1}`
  if (!(await movePayment(tx, { id: paymentId, to: 'refunded', now }))) return null
  const failed = before.count === 0 ? [] : await listFailedRefunds(tx, paymentId)
  await insertRefund(tx, {
    id: randomUUID(),
    paymentId,
    amountPence,
    reason,
    state: 'queued',
    requestId,
    replacesId: failed.find(({ duePence }) => duePence <= amountPence)?.id,
    createdAt: now,
    updatedAt: now,
  })
  await audit('refund queued', { amountPence, requestId })
  return { amountPence, state: 'queued', decidedAt: now }
}

import type { RefundReason } from '../../../domain/payment-schemas.ts'
import { mayMove } from '../../../domain/payment-states.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPayment } from '../ledger/payment-row.queries.ts'
import { type Refund, toPaid } from './paid-columns.queries.ts'
import { sumRefunds } from './refunds.queries.ts'
import { writeRefund } from './write-refund.ts'

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
  const before = await sumRefunds(tx, paymentId)
  const amountPence = Math.min(request.amountPence, capturedPence - before.pence)
  if (amountPence === 0) {
    await insertAudit(
      tx,
      { by: actorUserId, memberId: payment.memberId, subject: `payment ${paymentId}`, at: now },
      'nothing refunded',
      { reason, capturedPence, backBefore: before.pence },
    )
    return null
  }
  await writeRefund(tx, {
    payment,
    pence: amountPence,
    reason,
    way: { kind: 'card' },
    endsPayment: true,
    audit: { actorUserId, details: { capturedPence } },
    now,
  })
  return { amountPence, state: 'queued', decidedAt: now }
}

import { randomUUID } from 'node:crypto'
import { penceOf } from '../../domain/payments.ts'
import { insertAudit } from '../audit/queries.ts'
import type { Parts } from '../parts.ts'
import {
  enterMoney,
  insertRefundMadeThere,
  isRefundKnown,
  lockPayment,
  movePayment,
} from './queries.ts'

/**
 * Writes down a refund that the office made at the provider itself, which we hear of by notification.
 * One of ours is known already, or will be when its answer is here.
 */
export async function recordRefund(
  parts: Pick<Parts, 'database' | 'now' | 'paypal'>,
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<void> {
  const refund = await parts.paypal.findRefund(refundId)
  const pence = penceOf(refund?.amount?.value ?? '')
  if (refund?.status !== 'COMPLETED' || pence === null || pence === 0) return
  const now = parts.now()
  await parts.database.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || (await isRefundKnown(tx, { paymentId, refundId, pence }))) return
    const row = {
      ...{ id: randomUUID(), paymentId, amountPence: pence, reason: 'at the provider' },
      ...{ state: 'done', requestId: `there-${refundId}`, providerRefundId: refundId },
      ...{ createdAt: now, updatedAt: now },
    }
    if (!(await insertRefundMadeThere(tx, row))) return
    const kind = 'refund'
    await enterMoney(tx, { paymentId, kind, amountPence: -pence, providerRef: refundId, at: now })
    if (pence === payment.capturedPence)
      await movePayment(tx, { id: paymentId, to: 'refunded', now })
    await insertAudit(tx, {
      memberId: payment.memberId,
      action: 'refunded at the provider',
      subject: `payment ${paymentId}`,
      details: { pence, refund: refundId },
      at: now,
    })
  })
}

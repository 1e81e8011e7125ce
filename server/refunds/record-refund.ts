import { randomUUID } from 'node:crypto'
import { penceOf } from '../../domain/payments.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Deps } from '../deps.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import {
  findRefundOf,
  insertRefundMadeThere,
  isRefundAwaited,
  isRefundKnown,
} from '../payments/payment-refunds.queries.ts'
import { lockPayment, movePayment } from '../payments/payments.queries.ts'
import { commit } from '../platform/commit.ts'
import { isFullyRefunded } from './refund-unbookable.ts'

/**
 * Records a refund that the office made at the provider. Rejects, so that the job is retried,
 * while a refund of ours of the same amount awaits its response: it may be the same one.
 */
export async function recordRefund(
  deps: Pick<Deps, 'database' | 'now' | 'paypal' | 'jobs' | 'cache'>,
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<void> {
  const refund = await deps.paypal.findRefund(refundId)
  const pence = penceOf(refund?.amount?.value ?? '')
  if (refund?.status !== 'COMPLETED' || pence === null || pence === 0) return
  const now = deps.now()
  await commit(deps, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || (await isRefundKnown(tx, refundId))) return
    if (await isRefundAwaited(tx, { paymentId, pence }))
      throw new Error(`refund ${refundId} may be one of ours, whose answer is not here yet`)
    const failed = await findRefundOf(tx, paymentId)
    const row = {
      ...{ id: randomUUID(), paymentId, amountPence: pence, reason: 'at the provider' },
      ...{ state: 'done', requestId: `there-${refundId}`, providerRefundId: refundId },
      ...{ createdAt: now, updatedAt: now },
    }
    if (!(await insertRefundMadeThere(tx, row))) return
    const kind = 'refund'
    await insertLedgerEntry(tx, {
      paymentId,
      kind,
      amountPence: -pence,
      providerRef: refundId,
      at: now,
    })
    const isMadeUp = payment.state === 'refund failed' && pence >= (failed?.amountPence ?? 0)
    // While the capture is not recorded, recording it finds the refund.
    const isKnown = payment.capturedPence !== null
    if (isMadeUp || (isKnown && (await isFullyRefunded(tx, payment))))
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

import { randomUUID } from 'node:crypto'
import { penceOf } from '../../domain/payments.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Deps } from '../deps.ts'
import { insertLedgerEntry } from '../ledger/ledger.queries.ts'
import { lockPayment, movePayment } from '../ledger/payment-row.queries.ts'
import { commit } from '../platform/commit.ts'
import { listFailedRefunds } from './failed-refunds.queries.ts'
import { isFullyRefunded } from './refund-unbookable.ts'
import { insertProviderRefund, isRefundAwaited, isRefundKnown } from './refunds.queries.ts'

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
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || (await isRefundKnown(tx, refundId))) return
    if (await isRefundAwaited(tx, { paymentId, pence }))
      throw new Error(`refund ${refundId} may be one of ours that awaits its response`)
    const failed = await listFailedRefunds(tx, paymentId)
    const replaced = failed.find(({ duePence }) => duePence <= pence)
    const isNew = await insertProviderRefund(tx, {
      id: randomUUID(),
      paymentId,
      amountPence: pence,
      reason: 'at the provider',
      state: 'done',
      requestId: `there-${refundId}`,
      providerRefundId: refundId,
      replacesId: replaced?.id,
      createdAt: now,
      updatedAt: now,
    })
    if (!isNew) return
    const entry = { paymentId, amountPence: -pence, providerRef: refundId, at: now }
    await insertLedgerEntry(tx, { ...entry, kind: 'refund' })
    const mendsAll = payment.state === 'refund failed' && replaced && failed.length === 1
    // While the capture is not recorded, recording it finds the refund.
    const isCaptured = payment.capturedPence !== null
    if (mendsAll || (isCaptured && (await isFullyRefunded(tx, payment))))
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

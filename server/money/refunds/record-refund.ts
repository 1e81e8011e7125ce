import { penceOf } from '../../../domain/payments.ts'
import type { Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import { lockPayment } from '../ledger/payment-row.queries.ts'
import { isRefundAwaited, isRefundKnown } from './refunds.queries.ts'
import { writeRefund } from './write-refund.ts'

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
      throw new Error(`refund ${refundId} may be one of ours that awaits its response`)
    await writeRefund(tx, {
      payment,
      pence,
      reason: 'at the provider',
      way: { kind: 'provider', providerRefundId: refundId, requestId: `there-${refundId}` },
      audit: {
        actorUserId: null,
        action: 'refunded at the provider',
        details: { pence, refund: refundId },
      },
      now,
    })
  })
}

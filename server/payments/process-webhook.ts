import { markHandled } from '../ledger/ledger.queries.ts'
import type { JobData } from '../platform/job-queues.ts'
import { recordRefund } from '../refunds/record-refund.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentDeps } from './settlement.ts'

/**
 * Settles the payment, or records the refund, that a webhook is about. Rejects, so that the job is
 * retried, while another process has the lease: that process may have read an older state.
 */
export async function processWebhook(deps: PaymentDeps, webhook: JobData['settle']): Promise<void> {
  const { paymentId, notificationId, refundId } = webhook
  if (refundId !== undefined) await recordRefund(deps, { paymentId, refundId })
  else if (!(await settlePayment(deps, paymentId, 'webhook'))) {
    throw new Error(`payment ${paymentId} is being settled`)
  }
  await markHandled(deps.database.db, { id: notificationId, now: deps.now() })
}

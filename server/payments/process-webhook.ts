import type { JobData } from '../platform/job-queues.ts'
import { markHandled } from './ledger.queries.ts'
import { recordRefund } from './record-refund.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentDeps } from './settlement.ts'

/**
 * Looks at the payment that a notification of the provider was about. Rejects, to be tried again, while
 * somebody else is at work on it: his news may be older than this.
 */
export async function processWebhook(deps: PaymentDeps, webhook: JobData['settle']): Promise<void> {
  const { paymentId, notificationId, refundId } = webhook
  if (refundId !== undefined) await recordRefund(deps, { paymentId, refundId })
  else if (!(await settlePayment(deps, paymentId, 'webhook'))) {
    throw new Error(`payment ${paymentId} is being settled`)
  }
  await markHandled(deps.database.db, { id: notificationId, now: deps.now() })
}

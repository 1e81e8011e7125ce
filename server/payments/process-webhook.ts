import type { JobData } from '../platform/job-queues.ts'
import { markHandled } from './ledger.queries.ts'
import { recordRefund } from './record-refund.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentParts } from './settlement.ts'

/**
 * Looks at the payment that a notification of the provider was about. Rejects, to be tried again, while
 * somebody else is at work on it: his news may be older than this.
 */
export async function settleNews(parts: PaymentParts, news: JobData['settle']): Promise<void> {
  const { paymentId, notificationId, refundId } = news
  if (refundId !== undefined) await recordRefund(parts, { paymentId, refundId })
  else if (!(await settlePayment(parts, paymentId, 'news'))) {
    throw new Error(`payment ${paymentId} is being settled`)
  }
  await markHandled(parts.database.db, { id: notificationId, now: parts.now() })
}

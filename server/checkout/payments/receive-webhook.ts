import { isSettled } from '../../../domain/payment-states.ts'
import type { Deps } from '../../deps.ts'
import { findPayment } from '../../money/ledger/payment-row.queries.ts'
import { recordRefund } from '../../money/refunds/record-refund.ts'
import { commitStatements } from '../../platform/commit.ts'
import { databaseFault, type Queryable } from '../../platform/db/database.ts'
import type { JobData } from '../../platform/job-queues.ts'
import type { Notification } from './notification-schema.ts'
import {
  type DisputeReport,
  disputedCaptures,
  disputeReportIn,
  recordDispute,
} from './record-dispute.ts'
import { type PaymentDeps, settlePayment } from './settle-payment.ts'
import {
  findNamedPayment,
  insertWebhook,
  markWebhookHandled,
  RECEIVED_BEFORE,
} from './webhooks.queries.ts'

/**
 * Stores a webhook once, with a job to settle its payment. Amounts and states in it are not
 * trusted: the provider is asked again (docs/decisions, 11).
 */
export async function receiveWebhook(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  notification: Notification,
): Promise<void> {
  const { id, event_type: type, resource } = notification
  const webhook = { id, type, body: about(notification), receivedAt: deps.now() }
  const report = disputeReportIn(notification)
  if (report) return receiveDispute(deps, { notification, report, webhook })
  const paymentId = await paymentOf(deps.database.db, notification)
  const isRefund = notification.resource_type === 'refund'
  const refundId = isRefund && resource?.id ? { refundId: resource.id } : {}
  const settling = paymentId && { paymentId, notificationId: id, ...refundId }
  const addJob = settling ? await deps.jobs.prepare('settle', settling) : undefined
  const stored = commitStatements(deps, (q) => [insertWebhook(q, webhook), addJob?.(q)])
  await stored.catch((error: unknown) => {
    if (databaseFault(error)?.constraint !== RECEIVED_BEFORE) throw error
  })
}

/**
 * A dispute says more than which payment to settle, so its effect is written before it counts as
 * received; a repeat changes nothing. Of no payment here it stays unhandled, for the treasurer.
 */
async function receiveDispute(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  of: {
    notification: Notification
    report: DisputeReport
    webhook: Parameters<typeof insertWebhook>[1]
  },
): Promise<void> {
  const { notification, report, webhook } = of
  const { db } = deps.database
  const paymentIds = await paymentsOf(db, notification)
  for (const paymentId of paymentIds) await recordDispute(deps, { paymentId, report })
  const stored = commitStatements(deps, (q) => [insertWebhook(q, webhook)])
  await stored.catch((error: unknown) => {
    if (databaseFault(error)?.constraint !== RECEIVED_BEFORE) throw error
  })
  if (paymentIds.length > 0) await markWebhookHandled(db, { id: webhook.id, now: deps.now() })
}

/** The payments of a dispute, or the one of a reversal. */
async function paymentsOf(q: Queryable, notification: Notification): Promise<string[]> {
  const named = await Promise.all(
    disputedCaptures(notification).map((captureId) => findNamedPayment(q, { captureId })),
  )
  const one = named.length === 0 ? [await paymentOf(q, notification)] : named
  return [...new Set(one.filter((id) => id !== null))].toSorted()
}

/**
 * Settles the payment, or records the refund, that a webhook is about. Rejects, so that the job is
 * retried, while another process has the lease: that process may have read an older state.
 */
export async function processWebhook(deps: PaymentDeps, webhook: JobData['settle']): Promise<void> {
  const { paymentId, notificationId, refundId } = webhook
  if (refundId !== undefined) await recordRefund(deps, { paymentId, refundId })
  else await settleUnlessSettled(deps, paymentId)
  await markWebhookHandled(deps.database.db, { id: notificationId, now: deps.now() })
}

async function settleUnlessSettled(deps: PaymentDeps, id: string): Promise<void> {
  const payment = await findPayment(deps.database.db, id)
  if (payment && isSettled(payment.state)) return
  if (!(await settlePayment(deps, id, 'webhook'))) {
    throw new Error(`payment ${id} is being settled`)
  }
}

/** What is stored of a webhook: ids, nothing of the payer. */
function about(notification: Notification) {
  const { resource_type, resource } = notification
  const orderId = resource?.supplementary_data?.related_ids?.order_id ?? null
  const ids = { resource: resource?.id ?? resource?.dispute_id ?? null, order: orderId }
  const named = disputedCaptures(notification).join(', ') || captureAbove(resource)
  const isDispute = disputeReportIn(notification) !== null
  return { resource_type: resource_type ?? null, ...ids, ...(isDispute && { capture: named }) }
}

function paymentOf(
  q: Queryable,
  { resource_type, resource }: Notification,
): Promise<string | null> {
  const isOrder = resource_type === 'checkout-order'
  return findNamedPayment(q, {
    customId: resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id ?? undefined,
    orderId:
      (isOrder ? resource?.id : resource?.supplementary_data?.related_ids?.order_id) ?? undefined,
    captureId: (resource_type === 'capture' ? resource?.id : captureAbove(resource)) ?? undefined,
  })
}

function captureAbove(resource: Notification['resource']): string | undefined {
  const up = resource?.links?.find(({ rel }) => rel === 'up')
  return /\/captures\/(\w+)$/.exec(up?.href ?? '')?.[1]
}

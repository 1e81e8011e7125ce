import { z } from 'zod/mini'
import { isSettled } from '../../domain/payment-states.ts'
import { databaseFault, type Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findPayment } from '../ledger/payment-row.queries.ts'
import { commitStatements } from '../platform/commit.ts'
import type { JobData } from '../platform/job-queues.ts'
import { recordRefund } from '../refunds/record-refund.ts'
import { type PaymentDeps, settlePayment } from './settle-payment.ts'
import {
  findNamedPayment,
  insertWebhook,
  markWebhookHandled,
  RECEIVED_BEFORE,
} from './webhooks.queries.ts'

const named = z.optional(z.nullable(z.string()))

export const NotificationSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  resource_type: named,
  resource: z.optional(
    z.looseObject({
      id: named,
      custom_id: named,
      supplementary_data: z.optional(
        z.looseObject({ related_ids: z.optional(z.looseObject({ order_id: named })) }),
      ),
      purchase_units: z.optional(z.array(z.looseObject({ custom_id: named }))),
      links: z.optional(z.array(z.looseObject({ rel: named, href: named }))),
    }),
  ),
})
export type Notification = z.infer<typeof NotificationSchema>

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
  const paymentId = await paymentOf(deps.database.db, notification)
  const isRefund = notification.resource_type === 'refund'
  const refundId = isRefund && resource?.id ? { refundId: resource.id } : {}
  const settling = paymentId && { paymentId, notificationId: id, ...refundId }
  const addJob = settling ? await deps.jobs.prepare('settle', settling) : undefined
  const stored = commitStatements({ ...deps, eventIds: [] }, (q) => [
    insertWebhook(q, webhook),
    addJob?.(q),
  ])
  await stored.catch((error: unknown) => {
    if (databaseFault(error)?.constraint !== RECEIVED_BEFORE) throw error
  })
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
function about({ resource_type, resource }: Notification) {
  const orderId = resource?.supplementary_data?.related_ids?.order_id ?? null
  return { resource_type: resource_type ?? null, resource: resource?.id ?? null, order: orderId }
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

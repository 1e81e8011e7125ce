import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Queryable } from '../../platform/db/database.ts'
import {
  placeholders,
  prepareQuery,
  prepareSql,
  refuseUnlessRow,
} from '../../platform/db/prepared-query.ts'
import { payments, webhookEvents } from '../../platform/db/schema.ts'

export const RECEIVED_BEFORE = 'webhook_received_before'

/** Starts its statement before it returns, which fails with RECEIVED_BEFORE. */
export function insertWebhook(
  q: Queryable,
  webhook: { id: string; type: string; body: object; receivedAt: Date },
): Promise<unknown> {
  return webhookToInsert(q).execute(webhook)
}

const webhookToInsert = prepareSql('insert_webhook', (q) =>
  refuseUnlessRow(
    q
      .insert(webhookEvents)
      .values(placeholders('id', 'type', 'body', 'receivedAt'))
      .onConflictDoNothing({ target: webhookEvents.id })
      .returning({ id: webhookEvents.id }),
    RECEIVED_BEFORE,
  ),
)

export async function markWebhookHandled(
  q: Queryable,
  handled: { id: string; now: Date },
): Promise<void> {
  await webhookToMark(q).execute(handled)
}

const webhookToMark = prepareQuery((q) =>
  q
    .update(webhookEvents)
    .set({ handledAt: sql`${sql.param(sql.placeholder('now'), webhookEvents.handledAt)}` })
    .where(eq(webhookEvents.id, sql.placeholder('id')))
    .prepare('mark_webhook_handled'),
)

/** The id of the payment whose id, order or capture the webhook names; null when none matches. */
export async function findNamedPayment(
  q: Queryable,
  names: {
    customId?: string | undefined
    orderId?: string | undefined
    captureId?: string | undefined
  },
): Promise<string | null> {
  const { orderId = null, captureId = null } = names
  const customId = z.uuid().safeParse(names.customId).data ?? null
  const [row] = await namedPayment(q).execute({ customId, orderId, captureId })
  return row?.id ?? null
}

const namedPayment = prepareQuery((q) =>
  q
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        eq(payments.id, sql.placeholder('customId')),
        eq(payments.orderId, sql.placeholder('orderId')),
        eq(payments.captureId, sql.placeholder('captureId')),
      ),
    )
    .limit(1)
    .prepare('named_payment'),
)

const LATE_MS = 10 * 60_000

/** Received ten minutes ago or earlier, and still without effect: of no payment here, or failing. */
export function countUnhandled(q: Queryable, now: Date): Promise<number> {
  return q.$count(webhookEvents, isUnhandled(now))
}

/** Latest first, 100 at most. */
export function listUnhandled(q: Queryable, now: Date) {
  return q
    .select()
    .from(webhookEvents)
    .where(isUnhandled(now))
    .orderBy(desc(webhookEvents.receivedAt), desc(webhookEvents.id))
    .limit(100)
}

function isUnhandled(now: Date) {
  return and(
    isNull(webhookEvents.handledAt),
    lte(webhookEvents.receivedAt, new Date(now.getTime() - LATE_MS)),
  )
}

export async function isUnhandledStill(q: Queryable, id: string): Promise<boolean> {
  const { id: webhookId, handledAt } = webhookEvents
  return (await q.$count(webhookEvents, and(eq(webhookId, id), isNull(handledAt)))) > 0
}

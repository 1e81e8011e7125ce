import { eq, or } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Queryable } from '../db/database.ts'
import { payments, webhookEvents } from '../db/schema.ts'

/** Stores a webhook; false when it was received before. */
export async function insertWebhook(
  q: Queryable,
  event: typeof webhookEvents.$inferInsert,
): Promise<boolean> {
  const rows = await q
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing({ target: webhookEvents.id })
    .returning({ id: webhookEvents.id })
  return rows.length > 0
}

export async function markWebhookHandled(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await q.update(webhookEvents).set({ handledAt: now }).where(eq(webhookEvents.id, id))
}

/** The id of the payment whose id, order or capture the webhook names; null when none matches. */
export async function findNamedPayment(
  q: Queryable,
  names: {
    customId?: string | undefined
    orderId?: string | undefined
    captureId?: string | undefined
  },
): Promise<string | null> {
  const customId = z.uuid().safeParse(names.customId).data
  // Without names, `or()` would be no condition and match any payment.
  if ([customId, names.orderId, names.captureId].every((name) => name === undefined)) return null
  const [row] = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        customId === undefined ? undefined : eq(payments.id, customId),
        names.orderId === undefined ? undefined : eq(payments.orderId, names.orderId),
        names.captureId === undefined ? undefined : eq(payments.captureId, names.captureId),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

// SQL of what is only written down: money that moved, transaction records, notifications.
import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { ledgerEntries, transactionReports, webhookEvents } from '../db/schema.ts'

/** Enters money that moved, once for each `providerRef`. */
export async function insertLedgerEntry(
  q: Queryable,
  entry: typeof ledgerEntries.$inferInsert,
): Promise<void> {
  await q
    .insert(ledgerEntries)
    .values(entry)
    .onConflictDoNothing({ target: [ledgerEntries.kind, ledgerEntries.providerRef] })
}

/** Keeps a transaction record (spec §3). */
export async function insertTransaction(
  q: Queryable,
  report: typeof transactionReports.$inferInsert,
): Promise<void> {
  await q.insert(transactionReports).values(report)
}

/** Keeps a notification of the provider; false when it has come before. */
export async function insertNotification(
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

export async function markHandled(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await q.update(webhookEvents).set({ handledAt: now }).where(eq(webhookEvents.id, id))
}

import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { ledgerEntries, transactionReports, webhookEvents } from '../db/schema.ts'

/** Inserts a ledger entry; ignores a repeated `kind` and `providerRef`. */
export async function insertLedgerEntry(
  q: Queryable,
  entry: typeof ledgerEntries.$inferInsert,
): Promise<void> {
  await q
    .insert(ledgerEntries)
    .values(entry)
    .onConflictDoNothing({ target: [ledgerEntries.kind, ledgerEntries.providerRef] })
}

export async function insertTransaction(
  q: Queryable,
  report: typeof transactionReports.$inferInsert,
): Promise<void> {
  await q.insert(transactionReports).values(report)
}

/** Stores a webhook; false when it was received before. */
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

import type { Queryable } from '../db/database.ts'
import { ledgerEntries, transactionReports } from '../db/schema.ts'

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

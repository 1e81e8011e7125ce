import type { Queryable } from '../../platform/db/database.ts'
import { placeholders, prepareQuery } from '../../platform/db/prepared-query.ts'
import { ledgerEntries, transactionReports } from '../../platform/db/schema.ts'

/** Inserts a ledger entry; ignores a repeated `kind` and `providerRef`. */
export async function insertLedgerEntry(
  q: Queryable,
  entry: typeof ledgerEntries.$inferInsert,
): Promise<void> {
  await entryToInsert(q).execute(entry)
}

const entryToInsert = prepareQuery((q) =>
  q
    .insert(ledgerEntries)
    .values(placeholders('paymentId', 'kind', 'amountPence', 'providerRef', 'at'))
    .onConflictDoNothing({ target: [ledgerEntries.kind, ledgerEntries.providerRef] })
    .prepare('insert_ledger_entry'),
)

export async function insertTransaction(
  q: Queryable,
  report: typeof transactionReports.$inferInsert,
): Promise<void> {
  await transactionToInsert(q).execute(report)
}

const transactionToInsert = prepareQuery((q) =>
  q
    .insert(transactionReports)
    .values(placeholders('memberId', 'paymentId', 'reportedBy', 'record', 'at'))
    .prepare('insert_transaction'),
)

// When a payment was taken, for queries of any room.
import { sql } from 'drizzle-orm'
import { ledgerEntries, payments } from './schema.ts'

// The table is written out: without a join, a column would lose its table's name.
/** When the money was taken, by the ledger. */
export const paidAt = sql<Date>`coalesce((select min(charge.at) from ${ledgerEntries} charge
  where charge.payment_id = payments.id and charge.kind = 'charge'), payments.created_at)`.mapWith(
  payments.createdAt,
)

// SQL of what must be told later: who did what, and who saw what. Rows are only ever added.
import type { Queryable } from '../db/database.ts'
import { auditLog } from '../db/schema.ts'

/** Writes down who did what to what, in the transaction of the deed. */
export async function insertAudit(
  q: Queryable,
  entry: typeof auditLog.$inferInsert,
): Promise<void> {
  await q.insert(auditLog).values(entry)
}

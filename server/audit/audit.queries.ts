import type { Queryable } from '../db/database.ts'
import { auditLog } from '../db/schema.ts'

/** In the transaction of the change. The audit log is append-only. */
export async function insertAudit(
  q: Queryable,
  entry: typeof auditLog.$inferInsert,
): Promise<void> {
  await q.insert(auditLog).values(entry)
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { auditLog } from '../db/schema.ts'

/** In the transaction of the change. The audit log is append-only. */
export async function insertAudit(
  q: Queryable,
  entry: typeof auditLog.$inferInsert,
): Promise<void> {
  const { actorUserId = null, memberId = null, action, subject, details = {}, at } = entry
  await auditEntry(q).execute({ actorUserId, memberId, action, subject, details, at })
}

const auditEntry = prepareQuery((q) =>
  q
    .insert(auditLog)
    .values({
      actorUserId: sql.placeholder('actorUserId'),
      memberId: sql.placeholder('memberId'),
      action: sql.placeholder('action'),
      subject: sql.placeholder('subject'),
      details: sql.placeholder('details'),
      at: sql.placeholder('at'),
    })
    .prepare('insert_audit'),
)

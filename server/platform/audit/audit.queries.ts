import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { LabelledDetails } from '../../../domain/office/audit-details.ts'
import type { Queryable } from '../db/database.ts'
import { placeholders, prepareQuery } from '../db/prepared-query.ts'
import { auditLog } from '../db/schema.ts'

/** `by`: an account, or its id; null for the system. `subject`: the member, unless it is named. */
export type AuditEntry = { by?: { userId: string | null } | string | null; at: Date } & (
  | { memberId: number; subject?: string }
  | { memberId?: number | null; subject: string }
)

/** In the transaction of the change. The audit log is append-only. */
export async function insertAudit<D extends object = object>(
  q: Queryable,
  { by = null, memberId = null, subject = `member ${memberId}`, at }: AuditEntry,
  action: AuditAction,
  details?: D & LabelledDetails<D>,
): Promise<void> {
  const actorUserId = typeof by === 'object' ? (by?.userId ?? null) : by
  await auditEntry(q).execute({
    actorUserId,
    memberId,
    action,
    subject,
    details: details ?? {},
    at,
  })
}

const auditEntry = prepareQuery((q) =>
  q
    .insert(auditLog)
    .values(placeholders('actorUserId', 'memberId', 'action', 'subject', 'details', 'at'))
    .prepare('insert_audit'),
)

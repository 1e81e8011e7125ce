import { isDeepStrictEqual } from 'node:util'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Staff } from '../staff/guard.ts'

type Entry = { by: Staff; at: Date; action: string; details: object }

export function auditEvent(tx: Tx, { id, ...entry }: Entry & { id: number }): Promise<void> {
  return auditRecord(tx, { subject: `event ${id}`, ...entry })
}

/** `subject`: 'product 3'. */
export function auditRecord(
  tx: Tx,
  { by: { userId: actorUserId }, ...entry }: Entry & { subject: string },
): Promise<void> {
  return insertAudit(tx, { actorUserId, ...entry })
}

/** The changed columns before and after. */
export function differences<T extends object>(before: T, changes: Partial<T>) {
  const changed = Object.entries(changes).filter(
    ([name, value]) => !isDeepStrictEqual(value, Reflect.get(before, name)),
  )
  const names = changed.map(([name]) => name)
  const old = Object.entries(before).filter(([name]) => names.includes(name))
  return { before: forAudit(Object.fromEntries(old)), after: forAudit(Object.fromEntries(changed)) }
}

/** Without the code's hash. */
export function forAudit({ accessCodeHash, ...columns }: Record<string, unknown>) {
  return accessCodeHash === undefined ? columns : { ...columns, accessCode: 'changed' }
}

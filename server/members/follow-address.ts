import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { findMemberByUser, lockProfileOfUser, updateMember } from './members.queries.ts'
import { isSameAddress } from './profile-fields.ts'

/** In the authentication service's transaction. Two profiles may share an address for a time. */
export async function followAddress(
  q: Queryable,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  const row = await lockProfileOfUser(q, userId)
  if (!row || row.email === email) return
  await updateMember(q, row.id, { email, updatedAt: at })
  await insertAudit(q, { by: userId, memberId: row.id, at }, 'profile changed', {
    changed: ['email'],
    before: {},
    after: {},
  })
}

export type SeenAddress = { userId: string; email: string }

/** The same for a hosted service's signed-in account. */
export async function followSeenAddress(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { userId, email }: SeenAddress,
): Promise<void> {
  const member = await findMemberByUser(database.db, userId)
  if (!member || isSameAddress(member.email, email)) return
  const account = { userId, email: email.toLowerCase(), at: now() }
  await database.transaction((tx) => followAddress(tx, account))
}

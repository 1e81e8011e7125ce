import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findMemberByUser, lockProfileOfUser, updateMember } from './members.queries.ts'
import { isSameAddress } from './profile-fields.ts'

/**
 * Gives a member's profile the e-mail address that his account has from now on, in the transaction in
 * which the authentication service changes it: what is booked and mailed afterwards goes to the new
 * one, and no moment has two. Does nothing while an account has no profile; what was queued before for
 * the old address still goes there. Another profile may hold the address until its own account is seen
 * to have another: whose a profile is, the account says and no address.
 */
export async function followAddress(
  q: Queryable,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  const row = await lockProfileOfUser(q, userId)
  if (!row || row.email === email) return
  await updateMember(q, row.id, { email, updatedAt: at })
  await insertAudit(q, {
    actorUserId: userId,
    memberId: row.id,
    action: 'profile changed',
    subject: `member ${row.id}`,
    details: { changed: ['email'], before: {}, after: {} },
    at,
  })
}

export type SeenAddress = { userId: string; email: string }

/**
 * The same for a hosted service: with the confirmed address of an account that was found signed in.
 * Writes only when the profile has another.
 */
export async function followSeenAddress(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { userId, email }: SeenAddress,
): Promise<void> {
  const member = await findMemberByUser(database.db, userId)
  if (!member || isSameAddress(member.email, email)) return
  const account = { userId, email: email.toLowerCase(), at: now() }
  await database.transaction((tx) => followAddress(tx, account))
}

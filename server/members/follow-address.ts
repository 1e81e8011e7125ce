import { insertAudit } from '../audit/queries.ts'
import type { Queryable } from '../db/database.ts'
import { lockProfileOfUser, updateMember } from './queries.ts'

/**
 * Gives a member's profile the e-mail address that his account has from now on, in the transaction in
 * which the authentication service changes it: what is booked and mailed afterwards goes to the new
 * one, and no moment has two. Does nothing while an account has no profile; what was queued before for
 * the old address still goes there.
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

import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { claimLetterRequests, claimLetters, members, staff } from '../../platform/db/schema.ts'

type LetterRequestRow = typeof claimLetterRequests.$inferSelect

const isToPrint = and(isNull(claimLetterRequests.letterId), isNull(claimLetterRequests.cancelledAt))

/** False when a letter to this member is to be printed already. */
export async function insertLetterRequest(
  q: Queryable,
  request: { memberId: number; replacesAccount: string | null; askedBy: number; askedAt: Date },
): Promise<boolean> {
  const rows = await q
    .insert(claimLetterRequests)
    .values(request)
    .onConflictDoNothing()
    .returning({ id: claimLetterRequests.id })
  return rows.length > 0
}

/** The member's request that is to be printed, with the name of who asked; null without one. */
export async function findLetterToPrint(
  q: Queryable,
  memberId: number,
): Promise<{ id: number; askedAt: Date; askedBy: string } | null> {
  const [row] = await q
    .select({
      id: claimLetterRequests.id,
      askedAt: claimLetterRequests.askedAt,
      askedBy: staff.name,
    })
    .from(claimLetterRequests)
    .innerJoin(staff, eq(staff.id, claimLetterRequests.askedBy))
    .where(and(eq(claimLetterRequests.memberId, memberId), isToPrint))
  return row ?? null
}

export async function findLetterRequest(
  q: Queryable,
  id: number,
  { lock }: { lock: boolean },
): Promise<LetterRequestRow | null> {
  const request = q.select().from(claimLetterRequests).where(eq(claimLetterRequests.id, id))
  const [row] = lock ? await request.for('update') : await request
  return row ?? null
}

export async function setPrintedLetter(
  q: Queryable,
  { id, letterId }: { id: number; letterId: number },
): Promise<void> {
  await q.update(claimLetterRequests).set({ letterId }).where(eq(claimLetterRequests.id, id))
}

export async function setPoster(
  q: Queryable,
  { letterId, postedBy }: { letterId: number; postedBy: number },
): Promise<void> {
  await q
    .update(claimLetterRequests)
    .set({ postedBy })
    .where(eq(claimLetterRequests.letterId, letterId))
}

export async function cancelLetterRequest(
  q: Queryable,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  await q
    .update(claimLetterRequests)
    .set({ cancelledAt: at })
    .where(and(eq(claimLetterRequests.id, id), isToPrint))
}

/**
 * Whether this account is of somebody who asked for, printed or posted a letter to the member, made
 * their record or changed it.
 */
export async function hasHandledLetter(
  q: Queryable,
  { memberId, userId }: { memberId: number; userId: string },
): Promise<boolean> {
  const { rows } = await q.execute(sql`
    select 1 from ${staff} s where s.user_id = ${userId} and (
      exists (select 1 from ${claimLetters} l where l.member_id = ${memberId} and l.made_by = s.id)
      or exists (select 1 from ${claimLetterRequests} r
        where r.member_id = ${memberId} and s.id in (r.asked_by, r.posted_by))
      or exists (select 1 from audit_log a where a.member_id = ${memberId}
        and a.actor_user_id = s.user_id and a.action in ('member added', 'profile changed')))`)
  return rows.length > 0
}

/** Of members who can still be invited: to print, or printed and not posted, so that it can be repeated. */
const isListed = and(
  isNull(claimLetterRequests.cancelledAt),
  or(isNull(members.userId), eq(members.userId, claimLetterRequests.replacesAccount)),
  isNull(members.mergedInto),
  isNull(members.erasedAt),
  or(
    isNull(claimLetterRequests.letterId),
    and(isNull(claimLetters.postedAt), isNull(claimLetters.closedAt)),
  ),
)

/** Oldest first. */
export function listLetterRequests(
  q: Queryable,
  { after, limit }: { after: number; limit: number },
) {
  return q
    .select({
      request: claimLetterRequests,
      member: members,
      askedBy: staff.name,
      printedAt: claimLetters.printedAt,
    })
    .from(claimLetterRequests)
    .innerJoin(members, eq(members.id, claimLetterRequests.memberId))
    .innerJoin(staff, eq(staff.id, claimLetterRequests.askedBy))
    .leftJoin(claimLetters, eq(claimLetters.id, claimLetterRequests.letterId))
    .where(and(isListed, gt(claimLetterRequests.id, after)))
    .orderBy(asc(claimLetterRequests.id))
    .limit(limit)
}

export async function countLetterRequests(q: Queryable): Promise<number> {
  const [row] = await q
    .select({ rows: count() })
    .from(claimLetterRequests)
    .innerJoin(members, eq(members.id, claimLetterRequests.memberId))
    .leftJoin(claimLetters, eq(claimLetters.id, claimLetterRequests.letterId))
    .where(isListed)
  return row?.rows ?? 0
}

import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { members, mergeRequests } from '../db/schema.ts'

/** Null without one. */
export async function findOpenRequest(
  q: Queryable,
  { memberId, otherId }: { memberId: number; otherId: number },
): Promise<{ id: number; askedAt: Date } | null> {
  const [row] = await q
    .select({ id: mergeRequests.id, askedAt: mergeRequests.askedAt })
    .from(mergeRequests)
    .where(
      and(
        eq(mergeRequests.memberId, memberId),
        eq(mergeRequests.otherId, otherId),
        isNull(mergeRequests.decidedAt),
      ),
    )
  return row ?? null
}

/** One open request for two records: another changes nothing. */
export async function insertMergeRequest(
  q: Queryable,
  request: { memberId: number; otherId: number; askedAt: Date },
): Promise<void> {
  await q.insert(mergeRequests).values(request).onConflictDoNothing()
}

/** What the member has asked for, latest first. */
export function listRequestsOf(q: Queryable, memberId: number) {
  return q
    .select({ askedAt: mergeRequests.askedAt, outcome: mergeRequests.outcome })
    .from(mergeRequests)
    .where(eq(mergeRequests.memberId, memberId))
    .orderBy(desc(mergeRequests.id))
    .limit(10)
}

const other = alias(members, 'other')

/** Open ones, oldest first; a record that was merged meanwhile is shown as the one it is part of. */
export function listOpenRequests(q: Queryable, { after, limit }: { after: number; limit: number }) {
  const person = (table: typeof members | typeof other) => ({
    id: sql<number>`coalesce(${table.mergedInto}, ${table.id})`.mapWith(Number),
    firstName: table.firstName,
    lastName: table.lastName,
    dateOfBirth: table.dateOfBirth,
    userId: table.userId,
  })
  return q
    .select({
      id: mergeRequests.id,
      askedAt: mergeRequests.askedAt,
      member: person(members),
      other: person(other),
    })
    .from(mergeRequests)
    .innerJoin(members, eq(members.id, mergeRequests.memberId))
    .innerJoin(other, eq(other.id, mergeRequests.otherId))
    .where(and(isNull(mergeRequests.decidedAt), gt(mergeRequests.id, after)))
    .orderBy(asc(mergeRequests.id))
    .limit(limit)
}

export function countOpenRequests(q: Queryable): Promise<number> {
  return q.$count(mergeRequests, isNull(mergeRequests.decidedAt))
}

/** Null without an open request of this id. */
export async function refuseRequest(
  q: Queryable,
  { id, decidedBy, now }: { id: number; decidedBy: number; now: Date },
): Promise<{ memberId: number; otherId: number } | null> {
  const [row] = await q
    .update(mergeRequests)
    .set({ outcome: 'refused', decidedBy, decidedAt: now })
    .where(and(eq(mergeRequests.id, id), isNull(mergeRequests.decidedAt)))
    .returning({ memberId: mergeRequests.memberId, otherId: mergeRequests.otherId })
  return row ?? null
}

/** Closes the open requests whose two records are one now; the number of those. */
export async function closeMergedRequests(
  q: Queryable,
  { keptId, decidedBy, now }: { keptId: number; decidedBy: number; now: Date },
): Promise<number> {
  const isOfKept = (column: typeof mergeRequests.memberId | typeof mergeRequests.otherId) =>
    sql`(select coalesce(merged_into, id) from members where id = ${column}) = ${keptId}`
  const { rowCount } = await q
    .update(mergeRequests)
    .set({ outcome: 'merged', decidedBy, decidedAt: now })
    .where(
      and(
        isNull(mergeRequests.decidedAt),
        isOfKept(mergeRequests.memberId),
        isOfKept(mergeRequests.otherId),
      ),
    )
  return rowCount ?? 0
}

import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MergeProposal } from '../../../domain/office/merge-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { members, mergeRequests, staff } from '../../platform/db/schema.ts'

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
        mergeRequests.isOfMember,
      ),
    )
  return row ?? null
}

/** One open request for two records: another changes nothing but that the member asks too. */
export async function insertMergeRequest(
  q: Queryable,
  request: { memberId: number; otherId: number; askedAt: Date },
): Promise<void> {
  await q
    .insert(mergeRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [mergeRequests.memberId, mergeRequests.otherId],
      targetWhere: isNull(mergeRequests.decidedAt),
      set: { isOfMember: true },
    })
}

/** The open request for the two records, in either order, has this proposal; its id. */
export async function putProposal(
  q: Queryable,
  { proposal, proposedBy, now }: { proposal: MergeProposal; proposedBy: number; now: Date },
): Promise<number> {
  const { kept_id: keptId, member_id: mergedId } = proposal
  const isOfBoth = (one: number, two: number) =>
    and(eq(mergeRequests.memberId, one), eq(mergeRequests.otherId, two))
  const [open] = await q
    .update(mergeRequests)
    .set({ proposal, proposedBy })
    .where(
      and(
        isNull(mergeRequests.decidedAt),
        or(isOfBoth(keptId, mergedId), isOfBoth(mergedId, keptId)),
      ),
    )
    .returning({ id: mergeRequests.id })
  if (open) return open.id
  const row = { memberId: keptId, otherId: mergedId, askedAt: now, isOfMember: false }
  const [added] = await q
    .insert(mergeRequests)
    .values({ ...row, proposal, proposedBy })
    .returning({ id: mergeRequests.id })
  if (!added) throw new Error('the proposal was not stored')
  return added.id
}

/** What another admin may confirm; null without one that is open. */
export async function findProposal(
  q: Queryable,
  id: number,
  { lock }: { lock: boolean },
): Promise<{ proposal: MergeProposal; proposedBy: number } | null> {
  const openRequests = q
    .select({ proposal: mergeRequests.proposal, proposedBy: mergeRequests.proposedBy })
    .from(mergeRequests)
    .where(and(eq(mergeRequests.id, id), isNull(mergeRequests.decidedAt)))
  const [row] = lock ? await openRequests.for('update') : await openRequests
  const { proposal, proposedBy } = row ?? {}
  return proposal && proposedBy ? { proposal, proposedBy } : null
}

/** What the member has asked for, latest first. */
export function listRequestsOf(q: Queryable, memberId: number) {
  return q
    .select({ askedAt: mergeRequests.askedAt, outcome: mergeRequests.outcome })
    .from(mergeRequests)
    .where(and(eq(mergeRequests.memberId, memberId), mergeRequests.isOfMember))
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
      isOfMember: mergeRequests.isOfMember,
      proposal: mergeRequests.proposal,
      proposedBy: mergeRequests.proposedBy,
      proposer: staff.name,
    })
    .from(mergeRequests)
    .innerJoin(members, eq(members.id, mergeRequests.memberId))
    .innerJoin(other, eq(other.id, mergeRequests.otherId))
    .leftJoin(staff, eq(staff.id, mergeRequests.proposedBy))
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
): Promise<{ memberId: number; otherId: number; isOfMember: boolean } | null> {
  const [row] = await q
    .update(mergeRequests)
    .set({ outcome: 'refused', decidedBy, decidedAt: now })
    .where(and(eq(mergeRequests.id, id), isNull(mergeRequests.decidedAt)))
    .returning({
      memberId: mergeRequests.memberId,
      otherId: mergeRequests.otherId,
      isOfMember: mergeRequests.isOfMember,
    })
  return row ?? null
}

/**
 * Closes the open requests whose two records are one now; the number of those that a member asked
 * for. What the same admin had proposed was not needed.
 */
export async function closeMergedRequests(
  q: Queryable,
  { keptId, decidedBy, now }: { keptId: number; decidedBy: number; now: Date },
): Promise<number> {
  const isOfKept = (column: typeof mergeRequests.memberId | typeof mergeRequests.otherId) =>
    sql`(select coalesce(merged_into, id) from members where id = ${column}) = ${keptId}`
  const own = sql`${mergeRequests.proposedBy} = ${decidedBy}`
  const closed = await q
    .update(mergeRequests)
    .set({
      outcome: 'merged',
      decidedBy,
      decidedAt: now,
      proposedBy: sql`case when ${own} then null else ${mergeRequests.proposedBy} end`,
      proposal: sql`case when ${own} then null else ${mergeRequests.proposal} end`,
    })
    .where(
      and(
        isNull(mergeRequests.decidedAt),
        isOfKept(mergeRequests.memberId),
        isOfKept(mergeRequests.otherId),
      ),
    )
    .returning({ isOfMember: mergeRequests.isOfMember })
  return closed.filter(({ isOfMember }) => isOfMember).length
}

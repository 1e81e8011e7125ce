import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ClaimEnd } from '../../../domain/record-claims.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  claimLetterRequests,
  claimLetters,
  members,
  recordClaims,
  staff,
} from '../../platform/db/schema.ts'

export type RecordClaimRow = typeof recordClaims.$inferSelect

/**
 * Whether anything of health is known of the person: a result, also one that is not released, a
 * sample, also one that was undone, or a doubt about capacity.
 */
export async function hasHealthData(q: Queryable, memberId: number): Promise<boolean> {
  const of = (column: string) => isOfPerson(sql.raw(column), memberId)
  const { rows } = await q.execute(sql`select 1 where
    exists (select from results where ${of('results.member_id')})
    or exists (select from lab_results where ${of('lab_results.member_id')})
    or exists (select from capacity_entries where ${of('capacity_entries.member_id')})
    or exists (select from attendance_actions taken
      join appointments own on own.id = taken.appointment_id
      where taken.type = 'sample' and ${of('own.member_id')})
    or exists (select from tubes join appointments own on own.id = tubes.appointment_id
      where ${of('own.member_id')})`)
  return rows.length > 0
}

export async function insertRecordClaim(
  q: Queryable,
  claim: typeof recordClaims.$inferInsert,
): Promise<void> {
  await q.insert(recordClaims).values(claim)
}

/** The account's claim of this record that waits; null without one. */
export async function findWaitingClaim(
  q: Queryable,
  { memberId, userId }: { memberId: number; userId: string },
): Promise<RecordClaimRow | null> {
  const isIt = and(
    eq(recordClaims.memberId, memberId),
    eq(recordClaims.userId, userId),
    isNull(recordClaims.endedAt),
  )
  const [row] = await q.select().from(recordClaims).where(isIt)
  return row ?? null
}

/** The account's claims that wait and name another address of it. */
export function listClaimsOfOtherAddress(
  q: Queryable,
  { userId, email }: { userId: string; email: string },
): Promise<RecordClaimRow[]> {
  const isOther = sql`lower(${recordClaims.email}) <> lower(${email})`
  return q
    .select()
    .from(recordClaims)
    .where(and(eq(recordClaims.userId, userId), isNull(recordClaims.endedAt), isOther))
    .orderBy(asc(recordClaims.memberId))
    .limit(50)
}

/** The claim waits from now on, without what was proven before. */
export async function restartRecordClaim(
  q: Queryable,
  {
    id,
    ...waits
  }: Omit<typeof recordClaims.$inferInsert, 'memberId' | 'userId' | 'letterId'> & { id: number },
): Promise<void> {
  await q
    .update(recordClaims)
    .set({ ...waits, tubeProvenAt: null })
    .where(and(eq(recordClaims.id, id), isNull(recordClaims.endedAt)))
}

/** The letter by which an account claims the record and waits; null without one. */
export async function findWaitingLetter(q: Queryable, memberId: number): Promise<number | null> {
  const [row] = await q
    .select({ id: recordClaims.letterId })
    .from(recordClaims)
    .where(and(eq(recordClaims.memberId, memberId), isNull(recordClaims.endedAt)))
  return row?.id ?? null
}

export async function findRecordClaim(
  q: Queryable,
  id: number,
  { lock }: { lock: boolean },
): Promise<RecordClaimRow | null> {
  const claim = q.select().from(recordClaims).where(eq(recordClaims.id, id))
  const [row] = lock ? await claim.for('update') : await claim
  return row ?? null
}

/** By a link's key, of either contact. */
export async function findClaimByKey(q: Queryable, hash: Buffer): Promise<RecordClaimRow | null> {
  const isIt = or(eq(recordClaims.contactKeyHash, hash), eq(recordClaims.newContactKeyHash, hash))
  const [row] = await q.select().from(recordClaims).where(isIt)
  return row ?? null
}

/** Of a year, the latest first; ten at most. */
export function listClaimsOfAccount(q: Queryable, userId: string): Promise<RecordClaimRow[]> {
  return q
    .select()
    .from(recordClaims)
    .where(eq(recordClaims.userId, userId))
    .orderBy(desc(recordClaims.id))
    .limit(10)
}

export async function endRecordClaim(
  q: Queryable,
  { id, because, by = null, at }: { id: number; because: ClaimEnd; by?: number | null; at: Date },
): Promise<void> {
  await q
    .update(recordClaims)
    .set({ endedAt: at, endedBecause: because, endedBy: by })
    .where(and(eq(recordClaims.id, id), isNull(recordClaims.endedAt)))
}

/** The first time counts. */
export async function setContactTold(
  q: Queryable,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  await q
    .update(recordClaims)
    .set({ toldAt: at })
    .where(and(eq(recordClaims.id, id), isNull(recordClaims.toldAt)))
}

export async function setTubeTried(
  q: Queryable,
  { id, isRight, at }: { id: number; isRight: boolean; at: Date },
): Promise<void> {
  const tries = sql`${recordClaims.tubeTries} + 1`
  await q
    .update(recordClaims)
    .set(isRight ? { tubeProvenAt: at } : { tubeTries: tries })
    .where(eq(recordClaims.id, id))
}

/** Whether the tube is the person's: its last owner counts. */
export async function isTubeOf(
  q: Queryable,
  { memberId, code }: { memberId: number; code: string },
): Promise<boolean> {
  const { rows } = await q.execute(sql`
    select 1 from tubes join appointments own on own.id = tubes.appointment_id
      where tubes.code = ${code} and ${isOfPerson(sql`own.member_id`, memberId)}
        and not exists (select from tubes later where later.code = tubes.code and later.id > tubes.id)`)
  return rows.length > 0
}

const isWaiting = isNull(recordClaims.endedAt)

/** Oldest first, with the record, and who made the letter and asked for it. */
export function listWaitingClaims(
  q: Queryable,
  { after, limit }: { after: number; limit: number },
) {
  return q
    .select({
      claim: recordClaims,
      record: members,
      letter: claimLetters,
      printedBy: staff.name,
      requestedBy: sql<string | null>`(select asker.name from ${claimLetterRequests} request
        join staff asker on asker.id = request.asked_by
        where request.member_id = ${recordClaims.memberId}
        order by (request.letter_id = ${recordClaims.letterId}) desc nulls last, request.id desc limit 1)`,
    })
    .from(recordClaims)
    .innerJoin(members, eq(members.id, recordClaims.memberId))
    .innerJoin(claimLetters, eq(claimLetters.id, recordClaims.letterId))
    .innerJoin(staff, eq(staff.id, claimLetters.madeBy))
    .where(and(isWaiting, gt(recordClaims.id, after)))
    .orderBy(asc(recordClaims.id))
    .limit(limit)
}

export function countWaitingClaims(q: Queryable): Promise<number> {
  return q.$count(recordClaims, isWaiting)
}

/** When somebody first asked for a letter to the member; null when nobody did. */
export async function firstLetterRequested(q: Queryable, memberId: number): Promise<Date | null> {
  const [row] = await q
    .select({ at: claimLetterRequests.askedAt })
    .from(claimLetterRequests)
    .where(eq(claimLetterRequests.memberId, memberId))
    .orderBy(asc(claimLetterRequests.id))
    .limit(1)
  return row?.at ?? null
}

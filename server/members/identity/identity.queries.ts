import { and, arrayContains, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IdentityField } from '../../../domain/identity.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  consents,
  identityChanges,
  identityReviews,
  members,
  nhsNumberClaims,
  results,
} from '../../platform/db/schema.ts'
import { isOfPerson } from '../members.queries.ts'

export const SHARED_NUMBER = 'shared nhs number'
const CHANGED_IDENTITY = 'changed identity'

/**
 * Locks this NHS number against other members until the transaction ends; null, a placeholder, is
 * nobody's.
 */
export async function claimNhsNumber(q: Queryable, index: Buffer | null, now: Date): Promise<void> {
  if (index === null) return
  await q
    .insert(nhsNumberClaims)
    .values({ nhsNumberIndex: index, claimedAt: now })
    .onConflictDoUpdate({
      target: nhsNumberClaims.nhsNumberIndex,
      set: { claimedAt: sql`${nhsNumberClaims.claimedAt}` },
    })
}

/** As claimNhsNumber, for each of these keys. */
export async function claimAll(q: Queryable, keys: Buffer[], now: Date): Promise<void> {
  // In one order, so that two transactions never wait for each other.
  for (const key of keys.toSorted(Buffer.compare)) await claimNhsNumber(q, key, now)
}

/**
 * Opens a review for each member with this NHS number, or resumes it; returns how many opened. That
 * of `newcomerId`, who gave it last, withholds results recorded from now on, if another record with
 * the number has results: nobody else's ever changes by what a newcomer types.
 */
export async function openNumberReviews(
  q: Queryable,
  { index, newcomerId, now }: { index: Buffer; newcomerId: number; now: Date },
): Promise<number> {
  const since = sql`(select max(${identityChanges.at}) from ${identityChanges}
    where ${identityChanges.memberId} = ${members.id}
      and ${arrayContains(identityChanges.fields, ['nhs_number'])})`
  const hasValidReview = sql`exists (select 1 from ${identityReviews}
    where ${identityReviews.memberId} = ${members.id}
      and ${identityReviews.nhsNumberIndex} = ${members.nhsNumberIndex}
      and (${isNull(identityReviews.decidedAt)} or ${identityReviews.outcome} = 'confirmed'
        or ${isNull(identityReviews.numberUntil)}))`
  const holders = q
    .select({ id: members.id })
    .from(members)
    .where(eq(members.nhsNumberIndex, index))
  await q
    .update(identityReviews)
    .set({ numberUntil: null })
    .where(
      and(
        eq(identityReviews.nhsNumberIndex, index),
        isNull(identityReviews.decidedAt),
        isNotNull(identityReviews.numberUntil),
        inArray(identityReviews.memberId, holders),
      ),
    )
  const otherHasResults = sql`exists (select 1 from members other
    join results on results.member_id = other.id
    where other.nhs_number_index = ${index} and other.id <> ${newcomerId})`
  const { rowCount } = await q.execute(sql`
    insert into identity_reviews
      (member_id, kind, nhs_number_index, number_since, raised_at, withholds)
    select ${members.id}, ${SHARED_NUMBER}, ${members.nhsNumberIndex}, ${since}, ${now},
      ${members.id} = ${newcomerId} and ${otherHasResults}
      from ${members} where ${eq(members.nhsNumberIndex, index)} and not ${hasValidReview}
    on conflict do nothing`)
  return rowCount ?? 0
}

/** The member no longer has this NHS number. */
export async function endNumberReviews(
  q: Queryable,
  { memberId, index, now }: { memberId: number; index: Buffer; now: Date },
): Promise<void> {
  await q
    .update(identityReviews)
    .set({ numberUntil: now })
    .where(
      and(
        eq(identityReviews.memberId, memberId),
        eq(identityReviews.nhsNumberIndex, index),
        isNull(identityReviews.numberUntil),
      ),
    )
}

export async function insertIdentityChange(
  q: Queryable,
  change: typeof identityChanges.$inferInsert,
): Promise<void> {
  await q.insert(identityChanges).values(change)
}

/** Of these members, the earliest first. */
export function listIdentityChanges(q: Queryable, memberIds: readonly number[]) {
  return q
    .select({
      memberId: identityChanges.memberId,
      fields: identityChanges.fields,
      before: identityChanges.before,
      at: identityChanges.at,
    })
    .from(identityChanges)
    .where(inArray(identityChanges.memberId, [...memberIds]))
    .orderBy(asc(identityChanges.id))
}

/** The sealed NHS number too; erased records have no identity. */
export function listIdentities(q: Queryable, memberIds: readonly number[]) {
  return q
    .select({
      id: members.id,
      userId: members.userId,
      sealId: members.sealId,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      gender: members.gender,
      dateOfBirth: members.dateOfBirth,
      nhsNumber: members.nhsNumber,
    })
    .from(members)
    .where(and(inArray(members.id, [...memberIds]), isNull(members.erasedAt)))
}

/** Other records with this member's NHS number that are not part of the same one, by id. */
export function listSharingNumber(q: Queryable, memberId: number) {
  const own = alias(members, 'own')
  const recordOf = (of: typeof own | typeof members) => sql`coalesce(${of.mergedInto}, ${of.id})`
  return q
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      dateOfBirth: members.dateOfBirth,
    })
    .from(members)
    .innerJoin(own, eq(own.nhsNumberIndex, members.nhsNumberIndex))
    .where(and(eq(own.id, memberId), sql`${recordOf(own)} <> ${recordOf(members)}`))
    .orderBy(asc(members.id))
}

export function findIdentityChanges(q: Queryable, memberId: number) {
  return q
    .select()
    .from(identityChanges)
    .where(eq(identityChanges.memberId, memberId))
    .orderBy(asc(identityChanges.id))
}

export async function hasConsentOrResult(q: Queryable, memberId: number): Promise<boolean> {
  const consent = q
    .select({ one: sql`1` })
    .from(consents)
    .where(isOfPerson(consents.memberId, memberId))
  const result = q
    .select({ one: sql`1` })
    .from(results)
    .where(isOfPerson(results.memberId, memberId))
  const { rows } = await q.execute<{ found: boolean }>(
    sql`select exists (${consent}) or exists (${result}) as found`,
  )
  return rows[0]?.found === true
}

/** False when one is open already. */
export async function openIdentityReview(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .insert(identityReviews)
    .values({ memberId, kind: CHANGED_IDENTITY, raisedAt: now })
    .onConflictDoNothing()
  return rowCount === 1
}

/** One that nobody has to decide, closed as it is opened. */
export async function insertClosedReview(
  q: Queryable,
  { memberId, note, now }: { memberId: number; note: string; now: Date },
): Promise<void> {
  await q.insert(identityReviews).values({
    memberId,
    kind: CHANGED_IDENTITY,
    raisedAt: now,
    outcome: 'confirmed',
    decidedAt: now,
    decidedBy: 'the site',
    note,
  })
}

/** Whether blood of this person was ever taken here, undone or not, or a result recorded. */
export async function hasSampleOrResult(q: Queryable, memberId: number): Promise<boolean> {
  const sample = q
    .select({ one: sql`1` })
    .from(attendanceActions)
    .innerJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .where(and(eq(attendanceActions.type, 'sample'), isOfPerson(appointments.memberId, memberId)))
  const result = q
    .select({ one: sql`1` })
    .from(results)
    .where(isOfPerson(results.memberId, memberId))
  const { rows } = await q.execute<{ found: boolean }>(
    sql`select exists (${sample}) or exists (${result}) as found`,
  )
  return rows[0]?.found === true
}

/** What the office reads on the record; of a shared number also whether it holds anything back. */
export function listOpenReviewsOf(q: Queryable, memberId: number) {
  return q
    .select({
      about: identityReviews.kind,
      since: identityReviews.raisedAt,
      withholds: identityReviews.withholds,
      fields: fieldsSinceReview,
    })
    .from(identityReviews)
    .where(and(isOfPerson(identityReviews.memberId, memberId), isNull(identityReviews.decidedAt)))
    .orderBy(asc(identityReviews.id))
}

export async function findOpenIdentityReview(
  q: Queryable,
  memberId: number,
): Promise<{ since: Date; fields: IdentityField[] } | null> {
  const [row] = await q
    .select({ since: identityReviews.raisedAt, fields: fieldsSinceReview })
    .from(identityReviews)
    .where(
      and(
        eq(identityReviews.memberId, memberId),
        eq(identityReviews.kind, CHANGED_IDENTITY),
        isNull(identityReviews.decidedAt),
      ),
    )
  return row ?? null
}

const fieldsSinceReview = sql<IdentityField[]>`array(select distinct unnest(change.fields)
  from identity_changes change where change.member_id = identity_reviews.member_id
    and change.at >= identity_reviews.raised_at order by 1)`

const review = {
  id: identityReviews.id,
  memberId: identityReviews.memberId,
  kind: identityReviews.kind,
  raisedAt: identityReviews.raisedAt,
  outcome: identityReviews.outcome,
  decidedAt: identityReviews.decidedAt,
}

/** Oldest first; with the changed fields, or the other members of a shared number. */
export async function listOpenReviews(q: Queryable) {
  const others = sql<number[]>`array(select other.id from members other
    where other.nhs_number_index = identity_reviews.nhs_number_index
      and other.id <> identity_reviews.member_id order by 1)`.mapWith((ids: unknown[]) =>
    ids.map(Number),
  )
  return q
    .select({ ...review, fields: fieldsSinceReview, others })
    .from(identityReviews)
    .where(isNull(identityReviews.decidedAt))
    .orderBy(asc(identityReviews.raisedAt), asc(identityReviews.id))
}

export type Decision = {
  reviewId: number
  outcome: 'confirmed' | 'rejected'
  decidedBy: string
  note: string | null
  now: Date
}

export async function closeReview(
  q: Queryable,
  { reviewId, outcome, decidedBy, note, now }: Decision,
) {
  const [row] = await q
    .update(identityReviews)
    .set({ outcome, decidedBy, note, decidedAt: now })
    .where(and(eq(identityReviews.id, reviewId), isNull(identityReviews.decidedAt)))
    .returning(review)
  return row ?? null
}

/** Without open reviews of a shared number, which would disclose that another member has it. */
export function findReviewsOf(q: Queryable, memberId: number) {
  return q
    .select({
      about: identityReviews.kind,
      raised_at: identityReviews.raisedAt,
      outcome: identityReviews.outcome,
      decided_at: identityReviews.decidedAt,
    })
    .from(identityReviews)
    .where(
      and(
        eq(identityReviews.memberId, memberId),
        or(eq(identityReviews.kind, CHANGED_IDENTITY), isNotNull(identityReviews.decidedAt)),
      ),
    )
    .orderBy(asc(identityReviews.id))
}

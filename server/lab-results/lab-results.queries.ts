import { and, asc, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LabResultState } from '../../domain/office/result-states.ts'
import type { Queryable } from '../db/database.ts'
import {
  appointments,
  events,
  labResults,
  labs,
  members,
  resultReviews,
  results,
  staff,
} from '../db/schema.ts'

export type LabResultRow = Awaited<ReturnType<typeof listLabResults>>[number]

const replaced = alias(labResults, 'replaced')

const columns = {
  id: labResults.id,
  state: labResults.state,
  version: labResults.version,
  labId: labResults.labId,
  memberId: labResults.memberId,
  userId: members.userId,
  appointmentId: labResults.appointmentId,
  firstName: members.firstName,
  lastName: members.lastName,
  dateOfBirth: members.dateOfBirth,
  ethnicity: members.ethnicity,
  event: events.name,
  lab: labs.name,
  sampleDate: labResults.sampleDate,
  isWithdrawal: labResults.isWithdrawal,
  numberIndex: labResults.numberIndex,
  takenBackBy: labResults.takenBackBy,
  isForGpOnly: labResults.isForGpOnly,
  sealId: labResults.sealId,
  sealed: labResults.sealed,
  releaseAt: labResults.releaseAt,
  resultId: labResults.resultId,
  replacesId: labResults.replacesId,
  replacedResultId: replaced.resultId,
  phone: members.phone,
  contactBy: members.contactBy,
}

function selectLabResults(q: Queryable) {
  return q
    .select(columns)
    .from(labResults)
    .innerJoin(members, eq(members.id, labResults.memberId))
    .innerJoin(appointments, eq(appointments.id, labResults.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(labs, eq(labs.id, labResults.labId))
    .leftJoin(replaced, eq(replaced.id, labResults.replacesId))
}

/** The earliest first; of released ones the latest. */
export function listLabResults(
  q: Queryable,
  { states, after, limit }: { states: LabResultState[]; after: number | null; limit: number },
) {
  const isReleased = states.includes('released')
  const beyond = isReleased ? lt : gt
  return selectLabResults(q)
    .where(
      and(
        inArray(labResults.state, states),
        after === null ? undefined : beyond(labResults.id, after),
      ),
    )
    .orderBy(isReleased ? desc(labResults.id) : asc(labResults.id))
    .limit(limit)
}

export async function findLabResult(q: Queryable, id: number): Promise<LabResultRow | null> {
  const [row] = await selectLabResults(q).where(eq(labResults.id, id))
  return row ?? null
}

const firstReviewer = sql`(select first.staff_id from ${resultReviews} first
    where first.lab_result_id = ${labResults.id} and first.kind = 'first'
    order by first.id desc limit 1)`

/**
 * Of the results in this state that this person may decide: the one after `after`, or else the
 * earliest, null without one; and how many there are, `after` included.
 */
export async function findQueue(
  q: Queryable,
  {
    state,
    after,
    staff: { id, userId },
  }: { state: LabResultState; after: number; staff: { id: number; userId: string } },
): Promise<{ next: number | null; left: number }> {
  const isTheirs = and(
    eq(labResults.state, state),
    sql`${members.userId} is distinct from ${userId}`,
    state === 'second' ? sql`${firstReviewer} is distinct from ${id}` : undefined,
  )
  const [row] = await q
    .select({
      left: count(),
      later: sql<
        number | null
      >`(min(${labResults.id}) filter (where ${labResults.id} > ${after}))::int`,
      first: sql<
        number | null
      >`(min(${labResults.id}) filter (where ${labResults.id} <> ${after}))::int`,
    })
    .from(labResults)
    .innerJoin(members, eq(members.id, labResults.memberId))
    .where(isTheirs)
  return { next: row?.later ?? row?.first ?? null, left: row?.left ?? 0 }
}

/** Locks it until the transaction ends. */
export async function lockLabResult(q: Queryable, id: number): Promise<LabResultRow | null> {
  await q.select({ id: labResults.id }).from(labResults).where(eq(labResults.id, id)).for('update')
  return findLabResult(q, id)
}

export async function countLabResults(q: Queryable): Promise<Map<LabResultState, number>> {
  const rows = await q
    .select({ state: labResults.state, n: count() })
    .from(labResults)
    .groupBy(labResults.state)
  return new Map(rows.map(({ state, n }) => [state, n]))
}

export async function updateLabResult(
  q: Queryable,
  id: number,
  changes: Partial<typeof labResults.$inferInsert>,
): Promise<void> {
  await q
    .update(labResults)
    .set({ ...changes, version: sql`${labResults.version} + 1` })
    .where(eq(labResults.id, id))
}

export async function insertReview(
  q: Queryable,
  review: typeof resultReviews.$inferInsert,
): Promise<void> {
  await q.insert(resultReviews).values(review)
}

export type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number]

/** The earliest first. */
export function listReviews(q: Queryable, labResultIds: number[]) {
  return q
    .select({
      labResultId: resultReviews.labResultId,
      kind: resultReviews.kind,
      sealId: resultReviews.sealId,
      sealed: resultReviews.sealed,
      staffId: resultReviews.staffId,
      by: staff.name,
      at: resultReviews.at,
    })
    .from(resultReviews)
    .innerJoin(staff, eq(staff.id, resultReviews.staffId))
    .where(inArray(resultReviews.labResultId, labResultIds))
    .orderBy(asc(resultReviews.id))
}

/**
 * The result of the laboratory, and those of the same report and of all that it replaces, also when
 * they were taken back.
 */
export async function listReportIds(q: Queryable, id: number): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`with recursive report as (
    select id, lab_id, replaces_id, number_index, taken_back_number
      from lab_results where id = ${id}
    union select l.id, l.lab_id, l.replaces_id, l.number_index, l.taken_back_number
      from lab_results l join report on l.lab_id = report.lab_id
        and (l.id = report.replaces_id
          or l.taken_back_number in (report.number_index, report.taken_back_number)))
    select id::int as id from report`)
  return rows.map((row) => row.id)
}

/** Returns the id of the new result. */
export async function insertReleasedResult(
  q: Queryable,
  row: typeof results.$inferInsert,
): Promise<number> {
  const [added] = await q.insert(results).values(row).returning({ id: results.id })
  if (!added) throw new Error('a result was not inserted')
  return added.id
}

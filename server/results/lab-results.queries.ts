import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  clearStateOf,
  LAB_RESULT_STATES,
  type LabResultState,
  UNRELEASED_STATES,
} from '../../domain/office/result-states.ts'
import type { Deps } from '../deps.ts'
import { openState } from '../facts/sealed-lab-results.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  events,
  labResults,
  labs,
  members,
  resultReviews,
  results,
  staff,
} from '../platform/db/schema.ts'

export type LabResultRow = Awaited<ReturnType<typeof listLabResults>>[number]
type Keys = Pick<Deps, 'fieldKeys'>

const replaced = alias(labResults, 'replaced')

const columns = {
  id: labResults.id,
  state: labResults.state,
  sealedState: labResults.sealedState,
  version: labResults.version,
  labId: labResults.labId,
  memberId: labResults.memberId,
  userId: members.userId,
  appointmentId: labResults.appointmentId,
  firstName: members.firstName,
  lastName: members.lastName,
  dateOfBirth: members.dateOfBirth,
  ethnicity: members.ethnicity,
  startsAt: appointments.slotStartsAt,
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
  supportNeeds: members.supportNeeds,
  supportNote: members.supportNote,
  supportNoteSealId: members.supportNoteSealId,
  supportNoteSealed: members.supportNoteSealed,
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

/** Ids of the results that are really in these states, which the database does not tell; null for others. */
async function listIdsIn(
  q: Queryable,
  { fieldKeys }: Keys,
  states: readonly LabResultState[],
): Promise<number[] | null> {
  if (!states.some((state) => isVeiled(state))) return null
  const stored = [...new Set([...states, ...states.map(clearStateOf)])]
  const rows = await q
    .select({
      id: labResults.id,
      state: labResults.state,
      sealId: labResults.sealId,
      sealedState: labResults.sealedState,
    })
    .from(labResults)
    .where(inArray(labResults.state, stored))
  return rows.filter((row) => states.includes(openState(fieldKeys, row))).map(({ id }) => id)
}

function isVeiled(state: LabResultState): boolean {
  return LAB_RESULT_STATES.some(
    (one) => one !== clearStateOf(one) && clearStateOf(one) === clearStateOf(state),
  )
}

/** SQL: the result is in one of these states. */
async function isIn(q: Queryable, keys: Keys, states: readonly LabResultState[]): Promise<SQL> {
  const ids = await listIdsIn(q, keys, states)
  return ids === null
    ? inArray(labResults.state, [...states])
    : sql`${labResults.id} = any(${sql.param(ids)}::bigint[])`
}

/** Which results a list shows: in these states, of members who have died, and among these ids. */
export type ResultFilter = { states: LabResultState[]; isDead?: boolean; ids?: number[] | null }

async function isShown(
  q: Queryable,
  keys: Keys,
  { states, isDead = false, ids = null }: ResultFilter,
): Promise<SQL | undefined> {
  return and(
    await isIn(q, keys, states),
    isDead ? isNotNull(members.diedAt) : undefined,
    ids === null ? undefined : sql`${labResults.id} = any(${sql.param(ids)}::bigint[])`,
  )
}

/** The earliest first; of released ones the latest. */
export async function listLabResults(
  q: Queryable,
  keys: Keys,
  { after, limit, ...filter }: ResultFilter & { after: number | null; limit: number },
) {
  const isReleased = filter.states.includes('released')
  const beyond = isReleased ? lt : gt
  const rows = await selectLabResults(q)
    .where(
      and(
        await isShown(q, keys, filter),
        after === null ? undefined : beyond(labResults.id, after),
      ),
    )
    .orderBy(isReleased ? desc(labResults.id) : asc(labResults.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, state: openState(keys.fieldKeys, row) }))
}

export async function countResults(
  q: Queryable,
  keys: Keys,
  filter: ResultFilter,
): Promise<number> {
  const [row] = await q
    .select({ n: count() })
    .from(labResults)
    .innerJoin(members, eq(members.id, labResults.memberId))
    .where(await isShown(q, keys, filter))
  return row?.n ?? 0
}

/** Of members that this condition on `members` finds, or with one of these appointments. */
export async function listIdsOf(
  q: Queryable,
  { matches, appointmentIds }: { matches: SQL | null; appointmentIds: number[] },
): Promise<number[]> {
  const rows = await q
    .select({ id: labResults.id })
    .from(labResults)
    .innerJoin(members, eq(members.id, labResults.memberId))
    .where(
      or(
        matches ?? undefined,
        sql`${labResults.appointmentId} = any(${sql.param(appointmentIds)}::bigint[])`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** The latest ones, still sealed. */
export function listSealed(q: Queryable, { limit }: { limit: number }) {
  return q
    .select({ id: labResults.id, sealId: labResults.sealId, sealed: labResults.sealed })
    .from(labResults)
    .orderBy(desc(labResults.id))
    .limit(limit)
}

export async function findLabResult(
  q: Queryable,
  { fieldKeys }: Keys,
  id: number,
): Promise<LabResultRow | null> {
  const [row] = await selectLabResults(q).where(eq(labResults.id, id))
  return row ? { ...row, state: openState(fieldKeys, row) } : null
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
  keys: Keys,
  {
    state,
    after,
    staff: { id, userId },
  }: { state: LabResultState; after: number; staff: { id: number; userId: string } },
): Promise<{ next: number | null; left: number }> {
  const isTheirs = and(
    await isIn(q, keys, [state]),
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

export async function listReadyIds(q: Queryable, keys: Keys, ids: number[]): Promise<number[]> {
  const rows = await q
    .select({ id: labResults.id })
    .from(labResults)
    .where(and(inArray(labResults.id, ids), await isIn(q, keys, ['ready'])))
  return rows.map(({ id }) => id)
}

/** Locks it until the transaction ends. */
export async function lockLabResult(
  q: Queryable,
  keys: Keys,
  id: number,
): Promise<LabResultRow | null> {
  await q.select({ id: labResults.id }).from(labResults).where(eq(labResults.id, id)).for('update')
  return findLabResult(q, keys, id)
}

export async function countLabResults(
  q: Queryable,
  keys: Keys,
): Promise<Map<LabResultState, number>> {
  const rows = await q
    .select({ state: labResults.state, n: count() })
    .from(labResults)
    .groupBy(labResults.state)
  const counts = new Map(rows.map(({ state, n }) => [state, n]))
  for (const state of LAB_RESULT_STATES) {
    const ids = await listIdsIn(q, keys, [state])
    if (ids !== null) counts.set(state, ids.length)
  }
  return counts
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

/** Open results whose state nobody has sealed yet. */
export function lockUnsealedStates(q: Queryable, limit: number) {
  return q
    .select({ id: labResults.id, sealId: labResults.sealId, state: labResults.state })
    .from(labResults)
    .where(and(isNull(labResults.sealedState), inArray(labResults.state, UNRELEASED_STATES)))
    .orderBy(labResults.id)
    .limit(limit)
    .for('update')
}

/** The same state in another form: the version stays. */
export async function storeState(
  q: Queryable,
  id: number,
  stored: Pick<typeof labResults.$inferInsert, 'state' | 'sealedState'>,
): Promise<void> {
  await q.update(labResults).set(stored).where(eq(labResults.id, id))
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

/** The result that replaces this one, directly or through others, or itself. */
export async function findLastOfChain(q: Queryable, resultId: number): Promise<number> {
  const { rows } = await q.execute<{ id: number }>(sql`with recursive chain as (
    select ${resultId}::bigint as id, 0 as step
    union all select newer.id, chain.step + 1 from results newer
      join chain on newer.supersedes_id = chain.id)
    select id::int as id from chain order by step desc limit 1`)
  return rows[0]?.id ?? resultId
}

/** The reports that this one replaces and that replace it, and are not discarded; itself not. */
export async function listOtherReports(q: Queryable, id: number): Promise<number[]> {
  const { rows } = await q.execute<{ id: number }>(sql`with recursive chain as (
    select id, replaces_id from lab_results where id = ${id}
    union select l.id, l.replaces_id from lab_results l
      join chain on l.id = chain.replaces_id or l.replaces_id = chain.id)
    select l.id::int as id from chain join lab_results l on l.id = chain.id
    where l.id <> ${id} and l.state <> 'discarded' order by l.id`)
  return rows.map((row) => row.id)
}

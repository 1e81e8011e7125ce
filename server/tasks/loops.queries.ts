import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import {
  type ClearKind,
  LOOP_RULES,
  type LoopKind,
  SEALED_KINDS,
  storedKindsOf,
} from '../../domain/office/care-loops.ts'
import type { Deps } from '../deps.ts'
import { isLastConsentWithdrawn } from '../facts/latest-consent.queries.ts'
import { listStandingSamples } from '../facts/standing-samples.queries.ts'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  accessLog,
  appointments,
  attendance,
  careLoops,
  members,
  results,
} from '../platform/db/schema.ts'
import { LEVEL_MOMENT, type LoopRow, type StoredLoop, toReals } from './sealed-loops.ts'

type Keys = Pick<Deps, 'fieldKeys'>

/** What toReal needs. */
export const veiledColumns = {
  kind: careLoops.kind,
  pace: careLoops.pace,
  urgency: careLoops.urgency,
  openedAt: careLoops.openedAt,
  dueAt: careLoops.dueAt,
  nextStepAt: careLoops.nextStepAt,
  isToRing: careLoops.isToRing,
  calls: careLoops.calls,
  lastCalledAt: careLoops.lastCalledAt,
  ringAt: careLoops.ringAt,
  ringingBy: careLoops.ringingBy,
  ringingSince: careLoops.ringingSince,
  closedBecause: careLoops.closedBecause,
  sealId: careLoops.sealId,
  sealed: careLoops.sealed,
}

/** Which loops: these, or those of all these appointments, results of a laboratory, results or persons. */
export type Subject =
  | { appointmentIds: readonly number[] }
  | { labResultIds: readonly number[] }
  | { resultIds: readonly number[] }
  | { loopIds: readonly number[] }
  | { personOf: number; exceptAppointment: number }

/** One that is open already stays as it is. */
export async function insertLoops(
  q: Queryable,
  tasks: (typeof careLoops.$inferInsert)[],
): Promise<void> {
  if (tasks.length > 0) await q.insert(careLoops).values(tasks).onConflictDoNothing()
}

/** Returns those that were open. */
export async function updateOpenLoops(
  q: Queryable,
  which: Which,
  closed: Pick<StoredLoop, 'closedAt' | 'closedBecause'>,
): Promise<StoredLoop[]> {
  if (isNobody(which.subject)) return []
  return q
    .update(careLoops)
    .set({ ...closed, nextStepAt: null })
    .where(isOpenOf(which))
    .returning()
}

type Which = { kinds: readonly ClearKind[]; subject: Subject }

/** In the order of their ids. */
export async function lockOpenLoops(q: Queryable, which: Which): Promise<StoredLoop[]> {
  if (isNobody(which.subject)) return []
  return q.select().from(careLoops).where(isOpenOf(which)).orderBy(careLoops.id).for('update')
}

function isOpenOf({ kinds, subject }: Which): SQL | undefined {
  return and(isNull(careLoops.closedAt), inArray(careLoops.kind, [...kinds]), isAbout(subject))
}

function isNobody(subject: Subject): boolean {
  return 'personOf' in subject ? false : Object.values(subject).every((ids) => ids.length === 0)
}

function isAbout(subject: Subject): SQL | undefined {
  if ('personOf' in subject)
    return and(
      isOfPerson(careLoops.memberId, personIdOf(subject.personOf)),
      sql`${careLoops.appointmentId} is distinct from ${subject.exceptAppointment}`,
    )
  if ('appointmentIds' in subject)
    return inArray(careLoops.appointmentId, [...subject.appointmentIds])
  if ('loopIds' in subject) return inArray(careLoops.id, [...subject.loopIds])
  if ('labResultIds' in subject) return inArray(careLoops.labResultId, [...subject.labResultIds])
  return inArray(careLoops.resultId, [...subject.resultIds])
}

/** SQL: the record that stands for the person whose record this is. */
function personIdOf(memberId: number): SQL {
  return sql`(select coalesce(merged_into, id) from members where id = ${memberId})`
}

export async function findLoop(
  q: Queryable,
  { fieldKeys }: Keys,
  id: number,
): Promise<LoopRow | null> {
  const [row] = await q.select().from(careLoops).where(eq(careLoops.id, id))
  return row ? (toReals(fieldKeys, [row])[0] ?? null) : null
}

/** Locks it until the transaction ends. */
export async function lockLoop(
  q: Queryable,
  { fieldKeys }: Keys,
  id: number,
): Promise<LoopRow | null> {
  const [row] = await q.select().from(careLoops).where(eq(careLoops.id, id)).for('update')
  return row ? (toReals(fieldKeys, [row])[0] ?? null) : null
}

/**
 * Tasks whose kind or moments are to be sealed and are not; one that nobody has followed yet tells
 * nothing.
 */
export function lockUnsealed(q: Queryable, limit: number): Promise<StoredLoop[]> {
  const hasKind = and(
    isNull(careLoops.sealed),
    inArray(careLoops.kind, [...SEALED_KINDS]),
    isNotNull(careLoops.dueAt),
  )
  const hasMoments = and(eq(careLoops.kind, 'look_again'), gt(careLoops.openedAt, LEVEL_MOMENT))
  return q
    .select()
    .from(careLoops)
    .where(or(hasKind, hasMoments))
    .orderBy(careLoops.id)
    .limit(limit)
    .for('update')
}

export async function storeLoop(
  q: Queryable,
  id: number,
  changes: Partial<typeof careLoops.$inferInsert>,
): Promise<void> {
  await q.update(careLoops).set(changes).where(eq(careLoops.id, id))
}

/** Every open loop of the person, locked, in the order of their ids. */
export async function lockLoopsOfPerson(
  q: Queryable,
  { fieldKeys }: Keys,
  memberId: number,
): Promise<LoopRow[]> {
  const rows = await lockStoredOfPerson(q, memberId)
  return toReals(fieldKeys, rows)
}

/** The same as the database tells them. */
export async function lockStoredOfPerson(q: Queryable, memberId: number): Promise<StoredLoop[]> {
  return q
    .select()
    .from(careLoops)
    .where(and(isNull(careLoops.closedAt), isOfPerson(careLoops.memberId, personIdOf(memberId))))
    .orderBy(careLoops.id)
    .for('update')
}

/** The loop that the table itself has opened for a released result, locked. */
export async function findLoopOfResult(
  q: Queryable,
  { fieldKeys }: Keys,
  resultId: number,
): Promise<LoopRow | null> {
  const [row] = await q
    .select()
    .from(careLoops)
    .where(and(eq(careLoops.resultId, resultId), eq(careLoops.kind, 'released_to_read')))
    .orderBy(careLoops.id)
    .limit(1)
    .for('update')
  return row ? (toReals(fieldKeys, [row])[0] ?? null) : null
}

/** The latest of this kind about the result, locked. */
export async function findLastLoop(
  q: Queryable,
  { fieldKeys }: Keys,
  { kind, resultId }: { kind: LoopKind; resultId: number },
): Promise<LoopRow | null> {
  const rows = await q
    .select()
    .from(careLoops)
    .where(and(eq(careLoops.resultId, resultId), inArray(careLoops.kind, storedKindsOf(kind))))
    .orderBy(desc(careLoops.id))
    .for('update')
  return toReals(fieldKeys, rows).find((row) => row.kind === kind) ?? null
}

/** The open loops about these results that wait until their members read them, locked. */
export async function lockUnread(
  q: Queryable,
  { fieldKeys }: Keys,
  resultIds: readonly number[],
): Promise<LoopRow[]> {
  const rows = await q
    .select()
    .from(careLoops)
    .where(
      and(
        inArray(careLoops.resultId, [...resultIds]),
        eq(careLoops.kind, 'released_to_read'),
        isNull(careLoops.closedAt),
      ),
    )
    .orderBy(careLoops.id)
    .for('update')
  return toReals(fieldKeys, rows)
}

/** The record that is kept for the person. */
export async function findLearner(q: Queryable, memberId: number) {
  const [row] = await q
    .select({
      id: members.id,
      userId: members.userId,
      contactBy: members.contactBy,
      town: members.town,
    })
    .from(members)
    .where(eq(members.id, personIdOf(memberId)))
  return row ?? null
}

/** Ids of results about which a loop says that nothing reaches their members. */
export async function listOpenNoWays(q: Queryable): Promise<number[]> {
  const rows = await q
    .select({ resultId: careLoops.resultId })
    .from(careLoops)
    .where(and(eq(careLoops.kind, 'no_way_to_tell'), isNull(careLoops.closedAt)))
    .orderBy(careLoops.id)
  return rows.flatMap(({ resultId }) => resultId ?? [])
}

/** Whether a clinician told the member by telephone before the release, once that is stored. */
export async function wasToldBefore(q: Queryable, resultId: number): Promise<boolean> {
  const { rows } = await q.execute<{ was: boolean }>(sql`select exists (select from results
    join lab_results found on found.result_id = results.id
    join result_reviews call on call.lab_result_id = found.id and call.kind = 'rung'
    where results.id = ${resultId} and not exists (select from result_reviews back
      where back.lab_result_id = found.id and back.kind = 'taken back' and back.id > call.id)
    ) as was`)
  return rows[0]?.was === true
}

/** Still sealed. */
export async function findResultToFollow(q: Queryable, resultId: number) {
  const [row] = await q
    .select({
      memberId: results.memberId,
      appointmentId: results.appointmentId,
      supersedesId: results.supersedesId,
      sampleDate: results.sampleDate,
      releasedAt: results.releasedAt,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
    })
    .from(results)
    .where(eq(results.id, resultId))
  return row ?? null
}

/** Loops that a sample of this appointment closed, which was no sample after all. */
export async function listClosedBySample(
  q: Queryable,
  { fieldKeys }: Keys,
  { appointmentId, memberId }: { appointmentId: number; memberId: number },
): Promise<LoopRow[]> {
  const rows = await q
    .select()
    .from(careLoops)
    .where(and(isOfPerson(careLoops.memberId, personIdOf(memberId)), isNotNull(careLoops.closedAt)))
    .orderBy(careLoops.id)
  return toReals(fieldKeys, rows).filter(
    ({ closedBecause }) => closedBecause === sampleOf(appointmentId),
  )
}

/** What a loop is closed because of when a new sample answers it. */
export function sampleOf(appointmentId: number): string {
  return `sampled at appointment ${appointmentId}`
}

/** Whether the laboratory has the appointment's sample and owes its result. */
export async function isAtLab(q: Queryable, appointmentId: number): Promise<boolean> {
  const open = and(
    eq(careLoops.appointmentId, appointmentId),
    eq(careLoops.kind, 'lab_to_result'),
    isNull(careLoops.closedAt),
  )
  return (await q.$count(careLoops, open)) > 0
}

export async function findSlotEnd(
  q: Queryable,
  appointmentId: number,
): Promise<{ memberId: number; slotEndsAt: Date; isWithdrawn: boolean } | null> {
  const [row] = await q
    .select({
      memberId: appointments.memberId,
      slotEndsAt: appointments.slotEndsAt,
      isWithdrawn: isLastConsentWithdrawn(appointments.memberId, appointments.eventId),
    })
    .from(appointments)
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}

/** Whether the laboratory has reported on the appointment's sample, and nobody took it back. */
export async function hasLabResult(q: Queryable, appointmentId: number): Promise<boolean> {
  return (await listWithLabResult(q, [appointmentId])).has(appointmentId)
}

/** Which of these appointments have a report that stands or a released result. */
export async function listWithLabResult(
  q: Queryable,
  appointmentIds: readonly number[],
): Promise<Set<number>> {
  if (appointmentIds.length === 0) return new Set()
  const ids = sql`(${sql.join(
    appointmentIds.map((id) => sql`${id}`),
    sql`, `,
  )})`
  const { rows } = await q.execute<{ id: string }>(sql`
    select appointment_id as id from lab_results
      where appointment_id in ${ids} and state <> 'discarded'
    union select appointment_id from results
      where appointment_id in ${ids} and released_at is not null`)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Whether a sample of the appointment stands, and nobody could read a result of it by `now`. */
export async function isSampleUnderWay(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<boolean> {
  const samples = await listStandingSamples(q, [appointmentId])
  if (samples.length === 0) return false
  const released = and(eq(results.appointmentId, appointmentId), lte(results.releasedAt, now))
  return (await q.$count(results, released)) === 0
}

/** Whether the person has opened the result. */
export async function wasViewed(
  q: Queryable,
  { resultId, memberId }: { resultId: number; memberId: number },
): Promise<boolean> {
  const viewed = and(
    isOfPerson(accessLog.memberId, personIdOf(memberId)),
    eq(accessLog.resultId, resultId),
    eq(accessLog.actorRole, 'member'),
    sql`${accessLog.reason} is distinct from 'copy of all data'`,
  )
  return (await q.$count(accessLog, viewed)) > 0
}

/** Whether the person gave another sample, or has another result, after this one's sample. */
export async function wasTestedSince(
  q: Queryable,
  of: { resultId: number; memberId: number; since: Date },
): Promise<boolean> {
  const since = of.since.toISOString()
  const person = personIdOf(of.memberId)
  const { rows } = await q.execute<{ was: boolean }>(sql`select
    exists (select from ${attendance} join ${appointments} on ${appointments.id} = ${attendance.appointmentId}
      where ${attendance.state} = 'sampled' and ${attendance.since} > ${since}::timestamptz
        and ${isOfPerson(appointments.memberId, person)})
    or exists (select from ${results} where ${results.id} <> ${of.resultId}
      and ${results.supersedesId} is distinct from ${of.resultId}
      and ${results.sampleDate} > (select mine.sample_date from results mine where mine.id = ${of.resultId})
      and ${isOfPerson(results.memberId, person)}) as was`)
  return rows[0]?.was === true
}

export const KINDS_ON_SHEET = (Object.keys(LOOP_RULES) as LoopKind[]).filter(
  (kind) => LOOP_RULES[kind].isOnSheet,
)

export async function hasStandingSample(q: Queryable, appointmentId: number): Promise<boolean> {
  return (await listStandingSamples(q, [appointmentId])).length > 0
}

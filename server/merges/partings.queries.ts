import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { hasArrived } from '../attendance/arrivals.queries.ts'
import type { Queryable } from '../db/database.ts'
import {
  accessGrants,
  appointments,
  careLoops,
  consentLinks,
  consentWithdrawals,
  events,
  labResults,
  memberMerges,
  memberPartings,
  members,
  results,
  staff,
  waitingList,
} from '../db/schema.ts'
import { isWithheld } from '../members/identity/withheld.queries.ts'
import { isReadBy } from '../results/readers.queries.ts'

/** The merge, who made it, and when it was parted; null without one of this id. */
export async function findMerge(q: Queryable, id: number) {
  const [row] = await q
    .select({ merge: memberMerges, by: staff.name, partedAt: memberPartings.at })
    .from(memberMerges)
    .innerJoin(staff, eq(staff.id, memberMerges.madeBy))
    .leftJoin(memberPartings, eq(memberPartings.mergeId, memberMerges.id))
    .where(eq(memberMerges.id, id))
  return row ?? null
}

/** False when it was parted before. */
export async function insertParting(
  q: Queryable,
  parting: typeof memberPartings.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await q.insert(memberPartings).values(parting).onConflictDoNothing()
  return rowCount === 1
}

/** Whoever reviews or releases one of these waits until the transaction ends. */
export async function lockLabResultsOf(q: Queryable, appointmentIds: number[]) {
  if (appointmentIds.length === 0) return
  await q
    .select({ id: labResults.id })
    .from(labResults)
    .where(inArray(labResults.appointmentId, appointmentIds))
    .orderBy(asc(labResults.id))
    .for('update')
}

/** SQL: a result of the appointment was recorded, which refers to the member for good. */
const hasResult = sql<boolean>`exists (select from results told
  where told.appointment_id = ${appointments.id})`

/** SQL: a report of the laboratory that corrects, or is corrected by, one of another appointment. */
const hasForeignReport = sql<boolean>`exists (select from lab_results one
  join lab_results other on other.replaces_id = one.id or one.replaces_id = other.id
  where one.appointment_id = ${appointments.id}
    and other.appointment_id is distinct from one.appointment_id)`

const appointmentColumns = {
  id: appointments.id,
  memberId: appointments.memberId,
  eventId: appointments.eventId,
  eventName: events.name,
  startsAt: appointments.slotStartsAt,
  endsAt: appointments.slotEndsAt,
  status: appointments.status,
  consentId: appointments.consentId,
  createdAt: appointments.createdAt,
  hasResult,
  hasForeignReport,
  hasArrived: hasArrived(appointments.id),
}

export async function findParted(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select(appointmentColumns)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}
export type PartedAppointment = NonNullable<Awaited<ReturnType<typeof findParted>>>

/** The kept record's own appointments that were made after the merge. */
export function listAppointmentsSince(
  q: Queryable,
  { memberId, since, except }: { memberId: number; since: Date; except: number | null },
) {
  return q
    .select(appointmentColumns)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(
      and(
        eq(appointments.memberId, memberId),
        gt(appointments.createdAt, since),
        except === null ? undefined : sql`${appointments.id} <> ${except}`,
      ),
    )
    .orderBy(asc(appointments.id))
}

const waitColumns = {
  id: waitingList.id,
  memberId: waitingList.memberId,
  eventId: waitingList.eventId,
  eventName: events.name,
  status: waitingList.status,
  offeredUntil: waitingList.offeredUntil,
  endsAt: events.endsAt,
}

export function listWaits(q: Queryable, ids: number[]) {
  return q
    .select(waitColumns)
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(inArray(waitingList.id, ids))
    .orderBy(asc(waitingList.id))
}
export type PartedWait = Awaited<ReturnType<typeof listWaits>>[number]

/** The kept record's open waits since the merge. */
export function listWaitsSince(
  q: Queryable,
  { memberId, since }: { memberId: number; since: Date },
) {
  return q
    .select(waitColumns)
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(
      and(
        eq(waitingList.memberId, memberId),
        gt(waitingList.joinedAt, since),
        inArray(waitingList.status, ['waiting', 'offered']),
      ),
    )
    .orderBy(asc(waitingList.id))
}

/**
 * Gives an appointment to a record, with a consent of that record and what refers to both: one
 * statement, because the foreign keys are checked at its end. `items` are entries of bulk actions that
 * get it back.
 */
export async function giveAppointment(
  q: Queryable,
  given: { appointmentId: number; memberId: number; consentId: number; items: number[]; now: Date },
): Promise<void> {
  const { appointmentId, memberId, consentId, items, now } = given
  const isPast = sql`member_id = ${memberId} and until <= ${now.toISOString()}::timestamptz`
  await q.execute(sql`delete from upcoming_appointments where ${isPast}`)
  const hasItem = sql`exists (select from bulk_action_items other
    where other.bulk_action_id = item.bulk_action_id and other.member_id = ${memberId})`
  await q.execute(sql`
    with booked as (
      update appointments set member_id = ${memberId}, consent_id = ${consentId}
        where id = ${appointmentId}),
    items as (
      update bulk_action_items item set
          member_id = case when ${hasItem} then member_id else ${memberId}::bigint end,
          appointment_id = case when ${hasItem} then null else appointment_id end
        where appointment_id = ${appointmentId}),
    own_items as (
      update bulk_action_items set appointment_id = ${appointmentId}
        where id = any(${sql.param(items)}::bigint[]) and member_id = ${memberId}
          and appointment_id is null),
    reported as (
      update lab_results set member_id = ${memberId}, version = version + 1
        where appointment_id = ${appointmentId}),
    paid as (
      update payments set member_id = ${memberId} where appointment_id = ${appointmentId})
    update upcoming_appointments set member_id = ${memberId} where appointment_id = ${appointmentId}`)
}

/** The withdrawal of a consent that the appointment had meanwhile goes with it. */
export async function copyWithdrawal(
  q: Queryable,
  { from, to, memberId }: { from: number; to: number; memberId: number },
): Promise<boolean> {
  const [gone] = await q
    .select()
    .from(consentWithdrawals)
    .where(eq(consentWithdrawals.consentId, from))
  if (!gone) return false
  const { id: _, ...row } = gone
  await q
    .insert(consentWithdrawals)
    .values({ ...row, consentId: to, memberId })
    .onConflictDoNothing()
  return true
}

export function listOpenReports(q: Queryable, appointmentId: number) {
  return q
    .select({ id: labResults.id, state: labResults.state })
    .from(labResults)
    .where(
      and(
        eq(labResults.appointmentId, appointmentId),
        inArray(labResults.state, ['second', 'ready', 'ring first']),
      ),
    )
    .orderBy(asc(labResults.id))
}

/** An open wait with its offer, in one statement because of the foreign key between them. */
export async function giveWait(
  q: Queryable,
  { id, memberId }: { id: number; memberId: number },
): Promise<void> {
  await q.execute(sql`
    with moved as (update waiting_list set member_id = ${memberId} where id = ${id} returning id)
    update places set offered_to = ${memberId} where offer_id in (select id from moved)`)
}

/** A wait that was closed has its old place in the queue again. */
export async function reopenWait(q: Queryable, id: number): Promise<void> {
  await q
    .update(waitingList)
    .set({
      status: 'waiting',
      closedAt: null,
      offeredAt: null,
      offeredStartsAt: null,
      offeredUntil: null,
    })
    .where(eq(waitingList.id, id))
}

/** Whether the member waits for the event, or is booked there. */
export async function isAtEvent(
  q: Queryable,
  { memberId, eventId }: { memberId: number; eventId: number },
): Promise<boolean> {
  const { rows } = await q.execute<{ found: boolean }>(sql`
    select exists (select from waiting_list wait where wait.member_id = ${memberId}
        and wait.event_id = ${eventId} and wait.status in ('waiting', 'offered'))
      or exists (select from appointments booked where booked.member_id = ${memberId}
        and booked.event_id = ${eventId} and booked.status = 'booked') as found`)
  return rows[0]?.found === true
}

/** Returns how many rights of access went back. */
export async function giveGrants(
  q: Queryable,
  of: {
    keptId: number
    mergedId: number
    grants: readonly { eventId: number; visitor: string }[]
    consentLinks: readonly string[]
  },
): Promise<number> {
  const { keptId, mergedId } = of
  const isGrant = of.grants.map(({ eventId, visitor }) =>
    and(
      eq(accessGrants.eventId, eventId),
      eq(accessGrants.visitorHash, Buffer.from(visitor, 'hex')),
    ),
  )
  const granted =
    isGrant.length === 0
      ? []
      : await q
          .update(accessGrants)
          .set({ memberId: mergedId })
          .where(and(eq(accessGrants.memberId, keptId), or(...isGrant)))
          .returning({ eventId: accessGrants.eventId })
  if (of.consentLinks.length > 0)
    await q
      .update(consentLinks)
      .set({ memberId: mergedId })
      .where(
        and(
          eq(consentLinks.memberId, keptId),
          isNull(consentLinks.usedAt),
          inArray(
            consentLinks.keyHash,
            of.consentLinks.map((hash) => Buffer.from(hash, 'hex')),
          ),
        ),
      )
  return granted.length
}

/** Records that had been merged into the one that gets its own again. */
export async function giveFollowers(
  q: Queryable,
  { keptId, mergedId, ids }: { keptId: number; mergedId: number; ids: number[] },
): Promise<void> {
  if (ids.length === 0) return
  await q
    .update(members)
    .set({ mergedInto: mergedId })
    .where(and(inArray(members.id, ids), eq(members.mergedInto, keptId)))
}

/** Every task about what went back goes with it. */
export async function giveLoops(
  q: Queryable,
  { keptId, mergedId, ids }: { keptId: number; mergedId: number; ids: number[] },
): Promise<number> {
  const isTheirs = (column: SQL) =>
    sql`(${column} = ${mergedId} or ${column} = any(${sql.param(ids)}::bigint[]))`
  const { rowCount } = await q
    .update(careLoops)
    .set({ memberId: mergedId })
    .where(
      and(
        eq(careLoops.memberId, keptId),
        or(
          sql`exists (select from appointments about where about.id = ${careLoops.appointmentId}
            and ${isTheirs(sql`about.member_id`)})`,
          sql`exists (select from results about where about.id = ${careLoops.resultId}
            and ${isTheirs(sql`about.member_id`)})`,
          sql`exists (select from lab_results about where about.id = ${careLoops.labResultId}
            and ${isTheirs(sql`about.member_id`)})`,
        ),
      ),
    )
  return rowCount ?? 0
}

const resultColumns = {
  id: results.id,
  memberId: results.memberId,
  appointmentId: results.appointmentId,
  sampleDate: results.sampleDate,
  eventName: events.name,
}
export type PartedResult = {
  id: number
  memberId: number
  appointmentId: number | null
  sampleDate: string | null
  eventName: string | null
  /** The kept record could read it. */
  isShown: boolean
}

/** The results of these records, and whether the kept one could read them; call before parting. */
export function listResultsOf(
  q: Queryable,
  { keptId, ids, now }: { keptId: number; ids: number[]; now: Date },
): Promise<PartedResult[]> {
  const at = now.toISOString()
  return q
    .select({
      ...resultColumns,
      isShown: sql<boolean>`(${isReadBy(keptId)} and not ${isWithheld}
        and coalesce(${results.releasedAt} <= ${at}::timestamptz, false))`,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(inArray(results.memberId, ids))
    .orderBy(asc(results.id))
}

/** The results of an appointment, of whatever record. */
export function listResultsAt(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<PartedResult[]> {
  const at = now.toISOString()
  return q
    .select({
      ...resultColumns,
      isShown: sql<boolean>`coalesce(${results.releasedAt} <= ${at}::timestamptz, false)`,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(eq(results.appointmentId, appointmentId))
    .orderBy(asc(results.id))
}

/** The last task to read this result, closed or open; null without one. */
export async function findReadTask(q: Queryable, resultId: number) {
  const [row] = await q
    .select({
      closedAt: careLoops.closedAt,
      closedBecause: careLoops.closedBecause,
      pace: careLoops.pace,
    })
    .from(careLoops)
    .where(and(eq(careLoops.resultId, resultId), eq(careLoops.kind, 'released_to_read')))
    .orderBy(sql`${careLoops.id} desc`)
    .limit(1)
  return row ?? null
}

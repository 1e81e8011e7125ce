import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isLeadOf } from '../../../domain/office/days.ts'
import { type TubeRule, USUAL_TUBES } from '../../../domain/office/tube-patterns.ts'
import { isStandingSample } from '../../facts/standing-samples.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  events,
  labs,
  staff,
  staffEvents,
  tubes,
} from '../../platform/db/schema.ts'

/**
 * Whose the tube is: the highest generation counts. `isStanding` while a sample of it stands; `isFreed`
 * once a lead has undone every sample of it.
 */
type TubeOwner = {
  appointmentId: number
  eventId: number
  generation: number
  isStanding: boolean
  isFreed: boolean
}

/** Null for a tube that nobody ever had. */
export async function findTubeOwner(q: Queryable, code: string): Promise<TubeOwner | null> {
  const [row] = await q
    .select({
      appointmentId: tubes.appointmentId,
      eventId: appointments.eventId,
      generation: tubes.generation,
    })
    .from(tubes)
    .innerJoin(appointments, eq(appointments.id, tubes.appointmentId))
    .where(eq(tubes.code, code))
    .orderBy(desc(tubes.id))
    .limit(1)
  if (!row) return null
  const { appointmentId, generation } = row
  const samples = (await listTubesOf(q, { appointmentId })).filter((one) => one.tube === code)
  return {
    ...row,
    generation: generation ?? 1,
    isStanding: samples.some(({ isUndone }) => !isUndone),
    isFreed: samples.length > 0 && samples.every(({ isUndoneByLead }) => isUndoneByLead),
  }
}

type TubeOfAppointment = { tube: string; isUndone: boolean; isUndoneByLead: boolean }

/** The tubes of the samples that were ever recorded for the appointment. */
export async function listTubesOf(
  q: Queryable,
  { appointmentId }: { appointmentId: number },
): Promise<TubeOfAppointment[]> {
  const undos = alias(attendanceActions, 'undos')
  const isUndo = and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused'))
  const rows = await q
    .select({
      tube: sql<string>`${attendanceActions.tube}`,
      eventId: attendanceActions.eventId,
      undoneBy: undos.staffId,
      roles: staff.roles,
      leadEventIds: sql<number[]>`array(select ${staffEvents.eventId}::int from ${staffEvents}
        where ${staffEvents.staffId} = ${undos.staffId} and ${staffEvents.isLead})`,
    })
    .from(attendanceActions)
    .leftJoin(undos, isUndo)
    .leftJoin(staff, eq(staff.id, undos.staffId))
    .where(
      and(
        eq(attendanceActions.appointmentId, appointmentId),
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
    .orderBy(asc(attendanceActions.id))
    .limit(MOST_SAMPLES)
  return rows.map(({ tube, eventId, undoneBy, roles, leadEventIds }) => ({
    tube,
    isUndone: undoneBy !== null,
    isUndoneByLead: roles !== null && isLeadOf({ roles, leadEventIds }, eventId),
  }))
}

const MOST_SAMPLES = 200

/** Another appointment of the event with a standing sample of the tube; or null. */
export async function findHolderOfDay(
  q: Queryable,
  of: { code: string; eventId: number; appointmentId: number },
): Promise<number | null> {
  const [row] = await q
    .select({ id: attendanceActions.appointmentId })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.tube, of.code),
        eq(attendanceActions.eventId, of.eventId),
        ne(attendanceActions.appointmentId, of.appointmentId),
        isStandingSample(q),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/**
 * Gives the tube to the appointment as the generation after `former`, null for a new tube. False
 * when somebody else was faster: each generation has one owner.
 */
export async function insertTube(
  q: Queryable,
  tube: { code: string; appointmentId: number; at: Date; former: number | null },
): Promise<boolean> {
  const { former, ...row } = tube
  const generation = former === null ? null : former + 1
  const { rowCount } = await q
    .insert(tubes)
    .values({ ...row, generation })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Whether the event's laboratory wants each number on a slip of the member too. */
export async function wantsSlips(q: Queryable, eventId: number): Promise<boolean> {
  const [lab] = await q
    .select({ labelsOnSlips: labs.labelsOnSlips })
    .from(events)
    .innerJoin(labs, eq(labs.id, events.labId))
    .where(eq(events.id, eventId))
  return lab?.labelsOnSlips ?? false
}

/** What the event's laboratory takes as a tube's code. */
export async function findTubeRule(q: Queryable, eventId: number): Promise<TubeRule> {
  const [lab] = await q
    .select({ ownLabelsOnly: labs.ownLabelsOnly, patterns: labs.tubePatterns })
    .from(events)
    .innerJoin(labs, eq(labs.id, events.labId))
    .where(eq(events.id, eventId))
  return lab ?? USUAL_TUBES
}

/**
 * Whether our label of this number may be on a tube of the event: it was printed for it, or nobody
 * has printed labels for the event nor this one for another.
 */
export async function isLabelOfEvent(
  q: Queryable,
  { label, eventId }: { label: number; eventId: number },
): Promise<boolean> {
  const { rows } = await q.execute<{ of: string | null; printed: boolean }>(sql`select
    (select batch.event_id from tube_labels label join label_batches batch on batch.id = label.batch_id
      where label.number = ${label}) as of,
    exists (select from label_batches where event_id = ${eventId}) as printed`)
  const [known] = rows
  if (!known) throw new Error('a question has no answer')
  return known.of === null ? !known.printed : Number(known.of) === eventId
}

import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { areDeclaredTheirs } from '../../../domain/office/attendance.ts'
import { isStandingSample } from '../../facts/standing-samples.queries.ts'
import { listSharedSamples } from '../../facts/undone-samples.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendance,
  attendanceActions,
  attendanceReviews,
  events,
  members,
} from '../../platform/db/schema.ts'

/** Flagged or refused actions that nobody has dealt with, the earliest first. */
export function listOpenProblems(q: Queryable, eventId: number) {
  return q
    .select({
      id: attendanceActions.actionId,
      type: attendanceActions.type,
      status: attendanceActions.status,
      code: sql<string>`${attendanceActions.code}`,
      also: attendanceActions.also,
      tube: attendanceActions.tube,
      at: attendanceActions.at,
      appointmentId: attendanceActions.appointmentId,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
    })
    .from(attendanceActions)
    .leftJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .leftJoin(members, eq(members.id, appointments.memberId))
    .leftJoin(attendanceReviews, eq(attendanceReviews.actionId, attendanceActions.actionId))
    .where(
      and(
        eq(attendanceActions.eventId, eventId),
        ne(attendanceActions.status, 'applied'),
        isNull(attendanceReviews.actionId),
      ),
    )
    .orderBy(asc(attendanceActions.at), asc(attendanceActions.id))
}

/** Members who arrived and have neither a sample nor a reason for none, by their arrival. */
export function listNotDone(q: Queryable, eventId: number) {
  return q
    .select({
      appointmentId: attendance.appointmentId,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
    })
    .from(attendance)
    .innerJoin(appointments, eq(appointments.id, attendance.appointmentId))
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(and(eq(attendance.eventId, eventId), eq(attendance.state, 'arrived')))
    .orderBy(asc(attendance.arrivedAt), asc(attendance.appointmentId))
}

export type SampleOfDay = {
  actionId: string
  tube: string
  appointmentId: number
  memberId: number
  firstName: string
  lastName: string
  latinFirstName: string | null
  latinLastName: string | null
  recordedAt: Date
  /** No loop says any more that it is on its way. */
  isReceived: boolean
  /** The laboratory reported on the appointment, or a result of it was released. */
  hasResult: boolean
}

/** The event's standing samples, by tube. */
export function listSamplesOfDay(q: Queryable, eventId: number): Promise<SampleOfDay[]> {
  return q
    .select({
      actionId: attendanceActions.actionId,
      tube: sql<string>`${attendanceActions.tube}`,
      appointmentId: appointments.id,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      recordedAt: attendanceActions.recordedAt,
      isReceived: sql<boolean>`not exists (select from care_loops loop
        where loop.appointment_id = ${appointments.id} and loop.kind = 'sample_to_lab'
          and loop.closed_at is null)`,
      hasResult: sql<boolean>`(exists (select from lab_results report
          where report.appointment_id = ${appointments.id} and report.state <> 'discarded')
        or exists (select from results shown
          where shown.appointment_id = ${appointments.id} and shown.released_at is not null))`,
    })
    .from(attendanceActions)
    .innerJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(and(eq(attendanceActions.eventId, eventId), isStandingSample(q)))
    .orderBy(asc(attendanceActions.tube), asc(attendanceActions.at))
}

/** Of these samples those of appointments with several, unless a lead said that all are the member's. */
export async function listTwoTubes(
  q: Queryable,
  samples: readonly SampleOfDay[],
): Promise<SampleOfDay[][]> {
  const several = [...Map.groupBy(samples, ({ appointmentId }) => appointmentId).values()].filter(
    (own) => own.length > 1,
  )
  if (several.length === 0) return []
  const ids = several.flatMap(([first]) => first?.appointmentId ?? [])
  const declarations = (await listSharedSamples(q, ids)).map(({ actionIds }) => actionIds)
  return several.filter((own) => {
    const sampleIds = own.map(({ actionId }) => actionId)
    return !areDeclaredTheirs(sampleIds, declarations)
  })
}

/** Devices of the event whose numbers have gaps, with how many are missing. */
export async function listGaps(
  q: Queryable,
  eventId: number,
): Promise<{ device: string; missing: number }[]> {
  const { rows } = await q.execute<{ device: string; missing: number }>(sql`
    with spans as (
      select device, min(sequence) as first, max(sequence) as last from attendance_actions
        where event_id = ${eventId} and device <> 'office' group by device)
    select spans.device, (spans.last - spans.first + 1 - count(distinct action.sequence))::int as missing
      from spans join attendance_actions action on action.device = spans.device
        and action.sequence between spans.first and spans.last
      group by spans.device, spans.first, spans.last
      having spans.last - spans.first + 1 > count(distinct action.sequence)
      order by spans.device`)
  return rows
}

const WITHIN_MS = 60 * 24 * 3_600_000

/** Events of the last 60 days with problems of the door that nobody has dealt with, oldest first. */
export function listDaysWithProblems(q: Queryable, now: Date) {
  const open = sql<number>`count(*)::int`
  return q
    .select({ id: events.id, name: events.name, startsAt: events.startsAt, open })
    .from(attendanceActions)
    .innerJoin(events, eq(events.id, attendanceActions.eventId))
    .leftJoin(attendanceReviews, eq(attendanceReviews.actionId, attendanceActions.actionId))
    .where(
      and(
        ne(attendanceActions.status, 'applied'),
        isNull(attendanceReviews.actionId),
        sql`${attendanceActions.recordedAt} > ${new Date(now.getTime() - WITHIN_MS).toISOString()}::timestamptz`,
      ),
    )
    .groupBy(events.id)
    .orderBy(asc(events.startsAt), asc(events.id))
}

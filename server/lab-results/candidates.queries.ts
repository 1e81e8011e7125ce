import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, attendance, events, members, tubes } from '../db/schema.ts'

export type CandidateRow = Awaited<ReturnType<typeof selectCandidates>>[number]

/** The owners of these tubes, whatever their event's laboratory. */
export function listByTube(q: Queryable, codes: string[]) {
  const owners = q.select({ id: tubes.appointmentId }).from(tubes).where(inArray(tubes.code, codes))
  return selectCandidates(q, inArray(appointments.id, owners))
}

/** Appointments at events of the laboratory, of members with these NHS numbers (keyed hashes). */
export function listByNhsNumber(q: Queryable, of: { labId: number; indexes: Buffer[] }) {
  return selectCandidates(
    q,
    and(eq(events.labId, of.labId), inArray(members.nhsNumberIndex, of.indexes)),
  )
}

/** Sampled at events of the laboratory; birth dates 'YYYY-MM-DD'. */
export function listByBirthDate(q: Queryable, of: { labId: number; dates: string[] }) {
  return selectCandidates(
    q,
    and(
      eq(events.labId, of.labId),
      inArray(members.dateOfBirth, of.dates),
      eq(attendance.state, 'sampled'),
    ),
  )
}

export function listByIds(q: Queryable, ids: number[]) {
  return selectCandidates(q, inArray(appointments.id, ids))
}

function selectCandidates(q: Queryable, condition: SQL | undefined) {
  return q
    .select({
      appointmentId: appointments.id,
      memberId: appointments.memberId,
      firstName: members.firstName,
      lastName: members.lastName,
      dateOfBirth: members.dateOfBirth,
      nhsNumberIndex: members.nhsNumberIndex,
      startsAt: appointments.slotStartsAt,
      eventName: events.name,
      state: attendance.state,
      tubes: sql<string[]>`array(${q
        .select({ code: tubes.code })
        .from(tubes)
        .where(eq(tubes.appointmentId, appointments.id))
        .orderBy(asc(tubes.code))})`,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(condition)
    .orderBy(asc(appointments.id))
}

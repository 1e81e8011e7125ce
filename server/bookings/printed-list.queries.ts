import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { moneyRecordsOf } from '../platform/db/money-columns.ts'
import { appointments, members } from '../platform/db/schema.ts'

/** Everybody who is booked, in order of time and then of surname. */
export function listForPaper(q: Queryable, eventId: number) {
  return q
    .select({
      appointmentId: appointments.id,
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      records: moneyRecordsOf(sql`appointments`),
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      dateOfBirth: members.dateOfBirth,
      supportNeeds: members.supportNeeds,
      supportNote: members.supportNote,
      supportNoteSealId: members.supportNoteSealId,
      supportNoteSealed: members.supportNoteSealed,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(and(eq(appointments.eventId, eventId), eq(appointments.status, 'booked')))
    .orderBy(asc(appointments.slotStartsAt), asc(members.lastName), asc(appointments.id))
}

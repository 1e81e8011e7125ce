import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { NoteKind } from '../../../domain/office/member-notes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, events, memberNotes, staff } from '../../platform/db/schema.ts'
import { isOfPerson } from '../members.queries.ts'

export type StoredNote = Awaited<ReturnType<typeof listNotesOf>>[number]

/** Of the person, with merged records: notes and what strikes them out, in the order of their ids. */
export function listNotesOf(
  q: Queryable,
  { memberId, kinds }: { memberId: number; kinds: readonly NoteKind[] },
) {
  return q
    .select({
      id: memberNotes.id,
      memberId: memberNotes.memberId,
      kind: memberNotes.kind,
      strikes: memberNotes.strikes,
      by: staff.name,
      at: memberNotes.at,
      sealId: memberNotes.sealId,
      sealed: memberNotes.sealed,
      appointmentId: memberNotes.appointmentId,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
    })
    .from(memberNotes)
    .innerJoin(staff, eq(staff.id, memberNotes.madeBy))
    .leftJoin(appointments, eq(appointments.id, memberNotes.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(and(isOfPerson(memberNotes.memberId, memberId), inArray(memberNotes.kind, [...kinds])))
    .orderBy(asc(memberNotes.id))
}

/** A note that is no striking out; null for none. */
export async function findNote(q: Queryable, id: number) {
  const [row] = await q
    .select({
      id: memberNotes.id,
      memberId: memberNotes.memberId,
      kind: memberNotes.kind,
      appointmentId: memberNotes.appointmentId,
    })
    .from(memberNotes)
    .where(and(eq(memberNotes.id, id), isNull(memberNotes.strikes)))
  return row ?? null
}

/** Null when the note that it strikes out already was struck out. */
export async function insertNote(
  q: Queryable,
  row: typeof memberNotes.$inferInsert,
): Promise<number | null> {
  const [inserted] = await q
    .insert(memberNotes)
    .values(row)
    .onConflictDoNothing({ target: memberNotes.strikes })
    .returning({ id: memberNotes.id })
  return inserted?.id ?? null
}

/** What a note can be about, the latest first. */
export function listNotable(q: Queryable, memberId: number) {
  return q
    .select({
      id: appointments.id,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(isOfPerson(appointments.memberId, memberId))
    .orderBy(desc(appointments.slotStartsAt))
    .limit(50)
}

export async function isAppointmentOf(
  q: Queryable,
  { id, memberId }: { id: number; memberId: number },
): Promise<boolean> {
  const found = await q.$count(
    appointments,
    and(eq(appointments.id, id), isOfPerson(appointments.memberId, memberId)),
  )
  return found > 0
}

import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { AttendanceAction } from '../../../domain/office/attendance.ts'
import { isEndedByMove } from '../../facts/moved-absences.queries.ts'
import { openPress } from '../../facts/sealed-press.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendance,
  attendanceActions,
  eventDays,
  events,
  keptRegistrations,
} from '../../platform/db/schema.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

/** Locks the day until the end of the transaction; begins it when it is new. */
export async function lockDay(q: Queryable, eventId: number): Promise<{ closedAt: Date | null }> {
  await q.insert(eventDays).values({ eventId }).onConflictDoNothing()
  const [day] = await q.select().from(eventDays).where(eq(eventDays.eventId, eventId)).for('update')
  if (!day) throw new Error(`the day of event ${eventId} is not there`)
  return day
}

export async function closeDayRow(
  q: Queryable,
  day: { eventId: number; closedAt: Date; closedBy: number },
): Promise<void> {
  const { eventId, ...closed } = day
  await q.update(eventDays).set(closed).where(eq(eventDays.eventId, eventId))
}

export async function findClosing(q: Queryable, eventId: number): Promise<Date | null> {
  const [day] = await q.select().from(eventDays).where(eq(eventDays.eventId, eventId))
  return day?.closedAt ?? null
}

export type StoredPress = Pick<
  typeof attendanceActions.$inferSelect,
  | 'eventId'
  | 'namedAppointment'
  | 'type'
  | 'device'
  | 'sequence'
  | 'at'
  | 'tube'
  | 'slip'
  | 'drawnBy'
  | 'reason'
  | 'note'
  | 'undoes'
  | 'samples'
  | 'namedWalkIn'
  | 'how'
  | 'pence'
  | 'formDigest'
>

/** By their ids, with the words of each. */
export async function listKnownActions(
  q: Queryable,
  keys: FieldKeys,
  ids: string[],
): Promise<Map<string, StoredPress>> {
  const known = await q
    .select()
    .from(attendanceActions)
    .where(inArray(attendanceActions.actionId, ids))
  return new Map(known.map((row) => [row.actionId, openPress(keys, row)]))
}

/** The numbers that the devices have used already, among these. */
export function listUsedNumbers(
  q: Queryable,
  of: { eventId: number; devices: string[]; sequences: number[] },
) {
  const { eventId, device, sequence } = attendanceActions
  return q
    .select({ device, sequence })
    .from(attendanceActions)
    .where(
      and(eq(eventId, of.eventId), inArray(device, of.devices), inArray(sequence, of.sequences)),
    )
}

/** Appointments of the event by the ids of the actions that registered them. */
export async function listRegistered(
  q: Queryable,
  { eventId, walkIns }: { eventId: number; walkIns: string[] },
): Promise<Map<string, number>> {
  const rows = await q
    .select({ id: attendanceActions.actionId, appointmentId: attendanceActions.appointmentId })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.eventId, eventId),
        eq(attendanceActions.type, 'walk_in'),
        inArray(attendanceActions.actionId, walkIns),
      ),
    )
  return new Map(
    rows.flatMap(({ id, appointmentId }) => (appointmentId ? [[id, appointmentId]] : [])),
  )
}

export async function insertKeptRegistration(
  q: Queryable,
  row: typeof keptRegistrations.$inferInsert,
): Promise<void> {
  await q.insert(keptRegistrations).values(row)
}

/**
 * Locks the appointments until the transaction ends, so that a cancellation or a move either comes
 * first and is seen here, or waits and sees the arrival.
 */
export async function lockAppointments(q: Queryable, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await q
    .select({ id: appointments.id })
    .from(appointments)
    .where(inArray(appointments.id, ids))
    .orderBy(asc(appointments.id))
    .for('no key update')
}

/** Those of the event among `ids`. */
export function listAppointmentsOfDay(q: Queryable, of: { eventId: number; ids: number[] }) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      status: appointments.status,
      slotStartsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .where(and(eq(appointments.eventId, of.eventId), inArray(appointments.id, of.ids)))
}

/** Which of these actions took money at the door. */
export async function listVenuePayments(q: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await q
    .select({ id: attendanceActions.actionId })
    .from(attendanceActions)
    .where(
      and(
        inArray(attendanceActions.actionId, ids),
        eq(attendanceActions.type, 'taking'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** What was not refused and says what came of an appointment. */
export function listActions(q: Queryable, appointmentIds: number[]) {
  return q
    .select({
      id: attendanceActions.actionId,
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      type: sql<AttendanceAction['type']>`${attendanceActions.type}`,
      at: attendanceActions.at,
      tube: attendanceActions.tube,
      reason: attendanceActions.reason,
      undoes: attendanceActions.undoes,
      samples: attendanceActions.samples,
      slip: attendanceActions.slip,
    })
    .from(attendanceActions)
    .where(
      and(
        inArray(attendanceActions.appointmentId, appointmentIds),
        ne(attendanceActions.status, 'refused'),
        ne(attendanceActions.type, 'taking'),
        not(isEndedByMove),
      ),
    )
}

export async function insertAction(
  q: Queryable,
  {
    id: actionId,
    ...row
  }: Omit<typeof attendanceActions.$inferInsert, 'actionId'> & { id: string },
): Promise<void> {
  await q.insert(attendanceActions).values({ ...row, actionId })
}

/** Also of the event where it was pressed: a no-show may be moved, and give a sample elsewhere. */
export async function saveAttendance(
  q: Queryable,
  row: typeof attendance.$inferInsert,
): Promise<void> {
  const { appointmentId: _, ...set } = row
  await q
    .insert(attendance)
    .values(row)
    .onConflictDoUpdate({ target: attendance.appointmentId, set })
}

/** Ids of closed events that ended since then and by now, with who closed the day. */
export function listClosedDays(
  q: Queryable,
  { since, now }: { since: Date; now: Date },
): Promise<{ eventId: number; closedBy: number | null }[]> {
  return q
    .select({ eventId: eventDays.eventId, closedBy: eventDays.closedBy })
    .from(eventDays)
    .innerJoin(events, eq(events.id, eventDays.eventId))
    .where(and(isNotNull(eventDays.closedAt), lte(events.endsAt, now), gt(events.endsAt, since)))
    .orderBy(asc(eventDays.eventId))
}

/** Appointments recorded as missed at the event, whose member has no message of it. */
export async function listUntoldAbsences(q: Queryable, eventId: number): Promise<number[]> {
  const rows = await q
    .select({ id: attendance.appointmentId })
    .from(attendance)
    .where(
      and(
        eq(attendance.eventId, eventId),
        eq(attendance.state, 'did_not_attend'),
        isNull(attendance.absenceToldAt),
      ),
    )
    .orderBy(asc(attendance.appointmentId))
  return rows.map(({ id }) => id)
}

/** Booked appointments of which nothing was recorded, or all was undone; with `endedBy` those over by then. */
export function listExpected(
  q: Queryable,
  { eventId, endedBy }: { eventId: number; endedBy?: Date },
) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      endsAt: appointments.slotEndsAt,
    })
    .from(appointments)
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(
      and(
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
        isNull(appointments.endedAt),
        endedBy && lte(appointments.slotEndsAt, endedBy),
        or(isNull(attendance.state), eq(attendance.state, 'expected')),
      ),
    )
    .orderBy(asc(appointments.id))
}

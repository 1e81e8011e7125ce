import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { NewPlace } from '../../domain/office/time-change.ts'
import { OPEN } from '../bookings/waiting-list/waiting-list.queries.ts'
import { hasArrived } from '../facts/arrivals.queries.ts'
import { endAbsence } from '../facts/moved-absences.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  bulkActionItems,
  events,
  members,
  places,
  upcomingAppointments,
  waitingList,
} from '../platform/db/schema.ts'

export type BookedRow = Awaited<ReturnType<typeof listBooked>>[number]

export function listBooked(q: Queryable, eventId: number) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      startsAt: appointments.slotStartsAt,
      endsAt: appointments.slotEndsAt,
      hasArrived: hasArrived(appointments.id),
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(isBookedAt(eventId))
    .orderBy(asc(appointments.id))
}

/** Until the transaction ends. Lock the event and its places too, or others may book meanwhile. */
export async function lockBooked(q: Queryable, eventId: number): Promise<void> {
  await q
    .select({ id: appointments.id })
    .from(appointments)
    .where(isBookedAt(eventId))
    .orderBy(asc(appointments.id))
    .for('update')
}

export function listOpenWaits(q: Queryable, eventId: number) {
  return q
    .select({ memberId: waitingList.memberId, email: members.email })
    .from(waitingList)
    .innerJoin(members, eq(members.id, waitingList.memberId))
    .where(isOpenAt(eventId))
    .orderBy(asc(waitingList.id))
}

/** Ends the offers of an event; the waits keep their position. Remove the places first. */
export async function takeBackOffers(q: Queryable, eventId: number): Promise<void> {
  await q
    .update(waitingList)
    .set({ status: 'waiting', offeredAt: null, offeredStartsAt: null, offeredUntil: null })
    .where(and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'offered')))
}

export async function removeAllPlaces(q: Queryable, eventId: number): Promise<void> {
  await q.delete(places).where(eq(places.eventId, eventId))
}

export async function insertNewPlaces(
  q: Queryable,
  eventId: number,
  added: NewPlace[],
): Promise<void> {
  await q.execute(sql`
    insert into ${places} (event_id, slot_starts_at, place_number, is_kept_back, appointment_id, is_paused)
      select ${eventId}, place."startsAt", place."placeNumber", place."isKeptBack", place."appointmentId",
          (select ${events.bookingPausedAt} is not null from ${events} where ${eq(events.id, eventId)})
        from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as place
          ("startsAt" timestamptz, "placeNumber" int, "isKeptBack" boolean, "appointmentId" bigint)`)
}

export type Moved = { id: number; startsAt: Date; endsAt: Date; freeUntil: Date | null }

/** Moves appointments whose places are removed. Without `freeUntil` an earlier right stays. */
export async function moveAppointments(
  q: Queryable,
  { moved, now }: { moved: Moved[]; now: Date },
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved
    (id bigint, "startsAt" timestamptz, "endsAt" timestamptz, "freeUntil" timestamptz)`
  await q.execute(sql`
    update ${appointments} set slot_starts_at = moved."startsAt", slot_ends_at = moved."endsAt",
        free_cancel_until = coalesce(moved."freeUntil", ${appointments.freeCancelUntil}),
        calendar_sequence = ${appointments.calendarSequence} + 1,
        updated_at = ${now.toISOString()}::timestamptz
      from ${rows} where ${appointments.id} = moved.id`)
  await q.execute(sql`
    update ${upcomingAppointments} set until = moved."endsAt"
      from ${rows} where ${upcomingAppointments.appointmentId} = moved.id`)
  for (const { id } of moved) await endAbsence(q, { appointmentId: id, now })
}

/** Items of an action that did its work in its own transaction. */
export async function insertDoneItems(
  q: Queryable,
  items: (typeof bulkActionItems.$inferInsert)[],
): Promise<void> {
  if (items.length > 0) await q.insert(bulkActionItems).values(items)
}

function isBookedAt(eventId: number) {
  return and(eq(appointments.eventId, eventId), eq(appointments.status, 'booked'))
}

function isOpenAt(eventId: number) {
  return and(eq(waitingList.eventId, eventId), inArray(waitingList.status, OPEN))
}

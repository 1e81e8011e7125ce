import { and, asc, count, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countOpenPlaces } from '../../events/free-places.queries.ts'
import { hasArrivalsAt } from '../../facts/arrivals.queries.ts'
import { isLastConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendance,
  attendanceActions,
  attendanceReviews,
  events,
  keptRegistrations,
  members,
  places,
  staff,
  staffEvents,
} from '../../platform/db/schema.ts'

/** Not cancelled, or with somebody who had come, from a day ago to two weeks ahead; of all events when `eventIds` is null. */
export function listDays(
  q: Queryable,
  { eventIds, now }: { eventIds: number[] | null; now: Date },
) {
  const from = new Date(now.getTime() - 86_400_000)
  const until = new Date(now.getTime() + 14 * 86_400_000)
  return q
    .select({
      id: events.id,
      name: events.name,
      city: events.city,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      booked: sql<number>`(${q
        .select({ count: count() })
        .from(appointments)
        .where(
          and(eq(appointments.eventId, events.id), eq(appointments.status, 'booked')),
        )})`.mapWith(Number),
    })
    .from(events)
    .where(
      and(
        or(
          eq(events.status, 'published'),
          and(eq(events.status, 'cancelled'), hasArrivalsAt(events.id)),
        ),
        gte(events.endsAt, from),
        lte(events.startsAt, until),
        eventIds === null ? undefined : inArray(events.id, eventIds),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(200)
}

const registration = alias(attendanceActions, 'registration')

/** By time and name: those booked, and others who came. */
export function listDayPeople(q: Queryable, eventId: number) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      reference: appointments.reference,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      dateOfBirth: members.dateOfBirth,
      supportNeeds: members.supportNeeds,
      supportNote: members.supportNote,
      supportNoteSealId: members.supportNoteSealId,
      supportNoteSealed: members.supportNoteSealed,
      isConsentWithdrawn: isLastConsentWithdrawn(appointments.memberId, appointments.eventId),
      startsAt: appointments.slotStartsAt,
      status: appointments.status,
      paymentStatus: appointments.paymentStatus,
      pricePence: appointments.pricePence,
      state: attendance.state,
      since: attendance.since,
      arrivedAt: attendance.arrivedAt,
      actionId: attendance.actionId,
      by: staff.name,
      walkIn: sql<string | null>`(${q
        .select({ id: registration.actionId })
        .from(registration)
        .where(
          and(eq(registration.appointmentId, appointments.id), eq(registration.type, 'walk_in')),
        )})`,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .leftJoin(attendanceActions, eq(attendanceActions.actionId, attendance.actionId))
    .leftJoin(staff, eq(staff.id, attendanceActions.staffId))
    .where(
      and(
        eq(appointments.eventId, eventId),
        or(eq(appointments.status, 'booked'), ne(attendance.state, 'expected')),
      ),
    )
    .orderBy(
      asc(appointments.slotStartsAt),
      asc(members.lastName),
      asc(members.firstName),
      asc(appointments.id),
    )
}

/** Times with a place for a walk-in, past ones too; with a waiting list only those kept back. */
export async function listPlacesOfDay(q: Queryable, of: { eventId: number; now: Date }) {
  return q
    .select({
      startsAt: places.slotStartsAt,
      ...countOpenPlaces({ ...of, memberId: null, forStaff: true }),
    })
    .from(places)
    .where(eq(places.eventId, of.eventId))
    .groupBy(places.slotStartsAt)
    .orderBy(places.slotStartsAt)
}

/** Of the event's cancelled appointments. */
export async function listCancelledReferences(q: Queryable, eventId: number): Promise<string[]> {
  const rows = await q
    .select({ reference: appointments.reference })
    .from(appointments)
    .where(and(eq(appointments.eventId, eventId), eq(appointments.status, 'cancelled')))
  return rows.map(({ reference }) => reference)
}

const reviewer = alias(staff, 'reviewer')

/** What was flagged or refused, the latest first; with who dealt with it. */
export function listProblems(q: Queryable, eventId: number) {
  return q
    .select({
      id: attendanceActions.actionId,
      status: attendanceActions.status,
      code: attendanceActions.code,
      type: attendanceActions.type,
      also: attendanceActions.also,
      appointmentId: sql<
        number | null
      >`coalesce(${attendanceActions.appointmentId}, ${attendanceActions.namedAppointment})`.mapWith(
        attendanceActions.appointmentId,
      ),
      walkIn: attendanceActions.namedWalkIn,
      pence: attendanceActions.pence,
      tube: attendanceActions.tube,
      at: attendanceActions.at,
      by: staff.name,
      kept: keptRegistrations.sealed,
      reviewedBy: reviewer.name,
      reviewedAt: attendanceReviews.at,
    })
    .from(attendanceActions)
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .leftJoin(attendanceReviews, eq(attendanceReviews.actionId, attendanceActions.actionId))
    .leftJoin(reviewer, eq(reviewer.id, attendanceReviews.staffId))
    .leftJoin(keptRegistrations, eq(keptRegistrations.actionId, attendanceActions.actionId))
    .where(and(eq(attendanceActions.eventId, eventId), ne(attendanceActions.status, 'applied')))
    .orderBy(sql`${attendanceActions.recordedAt} desc`, asc(attendanceActions.id))
    .limit(500)
}

/** Names of those who are assigned to the event, by name. */
export async function listDayStaff(q: Queryable, eventId: number): Promise<string[]> {
  const rows = await q
    .selectDistinct({ name: staff.name })
    .from(staffEvents)
    .innerJoin(staff, eq(staff.id, staffEvents.staffId))
    .where(and(eq(staffEvents.eventId, eventId), isNull(staff.until)))
    .orderBy(asc(staff.name))
  return rows.map(({ name }) => name)
}

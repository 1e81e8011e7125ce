import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppointmentCall, CallFacts } from '../../../domain/office/call-script.ts'
import { hallAddress } from '../../events/hall-address.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  bulkActionItems,
  bulkActions,
  careLoops,
  events,
  labs,
  waitingList,
} from '../../platform/db/schema.ts'
import { findOwed } from '../../tasks/call-about-money.queries.ts'

/** What a call about an event is for; null for one that names no event. */
export async function findCallFacts(q: Queryable, loopId: number): Promise<CallFacts | null> {
  const booked = alias(events, 'booked')
  const [row] = await q
    .select({
      openedAt: careLoops.openedAt,
      memberId: careLoops.memberId,
      event: events,
      appointment: { startsAt: appointments.slotStartsAt, status: appointments.status },
      booked,
    })
    .from(careLoops)
    .innerJoin(events, eq(events.id, careLoops.eventId))
    .leftJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .leftJoin(booked, eq(booked.id, appointments.eventId))
    .where(eq(careLoops.id, loopId))
  if (!row) return null
  const { event, appointment, openedAt, memberId, booked: other } = row
  const untold = await q
    .select({
      kind: bulkActions.kind,
      subject: bulkActions.subject,
      message: bulkActions.message,
      lateMinutes: sql<number | null>`(${bulkActions.request} ->> 'late_minutes')::int`,
      at: bulkActionItems.doneAt,
    })
    .from(bulkActionItems)
    .innerJoin(bulkActions, eq(bulkActions.id, bulkActionItems.bulkActionId))
    .where(
      and(
        eq(bulkActionItems.memberId, memberId),
        eq(bulkActions.eventId, event.id),
        eq(bulkActionItems.isMailed, false),
        gte(bulkActionItems.doneAt, openedAt),
      ),
    )
    .orderBy(asc(bulkActions.id))
  const { name, startsAt, endsAt } = event
  return {
    event: { name, startsAt, endsAt, address: hallAddress(event) },
    appointment: appointment && {
      startsAt: appointment.startsAt,
      isBooked: appointment.status === 'booked',
      movedTo:
        other && other.id !== event.id ? { name: other.name, address: hallAddress(other) } : null,
    },
    isAboutAppointment: !untold.some(({ at }) => at?.getTime() === openedAt.getTime()),
    untold,
  }
}

type AppointmentKind = AppointmentCall['kind']

export function isAppointmentKind(kind: string): kind is AppointmentKind {
  return kind === 'unpaid' || kind === 'place_offered' || kind === 'did_not_attend'
}

/** What a call about one appointment or one place is for; null when it is no longer there. */
export async function findAppointmentCall(
  q: Queryable,
  { loopId, kind }: { loopId: number; kind: AppointmentKind },
): Promise<AppointmentCall | null> {
  if (kind === 'place_offered') return findOfferCall(q, loopId)
  const [row] = await q
    .select({ appointmentId: appointments.id, startsAt: appointments.slotStartsAt, event: events })
    .from(careLoops)
    .innerJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(eq(careLoops.id, loopId))
  if (!row) return null
  const about = { startsAt: row.startsAt, address: hallAddress(row.event) }
  if (kind === 'did_not_attend') return { kind, ...about }
  const owed = await findOwed(q, row.appointmentId)
  return owed && { kind, ...about, owedPence: owed.pence }
}

async function findOfferCall(q: Queryable, loopId: number): Promise<AppointmentCall | null> {
  const kept = sql`(select coalesce(own.merged_into, own.id) from members own
    where own.id = ${careLoops.memberId})`
  const [row] = await q
    .select({
      startsAt: waitingList.offeredStartsAt,
      until: waitingList.offeredUntil,
      event: events,
    })
    .from(careLoops)
    .innerJoin(events, eq(events.id, careLoops.eventId))
    .innerJoin(
      waitingList,
      and(
        eq(waitingList.eventId, events.id),
        eq(waitingList.status, 'offered'),
        isOfPerson(waitingList.memberId, kept),
      ),
    )
    .where(eq(careLoops.id, loopId))
    .orderBy(desc(waitingList.id))
    .limit(1)
  if (!row?.startsAt || !row.until) return null
  const { startsAt, until, event } = row
  return { kind: 'place_offered', startsAt, until, address: hallAddress(event) }
}

/** The event's laboratory, with every tube that it may have of the appointment; null when it has none. */
export async function findLaboratoryToCall(
  q: Queryable,
  { loopId, eventId }: { loopId: number; eventId: number },
): Promise<{ name: string; phone: string | null; tubes: string[] } | null> {
  const [lab] = await q
    .select({ name: labs.name, phone: labs.contactPhone })
    .from(labs)
    .innerJoin(events, eq(events.labId, labs.id))
    .where(eq(events.id, eventId))
  if (!lab) return null
  const tubes = await q
    .selectDistinct({ tube: attendanceActions.tube })
    .from(careLoops)
    .innerJoin(attendanceActions, eq(attendanceActions.appointmentId, careLoops.appointmentId))
    .where(
      and(
        eq(careLoops.id, loopId),
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
    .orderBy(asc(attendanceActions.tube))
  return { ...lab, tubes: tubes.map(({ tube }) => tube).filter((tube) => tube !== null) }
}

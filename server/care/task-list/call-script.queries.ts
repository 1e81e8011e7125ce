import { and, asc, eq, gte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CallFacts } from '../../../domain/office/call-script.ts'
import { hallAddress } from '../../events/hall-address.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  bulkActionItems,
  bulkActions,
  careLoops,
  events,
} from '../../platform/db/schema.ts'

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

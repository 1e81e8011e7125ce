import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { EventUse } from '../../domain/office/event-schemas.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  accessGrants,
  appointments,
  consents,
  events,
  hostLinks,
  hostReleases,
  invitations,
  invoices,
  payments,
  places,
  staffEvents,
  waitingList,
} from '../platform/db/schema.ts'

/** Whether the places of the event are for those alone who hold one already. */
export async function pausePlaces(
  q: Queryable,
  { eventId, isPaused }: { eventId: number; isPaused: boolean },
): Promise<void> {
  await q.update(places).set({ isPaused }).where(eq(places.eventId, eventId))
}

/** Nobody can book a place of a draft; waits for bookings that are being written. */
export async function closePlacesOfDraft(
  q: Queryable,
  { eventId, isClosed }: { eventId: number; isClosed: boolean },
): Promise<void> {
  await q.update(places).set({ isClosed, isPaused: false }).where(eq(places.eventId, eventId))
}

/** What members or visitors have ever had of the event; empty when nobody had anything. */
export async function findEventUses(q: Queryable, eventId: number): Promise<EventUse[]> {
  const isIn = (table: PgTable, column: SQL | Parameters<typeof eq>[0]) =>
    sql<boolean>`exists (select 1 from ${table} where ${column} = ${eventId})`
  const [uses] = await q
    .select({
      booked: isIn(appointments, appointments.eventId),
      paid: isIn(payments, payments.eventId),
      waiting: isIn(waitingList, waitingList.eventId),
      consent: isIn(consents, consents.eventId),
      invited: isIn(invitations, invitations.eventId),
      held: sql<boolean>`exists (select 1 from ${places}
        where ${eq(places.eventId, eventId)} and ${isNotNull(places.holdId)})`,
    })
    .from(sql`(select) as this`)
  return Object.entries(uses ?? {}).flatMap(([use, isUsed]) => (isUsed ? [use as EventUse] : []))
}

/** Whether its host ever had an invoice, which stays also when it is cancelled. */
export async function hasInvoice(q: Queryable, eventId: number): Promise<boolean> {
  return (await q.$count(invoices, eq(invoices.eventId, eventId))) > 0
}

/** Violates a foreign key when anything else belongs to the event. */
export async function deleteEvent(q: Queryable, id: number): Promise<void> {
  await q.delete(accessGrants).where(eq(accessGrants.eventId, id))
  await q.delete(hostLinks).where(eq(hostLinks.eventId, id))
  await q.delete(hostReleases).where(eq(hostReleases.eventId, id))
  await q.delete(staffEvents).where(eq(staffEvents.eventId, id))
  await q.delete(places).where(eq(places.eventId, id))
  await q.delete(events).where(eq(events.id, id))
}

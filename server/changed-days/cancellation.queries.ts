import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { UNDER_WAY } from '../../domain/payment-states.ts'
import { neitherHeldNorOffered } from '../bookings/waiting-list/waiting-list.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  bulkActionItems,
  bulkActions,
  events,
  members,
  payments,
  places,
} from '../platform/db/schema.ts'
import { awaited, awaitedOrWaiting } from './people.queries.ts'

/** Whom cancelling the event would concern, without those who have come. */
export async function countCancellation(q: Queryable, eventId: number) {
  const { rows } = await q.execute<{
    appointments: number
    waiting: number
    withoutEmail: number
  }>(sql`
    with concerned as (${awaitedOrWaiting(eventId)})
    select count(appointment_id)::int as appointments,
        (count(*) - count(appointment_id))::int as waiting,
        (count(*) filter (where coalesce(${members.email}, '') = ''))::int as "withoutEmail"
      from concerned join ${members} on ${members.id} = concerned.member_id`)
  return rows[0] ?? { appointments: 0, waiting: 0, withoutEmail: 0 }
}

/** A query of the ids of the appointments that cancelling the event cancels. */
export function appointmentsToCancel(eventId: number): SQL {
  return sql`select concerned.appointment_id from (${awaited(eventId)}) concerned`
}

/** Card payments under way that would book an appointment at the event; in pence. */
export async function sumUnbookedPayments(
  q: Queryable,
  eventId: number,
): Promise<{ count: number; pence: number }> {
  const { appointmentId, forAppointmentId, state } = payments
  const [row] = await q
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      pence: sql<number>`coalesce(sum(${payments.amountPence}), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(
        eq(payments.eventId, eventId),
        inArray(state, UNDER_WAY),
        isNull(appointmentId),
        isNull(forAppointmentId),
      ),
    )
  return row ?? { count: 0, pence: 0 }
}

/** The cancellation that stands, asked for or begun; or null. */
export async function findCancellation(q: Queryable, eventId: number) {
  const { kind, revertedAt } = bulkActions
  const [row] = await q
    .select()
    .from(bulkActions)
    .where(
      and(eq(bulkActions.eventId, eventId), eq(kind, 'event cancellation'), isNull(revertedAt)),
    )
  return row ?? null
}

/** How many other events the person cancelled since then; a withdrawn request does not count. */
export async function countOtherCancellations(
  q: Queryable,
  { staffId, eventId, since }: { staffId: number; eventId: number; since: Date },
): Promise<number> {
  const hasItems = sql`exists (select from ${bulkActionItems}
    where ${eq(bulkActionItems.bulkActionId, bulkActions.id)})`
  const [row] = await q
    .select({ events: sql<number>`count(distinct ${bulkActions.eventId})`.mapWith(Number) })
    .from(bulkActions)
    .where(
      and(
        eq(bulkActions.kind, 'event cancellation'),
        eq(bulkActions.madeBy, staffId),
        ne(bulkActions.eventId, eventId),
        gt(bulkActions.createdAt, since),
        sql`(${bulkActions.revertedAt} is null or ${hasItems})`,
      ),
    )
  return row?.events ?? 0
}

/** Nobody books the event from now on, also no staff; waits for bookings that are being written. */
export async function closeBooking(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  await q.update(events).set({ bookingClosedAt: now }).where(eq(events.id, eventId))
  await q.update(places).set({ isClosed: true }).where(eq(places.eventId, eventId))
}

/** Undoes closeBooking: every place is as it was. */
export async function openBooking(q: Queryable, eventId: number): Promise<void> {
  await q.update(events).set({ bookingClosedAt: null }).where(eq(events.id, eventId))
  await q.update(places).set({ isClosed: false }).where(eq(places.eventId, eventId))
}

/** Ends holds and offers and keeps every place back; waits for bookings that are being written. */
export async function closePlaces(q: Queryable, eventId: number): Promise<void> {
  await q
    .update(places)
    .set({ ...neitherHeldNorOffered, isKeptBack: true, isClosed: false, isPaused: false })
    .where(eq(places.eventId, eventId))
}

/** Undoes what closePlaces kept back. */
export async function releaseKeptBack(q: Queryable, eventId: number): Promise<void> {
  await q.update(places).set({ isKeptBack: false }).where(eq(places.eventId, eventId))
}

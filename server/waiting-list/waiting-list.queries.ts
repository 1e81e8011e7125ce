// SQL of the waiting list. Whoever makes, ends or gives up an offer locks the event first, then
// places, then waits, so that nobody waits in a circle; a booking, which locks no event, keeps to the
// same order.
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, events, places, upcomingAppointments, waitingList } from '../db/schema.ts'

export type WaitRow = typeof waitingList.$inferSelect
/** States of a wait that is not over. */
export const OPEN = ['waiting', 'offered']

/** Lets nobody else join, leave or be offered a place of this event until the transaction ends. */
export async function lockList(q: Queryable, eventId: number): Promise<void> {
  await q.select({ id: events.id }).from(events).where(eq(events.id, eventId)).for('no key update')
}

/** Whether this wait of the member is not over; for the one statement that a booking begins with. */
export function isOpenWaitOf(memberId: number | SQLWrapper): SQL | undefined {
  return and(eq(waitingList.memberId, memberId), inArray(waitingList.status, OPEN))
}

export async function insertWait(
  q: Queryable,
  wait: { eventId: number; memberId: number; joinedAt: Date },
): Promise<void> {
  await q.insert(waitingList).values(wait)
}

/** The member's latest wait for this event, over or not; null when there was none. */
export async function findWait(
  q: Queryable,
  whose: { eventId: number; memberId: number },
): Promise<WaitRow | null> {
  const { eventId, memberId } = whose
  const [row] = await q
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.eventId, eventId), eq(waitingList.memberId, memberId)))
    .orderBy(desc(waitingList.id))
    .limit(1)
  return row ?? null
}

/** How many wait for the event, and how many of them since before this wait, itself counted in. */
export async function countWaiting(
  q: Queryable,
  { eventId, upTo }: { eventId: number; upTo: number },
): Promise<{ waiting: number; position: number }> {
  const [row] = await q
    .select({
      waiting: count(),
      position: sql<number>`count(*) filter (where ${lte(waitingList.id, upTo)})`,
    })
    .from(waitingList)
    .where(isWaitingFor(eventId))
  return row ?? { waiting: 0, position: 0 }
}

/** Events whose list the member is on, by id. */
export async function listOpenWaits(q: Queryable, memberId: number): Promise<number[]> {
  const rows = await q
    .select({ eventId: waitingList.eventId })
    .from(waitingList)
    .where(isOpenWaitOf(memberId))
    .orderBy(asc(waitingList.eventId))
  return rows.map(({ eventId }) => eventId)
}

/** Events of the member's waits that are open, or that were for an event that is not over. */
export async function listWaitedFor(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number[]> {
  const rows = await q
    .selectDistinct({ eventId: waitingList.eventId, startsAt: events.startsAt })
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(and(eq(waitingList.memberId, memberId), gt(events.endsAt, now)))
    .orderBy(asc(events.startsAt), asc(waitingList.eventId))
  return rows.map(({ eventId }) => eventId)
}

/** Whether he has a live appointment at the event, and one at any event that is not over. */
export async function findBooked(
  q: Queryable,
  { memberId, eventId, now }: { memberId: number; eventId: number; now: Date },
): Promise<{ bookedThisEvent: boolean; hasUpcoming: boolean }> {
  const { rows } = await q.execute<{ here: boolean; anywhere: boolean }>(sql`
    select exists (${bookedAt(q, memberId, eventId)}) as here,
      exists (${upcomingOf(q, memberId, now)}) as anywhere`)
  return { bookedThisEvent: rows[0]?.here === true, hasUpcoming: rows[0]?.anywhere === true }
}

/**
 * Closes the waits of a member who has just booked: the one for this event as booked, and all others,
 * since he may have one upcoming appointment (docs/decisions, 2).
 */
export async function closeWaitsOfBooked(
  q: Queryable,
  { memberId, eventId, now }: { memberId: number; eventId: number; now: Date },
): Promise<void> {
  await q
    .update(waitingList)
    .set({
      status: sql`case when ${eq(waitingList.eventId, eventId)} then 'booked' else 'booked elsewhere' end`,
      closedAt: now,
    })
    .where(isOpenWaitOf(memberId))
}

/** Takes the member off the list of the event, with what he is offered there; false when not on it. */
export async function closeWait(
  q: Queryable,
  { memberId, eventId, now }: { memberId: number; eventId: number; now: Date },
): Promise<boolean> {
  const belongsToMember = and(eq(places.eventId, eventId), eq(places.offeredTo, memberId))
  await q.update(places).set(neitherHeldNorOffered).where(belongsToMember)
  const closed = await q
    .update(waitingList)
    .set({ status: 'left', closedAt: now })
    .where(and(isOpenWaitOf(memberId), eq(waitingList.eventId, eventId)))
    .returning({ id: waitingList.id })
  return closed.length > 0
}

/** A place that nobody holds and nobody is offered. */
export const neitherHeldNorOffered = {
  ...{ heldBy: null, holdId: null, heldUntil: null, holdAddress: null, holdExtended: false },
  ...{ offerId: null, offeredTo: null, offeredUntil: null },
}

/** Whether this wait is for the event, and has not been offered a place. */
export function isWaitingFor(eventId: number): SQL | undefined {
  return and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'waiting'))
}

/** Live appointments of the member at the event. */
export function bookedAt(q: Queryable, memberId: number | SQLWrapper, eventId: number) {
  return q
    .select({ one: sql`1` })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
      ),
    )
}

/** His appointment that is not over. */
export function upcomingOf(q: Queryable, memberId: number | SQLWrapper, now: Date) {
  return q
    .select({ one: sql`1` })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
}

// Lock order: event, places, waits, to avoid deadlocks. Bookings lock no event but keep it.
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
import { prepareQuery, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
import { appointments, events, places, upcomingAppointments, waitingList } from '../db/schema.ts'
import { isErasureAsked } from '../members/erasure-asked.queries.ts'

export type WaitRow = typeof waitingList.$inferSelect
export const OPEN: WaitRow['status'][] = ['waiting', 'offered']

/** Locks the event's waiting list until the transaction ends. */
export function lockList(q: Queryable, eventId: number): Promise<unknown> {
  return listToLock(q).execute({ eventId })
}

export const WAITED_FOR = 'event_is_waited_for'

/** Fails with WAITED_FOR when somebody is on the list; lock it first. */
export function refuseWaitedFor(q: Queryable, eventId: number): Promise<unknown> {
  return nobodyOnList(q).execute({ eventId })
}

const listToLock = prepareQuery((q) =>
  q
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId')))
    .for('no key update')
    .prepare('lock_list'),
)

const nobodyOnList = prepareSql('refuse_waited_for', (q) =>
  refuseUnlessRow(
    sql`select where not exists (${q
      .select({ id: waitingList.id })
      .from(waitingList)
      .where(
        and(
          eq(waitingList.eventId, sql.placeholder('eventId')),
          sql`${waitingList.status} in ('waiting', 'offered')`,
        ),
      )})`,
    WAITED_FOR,
  ),
)

/** Whether this wait of the member is open; used in the booking-context statement. */
export function isOpenWaitOf(memberId: number | SQLWrapper): SQL | undefined {
  return and(eq(waitingList.memberId, memberId), inArray(waitingList.status, OPEN))
}

export async function insertWait(
  q: Queryable,
  wait: { eventId: number; memberId: number; joinedAt: Date },
): Promise<void> {
  await q.insert(waitingList).values(wait)
}

/** The latest wait, open or not; or null. */
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

/** Number of waits for the event, and those up to and including this one. */
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

/** The events on whose lists the member is. */
export async function listOpenWaits(q: Queryable, memberId: number): Promise<number[]> {
  const rows = await q
    .select({ eventId: waitingList.eventId })
    .from(waitingList)
    .where(isOpenWaitOf(memberId))
    .orderBy(asc(waitingList.eventId))
  return rows.map(({ eventId }) => eventId)
}

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

export async function findBooked(
  q: Queryable,
  { memberId, eventId, now }: { memberId: number; eventId: number; now: Date },
): Promise<{ bookedThisEvent: boolean; hasUpcoming: boolean; erasureAsked: boolean }> {
  const { rows } = await q.execute<{ here: boolean; anywhere: boolean; erasure: boolean }>(sql`
    select exists (${bookedAt(q, memberId, eventId)}) as here,
      exists (${upcomingOf(q, memberId, now)}) as anywhere,
      ${isErasureAsked(memberId)} as erasure`)
  return {
    bookedThisEvent: rows[0]?.here === true,
    hasUpcoming: rows[0]?.anywhere === true,
    erasureAsked: rows[0]?.erasure === true,
  }
}

/** Also closes the other waits: one upcoming appointment per member (docs/decisions, 2). */
export function closeWaitsOfBooked(
  q: Queryable,
  booked: { memberId: number; eventId: number; now: Date },
): Promise<unknown> {
  return waitsOfBooked(q).execute(booked)
}

const waitsOfBooked = prepareQuery((q) =>
  q
    .update(waitingList)
    .set({
      status: sql`case when ${eq(waitingList.eventId, sql.placeholder('eventId'))} then 'booked' else 'booked elsewhere' end`,
      closedAt: sql`${sql.param(sql.placeholder('now'), waitingList.closedAt)}`,
    })
    .where(isOpenWaitOf(sql.placeholder('memberId')))
    .prepare('close_waits_of_booked'),
)

/** Takes the member off the list with any offer; false when not on it. */
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

export const neitherHeldNorOffered = {
  heldBy: null,
  holdId: null,
  heldUntil: null,
  holdAddress: null,
  holdExtended: false,
  offerId: null,
  offeredTo: null,
  offeredUntil: null,
}

export function isWaitingFor(eventId: number): SQL | undefined {
  return and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'waiting'))
}

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

export function upcomingOf(q: Queryable, memberId: number | SQLWrapper, now: Date) {
  return q
    .select({ one: sql`1` })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
}

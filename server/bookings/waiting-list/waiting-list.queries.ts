// Lock order: event, places, waits, to avoid deadlocks. Bookings lock no event but keep it.
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareQuery, prepareSql } from '../../platform/db/prepared-query.ts'
import {
  appointments,
  careLoops,
  events,
  places,
  upcomingAppointments,
  waitingList,
} from '../../platform/db/schema.ts'

type AnyId = number | Placeholder | SQLWrapper

export type WaitRow = typeof waitingList.$inferSelect
export const OPEN: WaitRow['status'][] = ['waiting', 'offered']

/** Locks the event's waiting list until the transaction ends. */
export function lockList(q: Queryable, eventId: number): Promise<unknown> {
  return listToLock(q).execute({ eventId })
}

const listToLock = prepareQuery((q) =>
  q
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId')))
    .for('no key update')
    .prepare('lock_list'),
)

/** Whether this wait of the member is open; used in the booking-context statement. */
export function isOpenWaitOf(memberId: number | SQLWrapper): SQL | undefined {
  return and(eq(waitingList.memberId, memberId), inArray(waitingList.status, OPEN))
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

/** Closes the waits and the calls about an offer. Also the other waits: one upcoming appointment per member (docs/decisions, 2). */
export function closeWaitsOfBooked(
  q: Queryable,
  booked: { memberId: number; eventId: number; now: Date },
): Promise<unknown> {
  const { memberId, eventId, now } = booked
  return waitsOfBooked(q).execute({ memberId, eventId, on: now.toISOString() })
}

const isBookedEvent = sql`case when event_id = ${sql.placeholder('eventId')}::bigint
  then 'booked' else 'booked elsewhere' end`
const bookedOn = sql`${sql.placeholder('on')}::timestamptz`

const waitsOfBooked = prepareSql(
  'close_waits_of_booked',
  () => sql`with called as (
    update ${careLoops} set closed_at = ${bookedOn}, next_step_at = null, closed_because = ${isBookedEvent}
      where ${careLoops.kind} = 'place_offered' and ${careLoops.closedAt} is null
        and ${isOfPerson(careLoops.memberId, sql`${sql.placeholder('memberId')}::bigint`)})
    update ${waitingList} set closed_at = ${bookedOn}, status = ${isBookedEvent}
      where ${isOpenWaitOf(sql`${sql.placeholder('memberId')}::bigint`)}`,
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
  heldByVisitor: null,
  holdId: null,
  heldUntil: null,
  holdAddress: null,
  holdExtended: false,
  offerId: null,
  offeredTo: null,
  offeredUntil: null,
}

/** Of a row of the list, or of its alias: the lowest is first. */
export function orderOf(list: { id: SQLWrapper; listOrder: SQLWrapper }): SQL<number> {
  return sql<number>`coalesce(${list.listOrder}, ${list.id})`
}

export function isWaitingFor(eventId: number | Placeholder): SQL | undefined {
  return and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'waiting'))
}

export function bookedAt(q: Queryable, memberId: AnyId, eventId: AnyId) {
  return q
    .select({ one: sql`1` })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
        isNull(appointments.endedAt),
      ),
    )
}

export function upcomingOf(q: Queryable, memberId: AnyId, now: Date | Placeholder) {
  return q
    .select({ one: sql`1` })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
}

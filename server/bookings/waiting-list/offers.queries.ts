// Call under the event's lock (lockList); lock places before waits.
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isHeldByNobody, isNotPaused, isOpen } from '../../events/free-places.queries.ts'
import { mayBeTold } from '../../members/reach.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { members, places, waitingList } from '../../platform/db/schema.ts'
import {
  bookedAt,
  isWaitingFor,
  neitherHeldNorOffered,
  OPEN,
  orderOf,
  upcomingOf,
} from './waiting-list.queries.ts'

export async function isAnyoneOnList(q: Queryable, eventId: number): Promise<boolean> {
  const rows = await q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(eq(waitingList.eventId, eventId), inArray(waitingList.status, OPEN)))
    .limit(1)
  return rows.length > 0
}

export async function listEventsWaitedFor(q: Queryable): Promise<number[]> {
  const rows = await q
    .selectDistinct({ eventId: waitingList.eventId })
    .from(waitingList)
    .where(inArray(waitingList.status, OPEN))
  return rows.map(({ eventId }) => eventId)
}

/** Ends expired offers; a member who is booking keeps the place until the hold ends. */
export async function endOffers(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<number> {
  const isOver = and(lte(places.offeredUntil, now), isHeldByNobody(now))
  const ended = await q
    .update(places)
    .set(neitherHeldNorOffered)
    .where(and(eq(places.eventId, eventId), isOver))
    .returning({ placeNumber: places.placeNumber })
  // No place carries the offer, and it was not booked, or the wait would have that status.
  const isLapsed = and(
    eq(waitingList.eventId, eventId),
    eq(waitingList.status, 'offered'),
    sql`not exists (select 1 from ${places} where ${eq(places.offerId, waitingList.id)})`,
  )
  await q.update(waitingList).set({ status: 'lapsed', closedAt: now }).where(isLapsed)
  return ended.length
}

/** Closes waits of those already booked, or who get no invitations. */
export async function closeIdleWaits(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const { memberId } = waitingList
  const isHere = exists(bookedAt(q, memberId, eventId))
  const isElsewhere = exists(upcomingOf(q, memberId, now))
  const isGone = sql`not exists (select from ${members}
    where ${and(eq(members.id, memberId), mayBeTold('invitation'))})`
  const isOpen = and(eq(waitingList.eventId, eventId), inArray(waitingList.status, OPEN))
  const idle = await q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(isOpen, or(isHere, isElsewhere, isGone)))
  if (idle.length === 0) return
  const ids = idle.map(({ id }) => id)
  await q.update(places).set(neitherHeldNorOffered).where(inArray(places.offerId, ids))
  await q
    .update(waitingList)
    .set({
      status: sql`case when ${isHere} then 'booked' when ${isElsewhere} then 'booked elsewhere'
        else 'left' end`,
      closedAt: now,
    })
    .where(and(isOpen, inArray(waitingList.id, ids)))
}

/** Closes the waits of these statuses; offers stay open unless `statuses` has 'offered'. */
export async function closeList(
  q: Queryable,
  { eventId, now, statuses = ['waiting'] }: { eventId: number; now: Date; statuses?: typeof OPEN },
): Promise<void> {
  await q
    .update(waitingList)
    .set({ status: 'booking closed', closedAt: now })
    .where(and(eq(waitingList.eventId, eventId), inArray(waitingList.status, statuses)))
}

/** The first on the list, locked until the transaction ends; or null. */
export async function lockFirstWaiting(
  q: Queryable,
  eventId: number,
): Promise<{ id: number; memberId: number } | null> {
  const [first] = await q
    .select({ id: waitingList.id, memberId: waitingList.memberId })
    .from(waitingList)
    .where(isWaitingFor(eventId))
    .orderBy(asc(orderOf(waitingList)), asc(waitingList.id))
    .limit(1)
    .for('update')
  return first ?? null
}

/** Locks the earliest free place of the event; null when there is none. */
export async function lockFreePlace(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<{ startsAt: Date; placeNumber: number } | null> {
  const [place] = await q
    .select({ startsAt: places.slotStartsAt, placeNumber: places.placeNumber })
    .from(places)
    .where(isPlaceToOffer(eventId, now))
    .orderBy(asc(places.slotStartsAt), asc(places.placeNumber))
    .limit(1)
    .for('update', { skipLocked: true })
  return place ?? null
}

export async function writeOffer(
  q: Queryable,
  offer: {
    eventId: number
    place: { startsAt: Date; placeNumber: number }
    wait: { id: number; memberId: number }
    until: Date
    now: Date
  },
): Promise<void> {
  const { eventId, place, wait, until, now } = offer
  const offered = { offerId: wait.id, offeredTo: wait.memberId, offeredUntil: until }
  await q
    .update(places)
    .set({ ...neitherHeldNorOffered, ...offered })
    .where(
      and(
        eq(places.eventId, eventId),
        eq(places.slotStartsAt, place.startsAt),
        eq(places.placeNumber, place.placeNumber),
      ),
    )
  await q
    .update(waitingList)
    .set({
      status: 'offered',
      offeredAt: now,
      offeredStartsAt: place.startsAt,
      offeredUntil: until,
    })
    .where(eq(waitingList.id, wait.id))
}

/** A place of the event, still to come, that nobody has booked, holds or is offered. */
function isPlaceToOffer(eventId: number | Placeholder, now: Date | Placeholder): SQL | undefined {
  return and(
    eq(places.eventId, eventId),
    gt(places.slotStartsAt, now),
    isOpen,
    isNotPaused,
    isNull(places.offerId),
    isHeldByNobody(now),
  )
}

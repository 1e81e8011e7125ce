import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventDetails } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import { prepareQuery, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
import { events, labs, members, places, products, waitingList } from '../db/schema.ts'
import { eventDetailColumns, isShown, toEventDetails } from '../events/events.queries.ts'
import { selectFreeTimes } from '../events/free-places.queries.ts'
import { isErasureAsked } from '../members/erasure-asked.queries.ts'
import { isPlaceToOffer } from './offers.queries.ts'
import { bookedAt, isWaitingFor, upcomingOf, type WaitRow } from './waiting-list.queries.ts'

export type ListContext = {
  memberId: number
  event: EventDetails
  /** Raised by every change of the event. */
  eventVersion: number
  /** The latest wait, open or not; or null. */
  wait: Pick<WaitRow, 'id' | 'status' | 'joinedAt' | 'offeredStartsAt' | 'offeredUntil'> | null
  /** Number of waits for the event, and those up to and including the member's. */
  counts: { waiting: number; position: number }
  bookedThisEvent: boolean
  hasUpcoming: boolean
  erasureAsked: boolean
  /** Some time has a place that is not booked, offered or held for others. */
  canBook: boolean
}

/** Null when there is no such event or member. */
export async function loadListContext(
  q: Queryable,
  params: { eventId: number; userId: string; now: Date },
): Promise<ListContext | null> {
  const [row] = await listContext(q).execute(params)
  if (!row) return null
  const { event, waiting, position, ...rest } = row
  return { ...rest, event: toEventDetails(event), counts: { waiting, position } }
}

/** Each fails when what was read is no longer so; under the event's lock (lockList). */
export const LIST_CHANGED = 'waiting_list_changed'

/** Adds the member at the end of the list; fails with ONE_WAIT when already on it. */
export function insertWait(
  q: Queryable,
  wait: { eventId: number; memberId: number; now: Date },
): Promise<unknown> {
  return waitToInsert(q).execute(wait)
}

export const ONE_WAIT = 'one_wait_per_member_and_event'

/** Fails with LIST_CHANGED when the event has changed, or the member may not join any more. */
export function refuseJoin(
  q: Queryable,
  join: { eventId: number; eventVersion: number; memberId: number; now: Date },
): Promise<unknown> {
  return joinToRefuse(q).execute(join)
}

/** Takes a member who has no offer off the list; fails with LIST_CHANGED when not so any more. */
export function closeWaiting(q: Queryable, wait: { id: number; now: Date }): Promise<unknown> {
  return waitingToClose(q).execute(wait)
}

export const PLACE_IS_FREE = 'place_is_free'

/** Fails with PLACE_IS_FREE when there is a place to offer. */
export function refuseFreePlace(
  q: Queryable,
  at: { eventId: number; now: Date },
): Promise<unknown> {
  return noPlaceFree(q).execute(at)
}

/** One row: the number of waits for the event. */
export function countWaiting(q: Queryable, eventId: number): Promise<unknown> {
  return waitingToCount(q).execute({ eventId })
}

const eventId = sql.placeholder('eventId')
const memberId = sql.placeholder('memberId')
const now = sql.placeholder('now')
const wait = alias(waitingList, 'wait')

const listContext = prepareQuery((q) => {
  const latest = q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(eq(waitingList.eventId, eventId), eq(waitingList.memberId, members.id)))
    .orderBy(desc(waitingList.id))
    .limit(1)
  const waits = sql`(select count(*) from ${waitingList} where ${isWaitingFor(eventId)}`
  return q
    .select({
      memberId: members.id,
      event: eventDetailColumns,
      eventVersion: events.version,
      wait: {
        id: wait.id,
        status: wait.status,
        joinedAt: wait.joinedAt,
        offeredStartsAt: wait.offeredStartsAt,
        offeredUntil: wait.offeredUntil,
      },
      waiting: sql<number>`${waits})`,
      position: sql<number>`${waits} and ${waitingList.id} <= ${wait.id})`,
      bookedThisEvent: sql<boolean>`exists (${bookedAt(q, members.id, eventId)})`,
      hasUpcoming: sql<boolean>`exists (${upcomingOf(q, members.id, now)})`,
      erasureAsked: isErasureAsked(members.id),
      canBook: sql<boolean>`exists (${selectFreeTimes(q, { memberId: members.id })})`,
    })
    .from(events)
    .innerJoin(members, eq(members.userId, sql.placeholder('userId')))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(wait, eq(wait.id, latest))
    .where(and(isShown, eq(events.id, eventId)))
    .prepare('list_context')
})

const joinToRefuse = prepareSql('refuse_join', (q) =>
  refuseUnlessRow(
    sql`select from ${events} where ${and(
      eq(events.id, eventId),
      eq(events.version, sql.placeholder('eventVersion')),
      sql`not exists (${bookedAt(q, memberId, eventId)})`,
      sql`not exists (${upcomingOf(q, memberId, now)})`,
      sql`not ${isErasureAsked(memberId)}`,
      sql`not exists (${selectFreeTimes(q)})`,
    )}`,
    LIST_CHANGED,
  ),
)

const waitToInsert = prepareQuery((q) =>
  q.insert(waitingList).values({ eventId, memberId, joinedAt: now }).prepare('insert_wait'),
)

const waitingToClose = prepareSql('close_waiting', (q) =>
  refuseUnlessRow(
    q
      .update(waitingList)
      .set({ status: 'left', closedAt: sql`${sql.param(now, waitingList.closedAt)}` })
      .where(and(eq(waitingList.id, sql.placeholder('id')), eq(waitingList.status, 'waiting')))
      .returning({ id: waitingList.id }),
    LIST_CHANGED,
  ),
)

const noPlaceFree = prepareSql('refuse_free_place', (q) =>
  refuseUnlessRow(
    sql`select where not exists (${q
      .select({ placeNumber: places.placeNumber })
      .from(places)
      .where(isPlaceToOffer(eventId, now))})`,
    PLACE_IS_FREE,
  ),
)

const waitingToCount = prepareSql(
  'count_waiting',
  () => sql`select count(*) from ${waitingList} where ${isWaitingFor(eventId)}`,
)

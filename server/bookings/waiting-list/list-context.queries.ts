import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventDetails } from '../../../domain/contract.ts'
import { eventDetailColumns, isShown, toEventDetails } from '../../events/events.queries.ts'
import { selectFreeTimes } from '../../events/free-places.queries.ts'
import { isErasureRequested } from '../../members/erasure-requested.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared-query.ts'
import { events, labs, members, products, waitingList } from '../../platform/db/schema.ts'
import {
  bookedAt,
  isWaitingFor,
  orderOf,
  upcomingOf,
  type WaitRow,
} from './waiting-list.queries.ts'

export type ListContext = {
  memberId: number
  event: EventDetails
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
  params: { eventId: number; now: Date } & ({ userId: string } | { memberId: number }),
): Promise<ListContext | null> {
  const [row] =
    'userId' in params
      ? await contextOfAccount(q).execute(params)
      : await contextOfMember(q).execute(params)
  if (!row) return null
  const { event, waiting, position, ...rest } = row
  return { ...rest, event: toEventDetails(event), counts: { waiting, position } }
}

/** Adds the member at the end of the list; violates one_wait_per_member_and_event when already on it. */
export function insertWait(
  q: Queryable,
  wait: { eventId: number; memberId: number; now: Date },
): Promise<unknown> {
  return waitToInsert(q).execute(wait)
}

const eventId = sql.placeholder('eventId')
const memberId = sql.placeholder('memberId')
const now = sql.placeholder('now')
const wait = alias(waitingList, 'wait')

const contextOfAccount = prepareQuery((q) =>
  listContext(q, eq(members.userId, sql.placeholder('userId'))).prepare('list_context'),
)

const contextOfMember = prepareQuery((q) =>
  listContext(q, eq(members.id, memberId)).prepare('list_context_of_member'),
)

function listContext(q: Queryable, isWho: SQL) {
  const latest = q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(eq(waitingList.eventId, eventId), eq(waitingList.memberId, members.id)))
    .orderBy(desc(waitingList.id))
    .limit(1)
  const waits = sql`(select count(*) from ${waitingList} where ${isWaitingFor(eventId)}`
  const isBefore = sql`${orderOf(waitingList)} <= ${orderOf(wait)}`
  return q
    .select({
      memberId: members.id,
      event: eventDetailColumns,
      wait: {
        id: wait.id,
        status: wait.status,
        joinedAt: wait.joinedAt,
        offeredStartsAt: wait.offeredStartsAt,
        offeredUntil: wait.offeredUntil,
      },
      waiting: sql<number>`${waits})`,
      position: sql<number>`${waits} and ${isBefore})`,
      bookedThisEvent: sql<boolean>`exists (${bookedAt(q, members.id, eventId)})`,
      hasUpcoming: sql<boolean>`exists (${upcomingOf(q, members.id, now)})`,
      erasureAsked: isErasureRequested(members.id),
      canBook: sql<boolean>`exists (${selectFreeTimes(q, { memberId: members.id })})`,
    })
    .from(events)
    .innerJoin(members, isWho)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(wait, eq(wait.id, latest))
    .where(and(isShown, eq(events.id, eventId)))
}

const waitToInsert = prepareQuery((q) =>
  q.insert(waitingList).values({ eventId, memberId, joinedAt: now }).prepare('insert_wait'),
)

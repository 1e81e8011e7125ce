import { and, eq, gt, sql } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { events, products } from '../platform/db/schema.ts'
import {
  type EventSearch,
  isFound,
  isListed,
  paramsOf,
  selectEvents,
  toEvent,
} from './events.queries.ts'

/** What a search by place chooses by; the rest is read for the events of the page only. */
export type FoundEvent = Awaited<ReturnType<typeof listFoundEvents>>[number]

/** All events of a search, soonest first. */
export function listFoundEvents(q: Queryable, search: EventSearch) {
  return foundEvents(q).execute(paramsOf(search))
}

/** Events of a search in a town whose `wordsOf` are these, soonest first. */
export function listEventsInTown(q: Queryable, search: EventSearch, town: string) {
  return eventsInTown(q).execute({ ...paramsOf(search), town })
}

/** In the order of the ids, without any that has ended or is no longer listed. */
export async function listEventsById(
  q: Queryable,
  ids: readonly number[],
  now: Date,
): Promise<CharityEvent[]> {
  if (ids.length === 0) return []
  const rows = await eventsById(q).execute({ ids, now })
  const byId = new Map(rows.map((row) => [row.event_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toEvent)
}

const foundEvents = prepareQuery((q) =>
  q
    .select({
      id: events.id,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      pricePence: events.pricePence,
      product_price: products.pricePence,
      hostSharePence: events.hostSharePence,
      postcode: events.postcode,
      latitude: events.latitude,
      longitude: events.longitude,
    })
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .where(isFound)
    .orderBy(events.startsAt, events.id)
    .prepare('events_of_a_search'),
)

const eventsInTown = prepareQuery((q) => {
  const { city, postcode, latitude, longitude } = events
  return q
    .select({ city, postcode, latitude, longitude })
    .from(events)
    .where(and(isFound, eq(events.townWords, sql.placeholder('town'))))
    .orderBy(events.startsAt, events.id)
    .prepare('events_in_a_town')
})

const eventsById = prepareQuery((q) =>
  selectEvents(q)
    .where(
      and(
        isListed,
        gt(events.endsAt, sql.placeholder('now')),
        sql`${events.id} = any(${sql.placeholder('ids')}::bigint[])`,
      ),
    )
    .prepare('events_by_id'),
)

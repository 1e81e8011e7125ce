import { and, asc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { events } from '../platform/db/schema.ts'
import type { EventRecord } from './office.queries.ts'

const MOST_OF_SERIES = 60

/** Marks the event as the first of its series; its version stays, because nothing of its form changes. */
export async function joinSeries(
  q: Queryable,
  { id, seriesId }: { id: number; seriesId: number },
): Promise<void> {
  await q.update(events).set({ seriesId }).where(eq(events.id, id))
}

/** The drafts and the events to come of a series, or the event alone; soonest first. */
export function listSeries(
  q: Queryable,
  { event: { id, seriesId }, now }: { event: EventRecord; now: Date },
): Promise<EventRecord[]> {
  const isOfSeries = seriesId === null ? eq(events.id, id) : eq(events.seriesId, seriesId)
  const isToCome = and(eq(events.status, 'published'), gt(events.startsAt, now))
  return q
    .select()
    .from(events)
    .where(and(isOfSeries, or(eq(events.status, 'draft'), isToCome)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST_OF_SERIES)
}

/** Names of other published events at the event's venue while it lasts. */
export async function listAtSameHall(
  q: Queryable,
  { id, addressLine1, postcode, startsAt, endsAt }: EventRecord,
): Promise<string[]> {
  if (!addressLine1?.trim() || !postcode?.trim()) return []
  const isSameHall = sql`lower(trim(${events.addressLine1})) = lower(trim(${addressLine1}))
    and upper(replace(${events.postcode}, ' ', '')) = upper(replace(${postcode}, ' ', ''))`
  const rows = await q
    .select({ name: events.name })
    .from(events)
    .where(
      and(
        ne(events.id, id),
        eq(events.status, 'published'),
        isSameHall,
        lt(events.startsAt, endsAt),
        gt(events.endsAt, startsAt),
      ),
    )
    .orderBy(asc(events.startsAt))
    .limit(5)
  return rows.map(({ name }) => name)
}

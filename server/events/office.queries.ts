import { and, asc, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { EventState } from '../../domain/office/events.ts'
import type { PlacedPlace } from '../../domain/office/slot-plan.ts'
import { contains } from '../platform/db/contains.ts'
import type { Queryable } from '../platform/db/database.ts'
import { events, labs, places, products, staff, waitingList } from '../platform/db/schema.ts'
import { bookedPlaces } from './events.queries.ts'

export const EVENT_TABS = ['draft', 'upcoming', 'passed', 'cancelled'] as const
const MOST_OF_A_MONTH = 500
type EventTab = (typeof EVENT_TABS)[number]

/** What the list is narrowed by; months are 'YYYY-MM' in London. */
type Narrowed = {
  host: string | undefined
  county: string | undefined
  month: string | undefined
  isFree: boolean
}

/** All events when `tab` is null. */
type Search = { tab: EventTab | null; search: string; now: Date; narrowed?: Narrowed }

function selectRows(q: Queryable) {
  return q
    .select({
      id: events.id,
      name: events.name,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      city: events.city,
      postcode: events.postcode,
      status: events.status,
      isPrivate: events.isPrivate,
      isBookingPaused: sql<boolean>`${events.bookingPausedAt} is not null`,
      totalPlaces: events.totalPlaces,
      bookedPlaces,
      booked,
      waiting,
      hostName: events.hostName,
    })
    .from(events)
}

/** What the list can be sorted by, besides time. */
export const EVENT_SORTS = ['name', 'host', 'free'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

const SORTED_BY: Record<EventSort, SQL> = {
  name: sql`lower(${events.name})`,
  host: sql`lower(coalesce(${events.hostName}, ''))`,
  free: sql`${events.totalPlaces} - ${bookedPlaces}`,
}

/** In the order of `sort`, the other way round with `isDescending`, after the value and the id of the last row. */
export async function listEventsSorted(
  q: Queryable,
  of: Search & {
    sort: EventSort
    isDescending: boolean
    after: { value: string | number; id: number } | null
    limit: number
  },
) {
  const order = of.isDescending ? desc : asc
  const compare = sql.raw(of.isDescending ? '<' : '>')
  const by = SORTED_BY[of.sort]
  const last = (value: string | number) =>
    typeof value === 'number' ? sql`${value}::bigint` : sql`lower(${value}::text)`
  return selectRows(q)
    .where(
      and(
        of.tab === null ? undefined : isInTab(of.tab, of.now),
        isFound(of.search),
        isNarrowed(of.narrowed),
        of.after
          ? sql`(${by}, ${events.id}) ${compare} (${last(of.after.value)}, ${of.after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(order(by), order(events.id))
    .limit(of.limit)
}

/** Drafts, published and cancelled ones of a London month ('YYYY-MM'), in order of time. */
export function listEventsOfMonth(q: Queryable, month: string) {
  return selectRows(q)
    .where(isNarrowed({ month }))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST_OF_A_MONTH)
}

/**
 * Upcoming ones and drafts soonest first, others latest first. With `tab` null, which has no further
 * pages, those to come before those in the past, and of them published ones first, then drafts.
 */
export async function listOfficeEvents(
  q: Queryable,
  of: Search & { after: { startsAt: Date; id: number } | null; limit: number },
) {
  const isLatestFirst = of.tab !== 'draft' && of.tab !== 'upcoming'
  const order = isLatestFirst ? desc : asc
  const compare = sql.raw(isLatestFirst ? '<' : '>')
  return selectRows(q)
    .where(
      and(
        of.tab === null ? undefined : isInTab(of.tab, of.now),
        isFound(of.search),
        isNarrowed(of.narrowed),
        of.after
          ? sql`(${events.startsAt}, ${events.id}) ${compare} (${of.after.startsAt.toISOString()}::timestamptz, ${of.after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(...(of.tab === null ? nextFirst(of.now) : [order(events.startsAt), order(events.id)]))
    .limit(of.limit)
}

function nextFirst(now: Date): SQL[] {
  const isPast = sql`${events.endsAt} <= ${now.toISOString()}`
  return [
    asc(sql`case when ${isPast} then 3 when ${events.status} = 'published' then 0
      when ${events.status} = 'draft' then 1 else 2 end`),
    asc(sql`case when not ${isPast} then ${events.startsAt} end`),
    desc(events.startsAt),
    desc(events.id),
  ]
}

export async function countOfficeEvents(
  q: Queryable,
  { search, now, narrowed }: { search: string; now: Date; narrowed?: Narrowed },
): Promise<Record<EventTab, number>> {
  const counts = EVENT_TABS.map((tab) => sql`count(*) filter (where ${isInTab(tab, now)})`)
  const [draft = sql`0`, upcoming = sql`0`, passed = sql`0`, cancelled = sql`0`] = counts
  const [row] = await q
    .select({
      draft: draft.mapWith(Number),
      upcoming: upcoming.mapWith(Number),
      passed: passed.mapWith(Number),
      cancelled: cancelled.mapWith(Number),
    })
    .from(events)
    .where(and(isFound(search), isNarrowed(narrowed)))
  return row ?? { draft: 0, upcoming: 0, passed: 0, cancelled: 0 }
}

export type EventRecord = typeof events.$inferSelect

export async function findEventRecord(q: Queryable, id: number): Promise<EventRecord | null> {
  const [row] = await q.select().from(events).where(eq(events.id, id))
  return row ?? null
}

/** Locks the event, and with it its waiting list, until the transaction ends. */
export async function lockEvent(q: Queryable, id: number): Promise<EventRecord | null> {
  const [row] = await q.select().from(events).where(eq(events.id, id)).for('no key update')
  return row ?? null
}

/** Waits for a change of the event that is under way, and keeps others out until the transaction ends. */
export async function waitForChanges(q: Queryable, id: number): Promise<void> {
  await q.select({ id: events.id }).from(events).where(eq(events.id, id)).for('share')
}

/** What the form shows beside the event's own row. */
export async function findEventFacts(q: Queryable, id: number) {
  const [row] = await q
    .select({
      productName: products.name,
      productPricePence: products.pricePence,
      labName: labs.name,
      requiresNhsNumber: labs.requiresNhsNumber,
      bookedPlaces,
      booked,
      waiting,
      keptBack: sql`(select count(*) from ${places} where ${and(
        eq(places.eventId, events.id),
        eq(places.isKeptBack, true),
      )})`.mapWith(Number),
    })
    .from(events)
    .leftJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(eq(events.id, id))
  if (!row) throw new Error(`event ${id} is not there`)
  return row
}

export async function updateEvent(
  q: Queryable,
  id: number,
  changes: Partial<typeof events.$inferInsert>,
): Promise<void> {
  await q
    .update(events)
    .set({ ...changes, version: sql`${events.version} + 1` })
    .where(eq(events.id, id))
}

export async function findStaffName(q: Queryable, id: number | null): Promise<string | null> {
  if (id === null) return null
  const [row] = await q.select({ name: staff.name }).from(staff).where(eq(staff.id, id))
  return row?.name ?? null
}

/** Locks the places until the transaction ends. A claim meanwhile finds them taken. */
export async function lockPlaces(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<PlacedPlace[]> {
  return q
    .select({
      startsAt: places.slotStartsAt,
      placeNumber: places.placeNumber,
      isKeptBack: places.isKeptBack,
      isTaken: sql<boolean>`(${places.appointmentId} is not null or ${places.offerId} is not null
        or coalesce(${gt(places.heldUntil, now)}, false))`,
    })
    .from(places)
    .where(eq(places.eventId, eventId))
    .orderBy(asc(places.slotStartsAt), asc(places.placeNumber))
    .for('update')
}

type PlaceKey = Pick<PlacedPlace, 'startsAt' | 'placeNumber'>

/** Of a draft they are closed, and of an event whose booking the office has closed they are too. */
export async function addPlaces(
  q: Queryable,
  eventId: number,
  added: (PlaceKey & { isKeptBack: boolean })[],
): Promise<void> {
  if (added.length === 0) return
  await q.execute(sql`
    insert into ${places} (event_id, slot_starts_at, place_number, is_kept_back, is_closed, is_paused)
      select ${eventId}, place."startsAt", place."placeNumber", place."isKeptBack",
          ${events.status} = 'draft', ${events.bookingPausedAt} is not null
        from ${events}, jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
          as place ("startsAt" timestamptz, "placeNumber" int, "isKeptBack" boolean)
        where ${eq(events.id, eventId)}`)
}

export async function removePlaces(
  q: Queryable,
  eventId: number,
  removed: PlaceKey[],
): Promise<void> {
  if (removed.length > 0) await q.delete(places).where(isOneOf(eventId, removed))
}

export async function setKeptBack(
  q: Queryable,
  eventId: number,
  { keys, isKeptBack }: { keys: PlaceKey[]; isKeptBack: boolean },
): Promise<void> {
  if (keys.length > 0) await q.update(places).set({ isKeptBack }).where(isOneOf(eventId, keys))
}

function isOneOf(eventId: number, keys: PlaceKey[]): SQL | undefined {
  const slim = keys.map(({ startsAt, placeNumber }) => ({ startsAt, placeNumber }))
  return and(
    eq(places.eventId, eventId),
    sql`(${places.slotStartsAt}, ${places.placeNumber}) in (
      select key."startsAt", key."placeNumber" from jsonb_to_recordset(${JSON.stringify(slim)}::jsonb)
        as key ("startsAt" timestamptz, "placeNumber" int))`,
  )
}

const booked = sql`(select count(*) from ${places} where ${and(
  eq(places.eventId, events.id),
  sql`${places.appointmentId} is not null`,
)})`.mapWith(Number)
const waiting = sql`(select count(*) from ${waitingList} where ${and(
  eq(waitingList.eventId, events.id),
  inArray(waitingList.status, ['waiting', 'offered']),
)})`.mapWith(Number)

function isInTab(tab: EventTab, now: Date): SQL | undefined {
  const isPublished = eq(events.status, 'published')
  switch (tab) {
    case 'upcoming':
      return and(isPublished, gt(events.endsAt, now))
    case 'passed':
      return and(isPublished, lte(events.endsAt, now))
    default:
      return eq(events.status, tab satisfies EventState)
  }
}

function isNarrowed({ host, county, month, isFree }: Partial<Narrowed> = {}): SQL | undefined {
  return and(
    host ? eq(events.hostName, host) : undefined,
    county ? eq(events.state, county) : undefined,
    month === undefined
      ? undefined
      : sql`to_char(${events.startsAt} at time zone 'Europe/London', 'YYYY-MM') = ${month}`,
    isFree ? sql`${bookedPlaces} < ${events.totalPlaces}` : undefined,
  )
}

/** The names of hosts and the counties of events, each once, in the order of the alphabet. */
export async function listEventChoices(q: Queryable) {
  const [hosts, counties] = await Promise.all([
    q.selectDistinct({ value: events.hostName }).from(events).where(isNotNull(events.hostName)),
    q.selectDistinct({ value: events.state }).from(events).where(isNotNull(events.state)),
  ])
  const inOrder = (rows: { value: string | null }[]) =>
    rows.flatMap(({ value }) => value || []).toSorted((one, other) => one.localeCompare(other))
  return { hosts: inOrder(hosts), counties: inOrder(counties) }
}

function isFound(search: string): SQL | undefined {
  return contains(search, [events.name, events.city, events.postcode])
}

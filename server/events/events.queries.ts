import { and, eq, gt, gte, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { CharityEvent, EventDetails, EventOnMap } from '../../domain/contract.ts'
import { type Category, EVENTS_PER_PAGE } from '../../domain/event-filters.ts'
import { mapValues, pick } from '../../domain/fields.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { VENUE_FACTS, type VenueFactName } from '../../domain/venue-facts.ts'
import { patternOf } from '../platform/db/contains.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { events, labs, places, products } from '../platform/db/schema.ts'

export type EventSearch = {
  now: Date
  startsFrom?: Date | null
  startsBefore?: Date | null
  categories?: readonly Category[] | null
  location?: string
}

/** Not ended, soonest first (rules §1.1); `location` matches any part of name or address. */
export async function listEvents(q: Queryable, search: EventSearch): Promise<CharityEvent[]> {
  const rows = await foundEvents(q).execute(paramsOf(search))
  return rows.map(toEvent)
}

/** The events of one page, from 1, and the total of all pages. */
export async function listEventsOfPage(
  q: Queryable,
  search: EventSearch,
  page: number,
): Promise<{ events: CharityEvent[]; total: number }> {
  const params = paramsOf(search)
  const rows = await foundEventsOfPage(q).execute({
    ...params,
    before: (page - 1) * EVENTS_PER_PAGE,
  })
  const [first] = rows
  if (first || page === 1) return { events: rows.map(toEvent), total: first?.total ?? 0 }
  return { events: [], total: (await listEventsOfPage(q, search, 1)).total }
}

/** Of all events that have not ended, soonest first. */
export async function listEventIds(q: Queryable, now: Date): Promise<number[]> {
  const rows = await q
    .select({ id: events.id })
    .from(events)
    .where(and(isListed, gt(events.endsAt, now)))
    .orderBy(events.startsAt, events.id)
  return rows.map(({ id }) => id)
}

export function countListedEvents(q: Queryable, now: Date): Promise<number> {
  return q.$count(events, and(isListed, gt(events.endsAt, now)))
}

/** The soonest found event of each spot: no pin of the map hides another. */
export async function listNextEventOfEachSpot(
  q: Queryable,
  search: EventSearch,
): Promise<EventOnMap[]> {
  const rows = await nextEventOfEachSpot(q).execute(paramsOf(search))
  return rows.map(({ id, name, startsAt, latitude, longitude }) => ({
    event_id: id,
    event_name: name,
    event_date: ukDate(startsAt),
    latitude,
    longitude,
  }))
}

/** Null for a draft, as for no event. Reads no places. */
export async function findEventDetails(q: Queryable, id: number): Promise<EventDetails | null> {
  const [row] = await eventDetailsById(q).execute({ id })
  return row ? toEventDetails(row) : null
}

/** Null for a draft, as for no event. */
export async function findEvent(q: Queryable, id: number): Promise<CharityEvent | null> {
  const [row] = await eventById(q).execute({ id })
  return row ? toEvent(row) : null
}

export async function findEventsStarting(
  q: Queryable,
  day: { from: Date; before: Date },
): Promise<EventDetails[]> {
  const rows = await selectEventDetails(q)
    .where(and(isShown, gte(events.startsAt, day.from), lt(events.startsAt, day.before)))
    .orderBy(events.startsAt, events.id)
  return rows.map(toEventDetails)
}

/** No draft. A cancelled event stays visible at its address, and to members who booked it. */
export const isShown = ne(events.status, 'draft')
export const isListed = eq(events.status, 'published')

/** Shown as they are stored. */
const plainColumns = {
  event_id: events.id,
  event_name: events.name,
  event_description: events.description,
  session_duration: events.sessionMinutes,
  product_id: products.id,
  product_name: products.name,
  product_price: products.pricePence,
  lab_name: labs.name,
  is_private: events.isPrivate,
  payment_required: events.paymentRequired,
  total_spaces: events.totalPlaces,
  exclusive_for: events.exclusiveFor,
  contact_email: events.contactEmail,
  address_line1: events.addressLine1,
  address_line2: events.addressLine2,
  city: events.city,
  state: events.state,
  postcode: events.postcode,
  country: events.country,
  latitude: events.latitude,
  longitude: events.longitude,
}

const listedColumns = {
  ...plainColumns,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  pricePence: events.pricePence,
  hostSharePence: events.hostSharePence,
  requiresNhsNumber: labs.requiresNhsNumber,
  status: events.status,
  bookingClosedAt: events.bookingClosedAt,
  bookingPausedAt: events.bookingPausedAt,
}

const venueColumns = mapValues(VENUE_FACTS, ({ column }) => events[column])

export const eventDetailColumns = { ...listedColumns, ...venueColumns }

type PriceRow = Pick<EventDetailsRow, 'pricePence' | 'product_price' | 'hostSharePence'>

/** Pence of the price that the host pays, never more than the price. */
export function hostShareOf({ pricePence, product_price, hostSharePence }: PriceRow): number {
  return Math.min(hostSharePence, pricePence ?? product_price)
}

/** Pence that the host pays for each member of this event; 0 for an unknown one. */
export async function findHostShare(q: Queryable, eventId: number): Promise<number> {
  const [row] = await selectEventDetails(q).where(eq(events.id, eventId))
  return row ? hostShareOf(row) : 0
}

/** The event's own price less the host's share; null for the whole price of the product. */
export function pricePaidByMember(row: PriceRow): number | null {
  const share = hostShareOf(row)
  return share === 0 ? row.pricePence : (row.pricePence ?? row.product_price) - share
}

/** In London time; the price is what a member pays. */
export function toEventDetails(
  row: Omit<EventDetailsRow, VenueFactName> & Partial<VenueRow>,
): EventDetails {
  return {
    ...pick(plainColumns, row),
    event_date: ukDate(row.startsAt),
    start_time: `${ukTime(row.startsAt)}:00`,
    end_time: `${ukTime(row.endsAt)}:00`,
    price: pricePaidByMember(row),
    requires_nhs_number: row.requiresNhsNumber ?? false,
    is_cancelled: row.status === 'cancelled',
    ...closingOf(row),
    ...venueOf(row),
  }
}

function closingOf({
  bookingClosedAt,
  bookingPausedAt,
}: Pick<EventDetailsRow, 'bookingClosedAt' | 'bookingPausedAt'>) {
  if (bookingClosedAt) return { is_booking_closed: true }
  return bookingPausedAt ? { is_booking_closed: true, is_booking_paused: true } : {}
}

/** The known facts, if any. */
function venueOf(row: Partial<VenueRow>): Pick<EventDetails, 'venue'> {
  const venue = mapValues(VENUE_FACTS, (_, name) => row[name] || undefined)
  return Object.values(venue).some((fact) => fact !== undefined) ? { venue } : {}
}

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]
type EventDetailsRow = Awaited<ReturnType<typeof selectEventDetails>>[number]
type VenueRow = Record<VenueFactName, string | null>

export function toEvent(row: EventRow): CharityEvent {
  return { ...toEventDetails(row), booked_spaces: row.bookedPlaces }
}

export function selectEvents(q: Queryable) {
  return q
    .select({ ...listedColumns, bookedPlaces })
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
}

const eventById = prepareQuery((q) =>
  q
    .select({ ...eventDetailColumns, bookedPlaces })
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(and(isShown, eq(events.id, sql.placeholder('id'))))
    .prepare('event_by_id'),
)

function selectEventDetails(q: Queryable) {
  return q
    .select(eventDetailColumns)
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
}

const eventDetailsById = prepareQuery((q) =>
  selectEventDetails(q)
    .where(and(isShown, eq(events.id, sql.placeholder('id'))))
    .prepare('event_details_by_id'),
)

export const bookedPlaces = sql<number>`(select count(*) from ${places}
  where ${and(eq(places.eventId, events.id), or(isNotNull(places.appointmentId), isNotNull(places.offerId), places.isKeptBack))})`

/** The events of a search, whose values `paramsOf` gives. */
export const isFound = and(
  isListed,
  gt(events.endsAt, sql.placeholder('now')),
  sql`${events.startsAt} >= coalesce(${sql.placeholder('startsFrom')}::timestamptz, '-infinity')`,
  sql`${events.startsAt} < coalesce(${sql.placeholder('startsBefore')}::timestamptz, 'infinity')`,
  sql`coalesce(${events.exclusiveFor} = any(${sql.placeholder('categories')}::text[]), true)`,
  sql`${events.addressWords} like all(${sql.placeholder('patterns')}::text[])`,
)

/** Every word typed must occur in the address; a postcode matches without its space too. */
export function paramsOf({
  now,
  startsFrom,
  startsBefore,
  categories,
  location = '',
}: EventSearch) {
  const words = location
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  return {
    now,
    startsFrom: startsFrom?.toISOString() ?? null,
    startsBefore: startsBefore?.toISOString() ?? null,
    categories: categories ?? null,
    patterns: words.map((word) => patternOf(word)),
  }
}

const foundEvents = prepareQuery((q) =>
  selectEvents(q).where(isFound).orderBy(events.startsAt, events.id).prepare('found_events'),
)

const foundEventsOfPage = prepareQuery((q) => {
  const found = q
    .$with('found')
    .as(q.select({ id: events.id, startsAt: events.startsAt }).from(events).where(isFound))
  // Chosen before the join: places are counted for the rows of this page only.
  const ids = q
    .select({ id: found.id })
    .from(found)
    .orderBy(found.startsAt, found.id)
    .limit(EVENTS_PER_PAGE)
    .offset(sql.placeholder('before'))
  return q
    .with(found)
    .select({
      ...listedColumns,
      bookedPlaces,
      total: sql`(select count(*) from ${found})`.mapWith(Number),
    })
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(inArray(events.id, ids))
    .orderBy(events.startsAt, events.id)
    .prepare('found_events_of_page')
})

const nextEventOfEachSpot = prepareQuery((q) => {
  const { latitude, longitude } = events
  return q
    .selectDistinctOn([latitude, longitude], {
      id: events.id,
      name: events.name,
      startsAt: events.startsAt,
      latitude: sql<number>`${latitude}`,
      longitude: sql<number>`${longitude}`,
    })
    .from(events)
    .where(and(isFound, isNotNull(latitude), isNotNull(longitude)))
    .orderBy(latitude, longitude, events.startsAt, events.id)
    .prepare('next_event_of_each_spot')
})

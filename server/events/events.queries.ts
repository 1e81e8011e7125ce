import { and, eq, gt, gte, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Category } from '../../domain/event-filters.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { events, labs, places, products } from '../db/schema.ts'

/** Not ended, soonest first (spec §2); `location` matches any part of name or address. */
export async function listEvents(
  q: Queryable,
  wanted: {
    now: Date
    startsFrom?: Date | null
    startsBefore?: Date | null
    categories?: readonly Category[] | null
    location?: string
  },
): Promise<CharityEvent[]> {
  const rows = await selectEvents(q)
    .where(
      and(
        gt(events.endsAt, wanted.now),
        wanted.startsFrom ? gte(events.startsAt, wanted.startsFrom) : undefined,
        wanted.startsBefore ? lt(events.startsAt, wanted.startsBefore) : undefined,
        wanted.categories ? inArray(events.exclusiveFor, [...wanted.categories]) : undefined,
        wanted.location ? isNear(wanted.location) : undefined,
      ),
    )
    .orderBy(events.startsAt, events.id)
  return rows.map(toEvent)
}

export async function findEvent(q: Queryable, id: number): Promise<CharityEvent | null> {
  const [row] = await eventById(q).execute({ id })
  return row ? toEvent(row) : null
}

export async function findEventsStarting(
  q: Queryable,
  day: { from: Date; before: Date },
): Promise<CharityEvent[]> {
  const rows = await selectEvents(q)
    .where(and(gte(events.startsAt, day.from), lt(events.startsAt, day.before)))
    .orderBy(events.startsAt, events.id)
  return rows.map(toEvent)
}

export const eventColumns = {
  id: events.id,
  name: events.name,
  description: events.description,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  sessionMinutes: events.sessionMinutes,
  pricePence: events.pricePence,
  productId: events.productId,
  productName: products.name,
  productPricePence: products.pricePence,
  labName: labs.name,
  requiresNhsNumber: labs.requiresNhsNumber,
  isPrivate: events.isPrivate,
  paymentRequired: events.paymentRequired,
  exclusiveFor: events.exclusiveFor,
  contactEmail: events.contactEmail,
  addressLine1: events.addressLine1,
  addressLine2: events.addressLine2,
  city: events.city,
  state: events.state,
  postcode: events.postcode,
  country: events.country,
  latitude: events.latitude,
  longitude: events.longitude,
  totalSpaces: countPlaces(sql`*`),
  bookedSpaces: countPlaces(sql`coalesce(${places.appointmentId}, ${places.offerId})`),
}

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

/** In London time. */
export function toEvent(row: EventRow): CharityEvent {
  return {
    event_id: row.id,
    event_name: row.name,
    event_description: row.description,
    event_date: ukDate(row.startsAt),
    start_time: `${ukTime(row.startsAt)}:00`,
    end_time: `${ukTime(row.endsAt)}:00`,
    session_duration: row.sessionMinutes,
    price: row.pricePence,
    product_id: row.productId,
    product_name: row.productName,
    product_price: row.productPricePence,
    lab_name: row.labName,
    requires_nhs_number: row.requiresNhsNumber ?? false,
    is_private: row.isPrivate,
    payment_required: row.paymentRequired,
    total_spaces: row.totalSpaces,
    booked_spaces: row.bookedSpaces,
    exclusive_for: row.exclusiveFor,
    contact_email: row.contactEmail,
    address_line1: row.addressLine1,
    address_line2: row.addressLine2,
    city: row.city,
    state: row.state,
    postcode: row.postcode,
    country: row.country,
    latitude: row.latitude,
    longitude: row.longitude,
  }
}

function selectEvents(q: Queryable) {
  return q
    .select(eventColumns)
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
}

const eventById = prepareQuery((q) =>
  selectEvents(q)
    .where(eq(events.id, sql.placeholder('id')))
    .prepare('event_by_id'),
)

function countPlaces(what: SQL): SQL<number> {
  return sql<number>`(select count(${what}) from ${places} where ${places.eventId} = ${events.id})`
}

/** Every word typed occurs in the address; a postcode matches without its space too. */
function isNear(typed: string): SQL | undefined {
  const { addressLine1, addressLine2, city, state, postcode, country } = events
  const address = sql`concat_ws(' ', ${addressLine1}, ${addressLine2}, ${city}, ${state}, ${postcode}, replace(${postcode}, ' ', ''), ${country})`
  const words = typed.split(/[\s,]+/).filter((word) => word !== '')
  return and(...words.map((word) => ilike(address, `%${escapeLike(word)}%`)))
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

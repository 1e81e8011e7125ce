import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core'
import type { Category } from '../../../../domain/event-filters.ts'
import { MAIL_TEXT_KINDS, type MailTextKind } from '../../../../domain/mail-texts.ts'
import type { Break, EventState } from '../../../../domain/office/events.ts'
import { LAB_FIELDS } from '../../../../domain/office/lab-fields.ts'
import { VENUE_FACTS } from '../../../../domain/venue-facts.ts'
import { id, moment } from './columns.ts'

const LAB_DAYS = LAB_FIELDS.result_days

/** A version that every change raises, so that a stale form overwrites nothing, and who made it. */
const versioned = () => ({
  version: integer('version').notNull().default(1),
  /** The id of the colleague who changed it last in the office; null before that. */
  changedBy: bigint('changed_by', { mode: 'number' }),
})

export const products = pgTable('products', {
  id: id(),
  name: text('name').notNull(),
  pricePence: integer('price_pence').notNull(),
  emailTemplate: text('email_template'),
  ...versioned(),
})

/** The charity's own words in mails of one kind. */
export const mailTexts = pgTable(
  'mail_texts',
  {
    kind: text('kind').$type<MailTextKind>().primaryKey(),
    text: text('text').notNull(),
    ...versioned(),
  },
  (t) => [
    check(
      'mail_text_kind_is_known',
      sql`${t.kind} in (${sql.raw(MAIL_TEXT_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)

export const labs = pgTable(
  'labs',
  {
    id: id(),
    name: text('name').notNull().unique(),
    requiresNhsNumber: boolean('requires_nhs_number').notNull().default(false),
    /** After how many days a result is late. */
    resultDays: integer('result_days').notNull().default(14),
    /** Whether its samples have the charity's labels only. */
    ownLabelsOnly: boolean('own_labels_only').notNull().default(false),
    /** How its pre-printed codes look (domain/office/tube-patterns.ts); null for the usual ones. */
    tubePatterns: text('tube_patterns'),
    /** Whether each tube label has a second one, for the slip that the member carries to the chair. */
    labelsOnSlips: boolean('labels_on_slips').notNull().default(false),
    /** For staff who ask where a sample or a result is; null while it is not known. */
    contactPhone: text('contact_phone'),
    /** As a letter to a GP names it; null while it is not known. */
    accreditation: text('accreditation'),
    ...versioned(),
  },
  (t) => [
    check(
      'lab_result_days_are_some',
      sql`${t.resultDays} between ${sql.raw(`${LAB_DAYS.least} and ${LAB_DAYS.most}`)}`,
    ),
  ],
)

export const events = pgTable(
  'events',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    sessionMinutes: integer('session_minutes').notNull(),
    productId: bigint('product_id', { mode: 'number' }).references(() => products.id),
    pricePence: integer('price_pence'),
    /** Of the price, what the host pays for each member; the member pays the rest. */
    hostSharePence: integer('host_share_pence').notNull().default(0),
    paymentRequired: boolean('payment_required'),
    labId: bigint('lab_id', { mode: 'number' }).references(() => labs.id),
    isPrivate: boolean('is_private').notNull().default(false),
    accessCodeHash: text('access_code_hash'),
    exclusiveFor: text('exclusive_for').$type<Category>().notNull(),
    contactEmail: text('contact_email'),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    city: text('city'),
    state: text('state'),
    postcode: text('postcode'),
    country: text('country'),
    /** What searches look in, in small letters; the postcode also without its space. */
    addressWords: text('address_words').generatedAlwaysAs(
      sql`lower(coalesce(address_line1, '') || ' ' || coalesce(address_line2, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(postcode, '') || ' ' || replace(coalesce(postcode, ''), ' ', '') || ' ' || coalesce(country, ''))`,
    ),
    /** The town as `wordsOf` (server/events/nearby/find-place.ts) gives it. */
    townWords: text('town_words').generatedAlwaysAs(
      sql`trim(regexp_replace(regexp_replace(lower(city), '[''’.]', '', 'g'), '[\\s,-]+', ' ', 'g'))`,
    ),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** Facts of the venue; null when not known. */
    parking: text('parking'),
    stepFreeAccess: text('step_free_access'),
    hearingLoop: text('hearing_loop'),
    publicTransport: text('public_transport'),
    status: text('status').$type<EventState>().notNull().default('published'),
    ...versioned(),
    /** The slot plan; null for events from before it. */
    placesPerSlot: integer('places_per_slot'),
    breaks: jsonb('breaks').$type<Break[]>().notNull().default([]),
    hostName: text('host_name'),
    hostPhone: text('host_phone'),
    cancelledAt: moment('cancelled_at'),
    /** Since when nobody books, while a cancellation waits for a second person; null while booking is open. */
    bookingClosedAt: moment('booking_closed_at'),
    /** Since when the office has closed booking to the public; null while it is open. */
    bookingPausedAt: moment('booking_paused_at'),
    /** Why, for staff; null when they gave no reason. */
    bookingPauseReason: text('booking_pause_reason'),
    /** The id of the event from which this one was copied, the same for all of a series; null without copies. */
    seriesId: bigint('series_id', { mode: 'number' }),
    /** Kept by triggers on places. */
    totalPlaces: integer('total_places').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('event_ends_after_it_starts', sql`${t.endsAt} > ${t.startsAt}`),
    check('event_session_is_positive', sql`${t.sessionMinutes} > 0`),
    check('event_price_is_not_negative', sql`${t.pricePence} is null or ${t.pricePence} >= 0`),
    check('event_host_share_is_not_negative', sql`${t.hostSharePence} >= 0`),
    check(
      'event_is_for_someone',
      sql`${t.exclusiveFor} in ('COMMUNITY', 'FREEMASONS', 'CORPORATE')`,
    ),
    check(
      'event_private_has_code',
      sql`not ${t.isPrivate} or ${t.accessCodeHash} is not null or ${t.status} = 'draft'`,
    ),
    check('event_has_a_product', sql`${t.productId} is not null or ${t.status} = 'draft'`),
    check('event_status_is_known', sql`${t.status} in ('draft', 'published', 'cancelled')`),
    check(
      'event_cancelled_has_a_time',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`,
    ),
    check(
      'event_pause_reason_needs_a_pause',
      sql`${t.bookingPauseReason} is null or ${t.bookingPausedAt} is not null`,
    ),
    check(
      'event_places_per_slot_is_positive',
      sql`${t.placesPerSlot} is null or ${t.placesPerSlot} > 0`,
    ),
    check(
      'event_venue_facts_are_short',
      sql.raw(
        Object.entries(VENUE_FACTS)
          .map(([name, { max }]) => `coalesce(length(${name}), 1) between 1 and ${max}`)
          .join(' and '),
      ),
    ),
    index('events_by_start').on(t.startsAt),
    index('events_by_end').on(t.endsAt),
  ],
)

export const event = () =>
  bigint('event_id', { mode: 'number' })
    .notNull()
    .references(() => events.id, { onDelete: 'restrict' })

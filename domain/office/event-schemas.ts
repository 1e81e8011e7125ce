// The office's API schemas of events: the site's fields (rules §1.2), in London time and pence.
import * as z from 'zod/mini'
import { CATEGORIES } from '../event-filters.ts'
import { mapValues } from '../fields.ts'
import { USUAL_DAYS } from '../results.ts'
import { DOUBT_KINDS } from './event-doubts.ts'
import { EVENT_FIELDS, EVENT_TEXTS } from './event-fields.ts'
import { EVENT_STATES } from './events.ts'
import { LAB_FIELDS, LAB_TICKS, PRODUCT_FIELDS } from './lab-fields.ts'
import { readTubePatterns, TUBE_PATTERN_ERROR } from './tube-patterns.ts'

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const isoDate = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const text = (max: number) => z.nullable(z.string().check(z.trim(), z.maxLength(max)))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const within = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

export const SlotPlanSchema = z.object({
  start: clockTime,
  end: clockTime,
  session_minutes: within(5, 480),
  places_per_slot: within(1, 100),
  breaks: z._default(
    z.array(z.object({ start: clockTime, end: clockTime })).check(z.maxLength(20)),
    [],
  ),
  kept_back: z._default(within(0, 2_000), 0),
})

const fields = {
  event_name: requiredText(EVENT_FIELDS.event_name.max),
  event_date: isoDate,
  price: z.nullable(within(0, 100_000)),
  /** Of the price, what the host pays for each member. */
  host_share: within(0, 100_000),
  product_id: z.nullable(z.int()),
  lab_id: z.nullable(z.int()),
  payment_required: z.nullable(z.boolean()),
  is_private: z.boolean(),
  exclusive_for: z.enum(CATEGORIES),
  latitude: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
  longitude: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
  ...mapValues(EVENT_TEXTS, ({ max }) => text(max)),
  contact_email: z.nullable(z.email().check(z.maxLength(EVENT_TEXTS.contact_email.max))),
} satisfies Record<keyof typeof EVENT_FIELDS | 'event_date', z.ZodMiniType>
const EventFieldsSchema = z.object(fields)
export type EventFields = z.infer<typeof EventFieldsSchema>

/** The kinds of doubts that somebody has read; the others are asked about (409 `doubts`). */
const acknowledged = z.optional(z.array(z.enum(DOUBT_KINDS)).check(z.maxLength(20)))
export const DoubtSchema = z.object({ kind: z.enum(DOUBT_KINDS), sentence: z.string() })

/** `access_code` is never sent back; null takes it away, left out it stays. */
const writable = { ...fields, access_code: text(100), slot_plan: SlotPlanSchema }

/**
 * The fields that are left out of a change stay as they are. Members who are booked get a mail about
 * new words, a new hall or a new contact, unless `notify_booked` is false.
 */
export const EventChangeSchema = z.extend(z.partial(z.object(writable)), {
  version: z.int(),
  notify_booked: z.optional(z.boolean()),
  acknowledged,
})
export type EventChange = z.infer<typeof EventChangeSchema>

/** `message` is what the host gets by mail; it has the code in it. */
export const NewAccessCodeSchema = z.object({
  version: z.int(),
  access_code: z.string().check(z.trim(), z.minLength(6), z.maxLength(100)),
  message: z.string().check(z.trim(), z.maxLength(4_000)),
  mail_to_host: z.boolean(),
})
export type NewAccessCode = z.infer<typeof NewAccessCodeSchema>

export const NewEventSchema = z.extend(z.partial(z.object(writable)), {
  event_name: fields.event_name,
  event_date: fields.event_date,
  slot_plan: SlotPlanSchema,
  acknowledged,
})
export type NewOfficeEvent = z.infer<typeof NewEventSchema>

/** Counts by the state of each appointment; `arrived` are still waiting. */
export const DaySummarySchema = z.object({
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  /** The sum of the five below; who came counts where they came. */
  booked: z.int(),
  expected: z.int(),
  arrived: z.int(),
  sampled: z.int(),
  not_sampled: z.int(),
  did_not_attend: z.int(),
  /** Of the samples; one person may have two. */
  tubes: z.int(),
})
export type DaySummary = z.infer<typeof DaySummarySchema>

export const OfficeEventSchema = z.object({
  ...fields,
  contact_email: z.nullable(z.string()),
  event_id: z.int(),
  state: z.enum(EVENT_STATES),
  version: z.int(),
  slot_plan: SlotPlanSchema,
  start_time: z.string(),
  end_time: z.string(),
  session_duration: z.int(),
  product_name: z.nullable(z.string()),
  product_price: z.nullable(z.int()),
  lab_name: z.nullable(z.string()),
  requires_nhs_number: z.boolean(),
  has_access_code: z.boolean(),
  total_spaces: z.int(),
  /** Booked, offered and kept back. */
  booked_spaces: z.int(),
  appointments: z.int(),
  waiting: z.int(),
  cancelled_at: z.nullable(z.string()),
  /** Since when the office has closed booking to the public, and why; null while it is open. */
  booking_paused: z.nullable(z.object({ at: z.string(), reason: z.nullable(z.string()) })),
  /** The same for all copies of an event and for the event itself; null without copies. */
  series_id: z.nullable(z.int()),
  /** Null before anything was recorded at the venue. */
  day: z.nullable(DaySummarySchema),
})
export type OfficeEvent = z.infer<typeof OfficeEventSchema>

export const EventRowSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  starts_at: z.string(),
  city: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  state: z.enum(EVENT_STATES),
  is_private: z.boolean(),
  /** The office has closed booking to the public. */
  is_booking_paused: z.boolean(),
  total_spaces: z.int(),
  booked_spaces: z.int(),
  appointments: z.int(),
  waiting: z.int(),
  host_name: z.nullable(z.string()),
  /** Neither taken nor kept back. */
  free_spaces: z.int(),
})
export type EventRow = z.infer<typeof EventRowSchema>

/** The pictures of the map: an address with {z}, {x} and {y}, '' for none, and whose they are. */
export const MapTilesSchema = z.object({ url: z.string(), attribution: z.string() })

export const SlotPreviewSchema = z.object({
  slots: z.array(
    z.object({ date: z.string(), time: z.string(), places: z.int(), kept_back: z.int() }),
  ),
  places: z.int(),
})
export const SlotPlanOfDaySchema = z.object({ event_date: isoDate, slot_plan: SlotPlanSchema })

export const CopiesSchema = z.object({
  dates: z.array(isoDate).check(z.minLength(1), z.maxLength(60)),
})

const productFields = {
  name: requiredText(PRODUCT_FIELDS.name.max),
  price: within(0, 100_000),
  email_template: z.optional(text(PRODUCT_FIELDS.email_template.max)),
} satisfies Record<keyof typeof PRODUCT_FIELDS, z.ZodMiniType>
export const NewProductSchema = z.object(productFields)
/** A price changes the events without one of their own, but no payment that has begun. */
export const ProductChangeSchema = z.extend(z.partial(z.object(productFields)), {
  version: z.int(),
})
export const ProductSchema = z.object({
  product_id: z.int(),
  name: z.string(),
  price: z.int(),
  email_template: z.nullable(z.string()),
  version: z.int(),
})
export type Product = z.infer<typeof ProductSchema>
export const TemplateSchema = z.pick(NewProductSchema, { email_template: true })
export const MailPreviewSchema = z.object({ subject: z.string(), text: z.string() })
export type MailPreview = z.infer<typeof MailPreviewSchema>
const { result_days: days, tube_patterns: patterns, phone, accreditation } = LAB_FIELDS
const tubePatterns = z.string().check(
  z.trim(),
  z.maxLength(patterns.max),
  z.refine((text) => readTubePatterns(text) !== null, { error: TUBE_PATTERN_ERROR }),
)
const labFields = {
  name: requiredText(LAB_FIELDS.name.max),
  ...mapValues(LAB_TICKS, () => z.boolean()),
  result_days: within(days.least, days.most),
  tube_patterns: z.nullable(tubePatterns),
  phone: z.nullable(requiredText(phone.max)),
  accreditation: z.nullable(requiredText(accreditation.max)),
} satisfies Record<keyof typeof LAB_FIELDS, z.ZodMiniType>
export const NewLabSchema = z.object({
  ...labFields,
  ...mapValues(LAB_TICKS, () => z._default(z.boolean(), false)),
  result_days: z._default(labFields.result_days, USUAL_DAYS),
  tube_patterns: z._default(labFields.tube_patterns, null),
  phone: z._default(labFields.phone, null),
  accreditation: z._default(labFields.accreditation, null),
})
export type LabFields = z.output<typeof NewLabSchema>
export const LabChangeSchema = z.extend(z.partial(z.object(labFields)), { version: z.int() })
/** A tick and a text are missing where they are not set. */
export const LabSchema = z.object({
  lab_id: z.int(),
  name: z.string(),
  ...mapValues(LAB_TICKS, () => z.optional(z.boolean())),
  requires_nhs_number: z.boolean(),
  result_days: z.int(),
  tube_patterns: z.optional(z.string()),
  phone: z.optional(z.string()),
  accreditation: z.optional(z.string()),
  version: z.int(),
})
export type Lab = z.infer<typeof LabSchema>

/** What anybody has ever had of an event; with one of these it can no longer be unpublished or deleted. */
export const EVENT_USES = [
  'booked',
  'paid',
  'waiting',
  'consent',
  'held',
  'invited',
  'invoiced',
] as const
export type EventUse = (typeof EVENT_USES)[number]

/** `reason` is for staff. */
export const BookingStateSchema = z.object({
  is_open: z.boolean(),
  reason: z.optional(text(300)),
})
export const DraftVersionSchema = z.object({ version: z.int() })

/** What publishing asks for, in the order of the form. */
export const CHECKLIST = [
  'event_date',
  'product',
  'lab',
  'price',
  'payment_required',
  'access_code',
  'address',
  'postcode',
  'pin',
  'pin_in_uk',
  'host_contact',
  'places',
] as const
export type ChecklistItem = (typeof CHECKLIST)[number]

export const PublicationRequestSchema = z.nullish(z.object({ acknowledged }))
/** What publishing still needs, and what may be a slip of the pen. */
const readiness = { missing: z.array(z.enum(CHECKLIST)), doubts: z.array(DoubtSchema) }
export const ReadinessSchema = z.object(readiness)
export type Readiness = z.infer<typeof ReadinessSchema>

/** An event of a series that is to come, or a draft. */
export const SeriesRowSchema = z.extend(EventRowSchema, { version: z.int(), ...readiness })
export type SeriesRow = z.infer<typeof SeriesRowSchema>
export const PublishedTogetherSchema = z.object({
  event_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(60)),
  acknowledged,
})

// The names, dates, places and pages of access codes of a series differ.
const { event_name: _name, event_date: _date, is_private: _private, ...alike } = fields
/**
 * A change to events of a series; `events` as the clerk saw them. Fields of `changes` that are left out stay as
 * each event has them.
 */
export const SeriesChangeSchema = z.object({
  dry_run: z.boolean(),
  events: z
    .array(z.object({ event_id: z.int(), version: z.int() }))
    .check(z.minLength(1), z.maxLength(60)),
  changes: z.partial(z.object(alike)),
  notify_booked: z.optional(z.boolean()),
  acknowledged,
})
export type SeriesChange = z.infer<typeof SeriesChangeSchema>
/** `refused` is the sentence why it was not or cannot be changed; null for what was or can be. */
export const SeriesOutcomeSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  is_changed: z.boolean(),
  /** Members who are booked at a published event, where the change is worth a message; otherwise 0. */
  told: z.int(),
  doubts: z.array(DoubtSchema),
  refused: z.nullable(z.string()),
})
export type SeriesOutcome = z.infer<typeof SeriesOutcomeSchema>

/** A change of the event in words, newest first; `by` is null for the system. */
export const EventHistorySchema = z.object({
  at: z.string(),
  by: z.nullable(z.string()),
  text: z.string(),
})
export type EventHistoryRow = z.infer<typeof EventHistorySchema>

/** In pence. `expected` is what the members who are booked pay, `taken` by card and at the venue. */
export const EventMoneySchema = z.object({
  expected: z.int(),
  taken: z.int(),
  refunded: z.int(),
  host: z.int(),
})
export type EventMoney = z.infer<typeof EventMoneySchema>

/** Somebody of the role `venue`; a lead is made by an admin. */
export const EventPersonSchema = z.object({
  staff_id: z.int(),
  name: z.string(),
  is_assigned: z.boolean(),
  is_lead: z.boolean(),
})
export type EventPerson = z.infer<typeof EventPersonSchema>
/** `before` is who was assigned as the form showed it. */
export const EventPeopleSchema = z.object({
  staff_ids: z.array(z.int()).check(z.maxLength(100)),
  before: z.array(z.int()).check(z.maxLength(100)),
})

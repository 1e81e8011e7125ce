// The API schemas. Pages without forms import only the types.
import * as z from 'zod/mini'
import {
  ETHNICITIES,
  FATHERS_SIDE,
  GENDERS,
  MEDICATIONS,
  MOTHERS_SIDE,
  YES_NO_UNSURE,
} from './choices.ts'
import { CATEGORIES, PAGE_NUMBER } from './event-filters.ts'
import { mapValues, namesOf } from './fields.ts'
import { CONTACT_FIELDS, IDENTITY_FIELDS, PROFILE_FIELDS } from './member-fields.ts'
import { ShownMoneySchema } from './money-schemas.ts'
import { NO_NUMBER_OUTCOMES } from './office/lab-rows.ts'
import { TAKE_BACK_REASONS } from './office/taking-back.ts'
import { PAID_FROM } from './payment-source.ts'
import { BANDS, STEPS } from './results.ts'
import { VENUE_FACTS } from './venue-facts.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const optionalText = (max: number) => z.optional(z.nullable(text(max)))
const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const nhsNumber = z.string().check(z.regex(/^\d{10}$/))
/** Ours, and only where something is known of the venue. */
const VenueFactsSchema = z.object(mapValues(VENUE_FACTS, () => z.optional(z.string())))

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Dates 'YYYY-MM-DD', times 'HH:mm:ss', London; durations in minutes, prices in pence. */
export const EventSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_description: z.nullable(z.string()),
  event_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  session_duration: z.int(),
  price: z.nullable(z.int()),
  product_id: z.int(),
  product_name: z.string(),
  product_price: z.int(),
  lab_name: z.nullable(z.string()),
  requires_nhs_number: z.boolean(),
  is_private: z.boolean(),
  payment_required: z.nullable(z.boolean()),
  total_spaces: z.int(),
  booked_spaces: z.int(),
  exclusive_for: z.enum(CATEGORIES),
  contact_email: z.nullable(z.string()),
  address_line1: z.nullable(z.string()),
  address_line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  is_cancelled: z._default(z.boolean(), false),
  /** While a cancellation waits for a second person, or the office has closed booking: nobody new can book. */
  is_booking_closed: z.optional(z.boolean()),
  /** The office has closed booking: who holds a place or has an offer can still book it. */
  is_booking_paused: z.optional(z.boolean()),
  /** Not in lists. */
  venue: z.optional(VenueFactsSchema),
})
export type CharityEvent = z.infer<typeof EventSchema>
/** An event without its number of booked places. */
export type EventDetails = Omit<CharityEvent, 'booked_spaces'>

/** `for` is a comma-separated list of categories in any case, `date` a DateFilter. */
export const EventFiltersSchema = z.object({
  for: z.optional(z.string().check(z.maxLength(60))),
  location: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  date: z.optional(z.string().check(z.maxLength(20))),
})
export type EventFilters = z.infer<typeof EventFiltersSchema>

/** With `page`, from 1, at most EVENTS_PER_PAGE events and their total; without it, all events. */
export const EventsQuerySchema = z.extend(EventFiltersSchema, {
  page: z.optional(z.string().check(z.regex(PAGE_NUMBER))),
})

/** `total` counts the events of all pages. */
export const EventListSchema = z.object({
  events: z.array(EventSchema),
  total: z.optional(z.int()),
})
export type EventList = z.infer<typeof EventListSchema>

/** `only` is a comma-separated list of NEARBY_CHOICES. */
export const NearbyQuerySchema = z.extend(EventsQuerySchema, {
  only: z.optional(z.string().check(z.maxLength(40))),
})

/**
 * A page of the events for a place, nearest first, and the total of all pages. `found` says what they are: 'near' within NEAR_MILES of it;
 * 'nearest' the nearest three, none being near; 'named' those whose address has the words, soonest
 * first; 'soonest' the next three, the place being unknown.
 */
export const NearbySchema = z.object({
  found: z.enum(['near', 'nearest', 'named', 'soonest']),
  /** The place as it was understood. */
  place: z.string(),
  total: z.int(),
  events: z.array(z.extend(EventSchema, { miles: z.nullable(z.number()) })),
  /** What was typed, where a town was taken for it. */
  corrected_from: z.optional(z.string()),
  /** The nearest that anybody can book, where none of those that are near can be. */
  nearest_free: z.optional(z.extend(EventSchema, { miles: z.nullable(z.number()) })),
})
export type Nearby = z.infer<typeof NearbySchema>

/** For the map: the soonest event at one spot. */
export const EventOnMapSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type EventOnMap = z.infer<typeof EventOnMapSchema>

/** Free times by London date: { '2027-01-16': { availableTimeSlots: ['10:00', '10:20'] } }. */
export const SlotsSchema = z.record(
  z.string(),
  z.object({ availableTimeSlots: z.array(clockTime) }),
)
export type Slots = z.infer<typeof SlotsSchema>

export const AccessCodeSchema = z.object({ access_code: requiredText(100) })

/** `slot` is 'HH:mm' London time on the event's date. */
export const HoldRequestSchema = z.object({ slot: clockTime })
export const HoldSchema = z.object({ hold_id: z.string(), slot: clockTime, expires_at: z.string() })
export type Hold = z.infer<typeof HoldSchema>

export const ConsentSchema = z.object({
  profileId: z.optional(z.int()),
  eventId: z.optional(z.int()),
  psaTestDate: isoDate,
  numberOfPsaTest: z.int().check(z.minimum(1), z.maximum(5)),
  familyHistoryProstateCancer: z.enum(YES_NO_UNSURE),
  familyMemberWithProstateCancer: z.array(z.enum(FATHERS_SIDE)).check(z.maxLength(4)),
  fatherSideDetails: optionalText(500),
  familyHistoryBreastOvarianCancer: z.enum(YES_NO_UNSURE),
  familyMemberWithOvarianCancer: z.array(z.enum(MOTHERS_SIDE)).check(z.maxLength(4)),
  motherSideDetails: optionalText(500),
  medicationHistory: z.enum(MEDICATIONS),
  /** Ours, and optional: an infection raises PSA for a while (domain/preparation.ts). */
  recentInfection: z.optional(z.enum(YES_NO_UNSURE)),
  terms: z.boolean(),
  sampleConsent: z.boolean(),
  gpSharing: z.boolean(),
  /** The surgery is required with gpSharing, otherwise ignored. */
  gpSurgeryName: optionalText(120),
  gpSurgeryTown: optionalText(80),
  gpSurgeryEmail: optionalText(254),
  disclaimer: z.boolean(),
  /** Version of the displayed text; an outdated one is refused. */
  wordsVersion: z.optional(z.string().check(z.maxLength(40))),
})
export type ConsentPayload = z.infer<typeof ConsentSchema>

const consentKey = z.string().check(z.regex(/^[\w-]{43}$/))
export const ConsentLinkSchema = z.object({ key: consentKey })
export const ConsentByLinkSchema = z.extend(ConsentSchema, { key: consentKey })

/** The test that a consent link is for; `test_date` 'YYYY-MM-DD', London. */
export const ConsentLinkTestSchema = z.object({
  profile_id: z.int(),
  test_date: z.string(),
  event_name: z.string(),
})

/** Only `eventId`, `eventDate` and `appointmentStartTime` are read (rules §3.2). */
export const BookingSchema = z.object({
  eventId: z.int(),
  eventDate: z.optional(isoDate),
  appointmentStartTime: clockTime,
  profileId: z.optional(z.int()),
  /** What the member was shown: another price is refused, never charged. */
  pricePence: z.optional(z.int()),
})
export type BookingRequest = z.infer<typeof BookingSchema>

/** Dates 'YYYY-MM-DD', times 'HH:mm', London; `price_pence` is the price when booked. */
export const AppointmentSchema = z.object({
  appointment_id: z.int(),
  reference: z.string(),
  event_id: z.int(),
  event_name: z.string(),
  event_location: z.string(),
  venue: z.optional(VenueFactsSchema),
  product_name: z.string(),
  email: z.string(),
  appt_date: z.string(),
  appt_time: z.string(),
  appt_end_time: z.string(),
  status: z.enum(['booked', 'cancelled']),
  payment_status: z.string(),
  price_pence: z.int(),
  /** By domain/money-of.ts; absent while nothing was paid and nothing is being checked. */
  money: z.optional(ShownMoneySchema),
  /** `fee_pence` is the provider's fee; `paid_at` is when the money was taken. */
  paid: z.nullable(
    z.object({
      amount_pence: z.int(),
      fee_pence: z.int(),
      paid_at: z.string(),
      /** A card when missing. */
      from: z.optional(z.enum(PAID_FROM)),
    }),
  ),
  refund: z.nullable(
    z.object({
      amount_pence: z.int(),
      arrives_by: z.string(),
      state: z.enum(['queued', 'sent', 'done', 'failed']),
    }),
  ),
  /** Instant; only when the office changed the time and gave the right to cancel free of charge. */
  free_cancel_until: z.optional(z.string()),
  /** The member has come, so it is neither cancelled nor moved. */
  arrived: z.optional(z.literal(true)),
})
export type Appointment = z.infer<typeof AppointmentSchema>

export const PastAppointmentSchema = z.extend(AppointmentSchema, {
  exclusive_for: z.enum(CATEGORIES),
  result_id: z.nullable(z.int()),
})
export type PastAppointment = z.infer<typeof PastAppointmentSchema>

export const MoveSchema = z.object({ appt_time: clockTime })
/** Ours. `difference_pence` is what the member has read is refunded (negative) or more to pay. */
export const MoveToEventSchema = z.object({
  event_id: z.int(),
  date: isoDate,
  time: clockTime,
  consent_confirmed: z.literal(true),
  difference_pence: z.optional(z.int()),
})

/** A result and its appointment. Dates 'YYYY-MM-DD', London. */
export const MedicalResultSchema = z.object({
  appointment: z.nullable(
    z.object({
      event_name: z.string(),
      product_name: z.string(),
      event_date: z.string(),
      appointment_id: z.int(),
    }),
  ),
  result: z.nullable(
    z.object({
      test_result: z.nullable(z.string()),
      test_unit: z.nullable(z.string()),
      comments: z.nullable(z.string()),
      sample_date: z.nullable(z.string()),
      result_id: z.int(),
      /** As a person recorded it, never computed (rules §5.1). */
      band: z.nullable(z.enum(BANDS)),
      next_step: z.nullable(z.string()),
      laboratory: z.nullable(z.string()),
      retest_on: z.nullable(z.string()),
      /** Why there is no number; the test can then be repeated free of charge. */
      outcome: z.optional(z.enum(NO_NUMBER_OUTCOMES)),
      /** The laboratory withdrew the result that this one replaces. */
      withdrawn: z.optional(z.literal(true)),
      /** Why the charity itself took back the result that this one replaces. */
      taken_back: z.optional(z.enum(TAKE_BACK_REASONS)),
      /**
       * The right to one free booking; `booked_for` is the day of the one that uses it, `town` of
       * the sample, when an event is to come there.
       */
      free_repeat: z.optional(
        z.object({ booked_for: z.nullable(z.string()), town: z.nullable(z.string()) }),
      ),
      /** The day of the appointment with a GP that the member entered. */
      gp_appointment_on: z.optional(z.string()),
    }),
  ),
  /** A tube with the member's blood is recorded and there is no result; day of the sample. */
  waiting: z.optional(z.object({ since: z.string(), is_late: z.boolean() })),
  /** There is a result, which waits until a person has checked whose it is; `result` is null. */
  withheld: z.optional(z.literal(true)),
  /** Earlier reports of the same sample, which this one replaces, the latest first. */
  replaces: z.optional(
    z.array(
      z.object({
        result_id: z.int(),
        test_result: z.nullable(z.string()),
        test_unit: z.nullable(z.string()),
        band: z.nullable(z.enum(BANDS)),
        released_on: z.string(),
        replaced_on: z.string(),
        /** It was another man's: nothing of it is shown. */
        not_yours: z.optional(z.literal(true)),
      }),
    ),
  ),
  /** The laboratory reported again, and a clinician has not released that yet. */
  checked_again: z.optional(z.literal(true)),
  /** Only of an opened result that is not the current one any more. */
  replaced_by: z.optional(z.object({ result_id: z.int(), on: z.string() })),
  /** What happened at the venue; not there before somebody recorded it. */
  attendance: z.optional(z.enum(['arrived', 'sampled', 'not_sampled', 'did_not_attend'])),
  steps: z.array(
    z.object({
      step: z.enum(STEPS),
      state: z.enum(['done', 'now', 'ahead', 'unknown']),
      on: z.nullable(z.string()),
    }),
  ),
  /** The identity at sampling time where it has changed since; name and birth come together. */
  taken_under: z.optional(
    z.object({
      person: z.optional(
        z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.string() }),
      ),
      nhs_number: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type MedicalResult = z.infer<typeof MedicalResultSchema>

/** 'YYYY-MM-DD'; null takes the entered day back. */
export const GpAppointmentSchema = z.object({ day: z.nullable(isoDate) })

/** `being_checked`: some results are withheld until a person has reviewed them. */
export const MedicalResultsSchema = z.object({
  data: z.array(MedicalResultSchema),
  being_checked: z.optional(z.literal(true)),
})
export type MedicalResults = z.infer<typeof MedicalResultsSchema>

/** Ours, and optional: of a name that documents cannot print (domain/latin-names.ts). */
const latinNames = {
  latin_first_name: optionalText(PROFILE_FIELDS.latin_first_name.max),
  latin_last_name: optionalText(PROFILE_FIELDS.latin_last_name.max),
}

/** Profile fields under review, and since when (ISO 8601). */
export const BeingCheckedSchema = z.object({
  since: z.string(),
  fields: z.array(z.enum(namesOf(IDENTITY_FIELDS))),
})
export type BeingChecked = z.infer<typeof BeingCheckedSchema>

export const ProfileCreateSchema = z.object({
  user_id: z.optional(z.uuid()),
  first_name: requiredText(PROFILE_FIELDS.first_name.max),
  last_name: requiredText(PROFILE_FIELDS.last_name.max),
  ...latinNames,
  gender: z.enum(GENDERS),
  date_of_birth: isoDate,
  ethnicity: z.enum(ETHNICITIES),
  occupation: optionalText(PROFILE_FIELDS.occupation.max),
  phone: requiredText(PROFILE_FIELDS.phone.max),
  email: requiredText(CONTACT_FIELDS.email.max),
  home_address: requiredText(PROFILE_FIELDS.home_address.max),
  nhs_number: z.optional(z.nullable(nhsNumber)),
})
export type ProfileCreate = z.infer<typeof ProfileCreateSchema>

// Omitted fields stay, as do choices and dates sent as null; null clears the NHS number or
// occupation. `nhs_number` alone confirms it; `email` is refused.
export const ProfileUpdateSchema = z.object({
  first_name: z.optional(requiredText(PROFILE_FIELDS.first_name.max)),
  last_name: z.optional(requiredText(PROFILE_FIELDS.last_name.max)),
  ...latinNames,
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  date_of_birth: z.optional(z.nullable(isoDate)),
  ethnicity: z.optional(z.nullable(z.enum(ETHNICITIES))),
  occupation: optionalText(PROFILE_FIELDS.occupation.max),
  phone: z.optional(requiredText(PROFILE_FIELDS.phone.max)),
  home_address: z.optional(requiredText(PROFILE_FIELDS.home_address.max)),
  billing_address: z.optional(requiredText(PROFILE_FIELDS.billing_address.max)),
  nhs_number: z.optional(z.nullable(nhsNumber)),
  email: z.optional(z.unknown()),
})
export type ProfileUpdate = z.infer<typeof ProfileUpdateSchema>

export const UserProfileSchema = z.object({
  profileId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  /** Only where there is one. */
  latinFirstName: z.optional(z.string()),
  latinLastName: z.optional(z.string()),
  gender: z.string(),
  dateOfBirth: z.string(),
  ethnicity: z.string(),
  occupation: z.nullable(z.string()),
  phone: z.string(),
  email: z.string(),
  homeAddress: z.string(),
  billingAddress: z.nullable(z.string()),
  nhsNumber: z.nullable(z.string()),
  isVerified: z.boolean(),
  isActive: z.boolean(),
})
export type UserProfile = z.infer<typeof UserProfileSchema>

/** Anonymous error report of a page (rules §7.5); capped, scrubbed, never echoed. */
export const ErrorReportSchema = z.object({
  errorMessage: z.string().check(z.maxLength(200)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(1500)))),
})

export const SubscriptionSchema = z.object({
  name: text(80),
  email: text(254),
  hear_about_event: z.optional(z.boolean()),
})
export type Subscription = z.infer<typeof SubscriptionSchema>

/** `fields`: what is wrong with single fields of the body, named as there, parts after dots. */
export const ErrorSchema = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})

export const SlotTakenSchema = z.object({
  error: z.string(),
  code: z.string(),
  slots: z.optional(SlotsSchema),
})

// Bookings by staff on a member's behalf.
import * as z from 'zod/mini'
import { ConsentSchema } from '../contract.ts'
import { consentHelpShape } from './consent-help.ts'

const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** `free` and `kept_back` count places; London date 'YYYY-MM-DD' and time 'HH:mm'. */
export const TimesForStaffSchema = z.object({
  times: z.array(z.object({ date: isoDate, time: clockTime, free: z.int(), kept_back: z.int() })),
})
export type TimesForStaff = z.infer<typeof TimesForStaffSchema>

/**
 * The nearest events that staff can book for a member, nearest first. `is_found` says whether the postcode of the record
 * has a place; without one there are no events. `free` and `kept_back` count places that staff can book for this member.
 */
export const EventsNearMemberSchema = z.object({
  is_found: z.boolean(),
  events: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      event_date: isoDate,
      start_time: z.string(),
      end_time: z.string(),
      miles: z.number(),
      price_pence: z.int(),
      free: z.int(),
      kept_back: z.int(),
      requires_nhs_number: z.boolean(),
    }),
  ),
})
export type EventsNearMember = z.infer<typeof EventsNearMemberSchema>

/** The website's consent form; profile, event and date follow from the booking. */
export const OnBehalfConsentAnswersSchema = z.omit(ConsentSchema, {
  profileId: true,
  eventId: true,
  psaTestDate: true,
})

/** Without `consent` the member's own must be valid; `taken_by` is the caller unless given. */
export const OnBehalfBookingSchema = z.object({
  member_id: z.int(),
  event_id: z.int(),
  date: isoDate,
  time: clockTime,
  consent: z.optional(
    z.object({
      channel: z.enum(['telephone', 'paper']),
      taken_by: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      answers: OnBehalfConsentAnswersSchema,
      ...consentHelpShape,
    }),
  ),
  payment: z.enum(['due', 'waived', 'at_venue']),
  reason: z.optional(reason),
})
export type OnBehalfBooking = z.infer<typeof OnBehalfBookingSchema>

export const OnBehalfHoldSchema = z.object({ event_id: z.int(), date: isoDate, time: clockTime })
export type OnBehalfHold = z.infer<typeof OnBehalfHoldSchema>

export const OnBehalfCancellationSchema = z.object({
  reason,
  refund: z.enum(['policy', 'full', 'none']),
})

export const OnBehalfMoveSchema = z.object({
  event_id: z.int(),
  date: isoDate,
  time: clockTime,
  reason,
  /** In pence: what the clerk has read is more to pay at another price, negative for what goes back. */
  difference_pence: z.optional(z.int()),
})
export type OnBehalfMove = z.infer<typeof OnBehalfMoveSchema>

/** Of an act that undoes another. */
export const ReasonSchema = z.object({ reason })

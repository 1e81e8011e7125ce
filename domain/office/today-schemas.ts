import * as z from 'zod/mini'
import { TooFewSchema } from './absences.ts'
import { LOOP_KINDS } from './care-loops.ts'
import { COMPLAINT_STEPS } from './complaints.ts'
import { OpenDaySchema } from './day-schemas.ts'

const count = z.nullable(z.int())
const summed = z.nullable(z.object({ count: z.int(), pence: z.int() }))

/** What a person asked for that somebody else has to approve. */
export const OwnRequestSchema = z.object({
  kind: z.enum(['action', 'refund', 'strike', 'merge', 'withdrawal']),
  /** Of the action, payment, strike, merge request or laboratory result. */
  id: z.string(),
  /** The event or the helper; null for the others. */
  about: z.nullable(z.string()),
  pence: z.nullable(z.int()),
})
export type OwnRequest = z.infer<typeof OwnRequestSchema>

/** What needs doing today; null for what the person's roles do not include. */
export const TodaySchema = z.object({
  /** Published events that end within the next three days, soonest first. */
  events: z.nullable(
    z.array(
      z.object({
        event_id: z.int(),
        event_name: z.string(),
        event_date: z.string(),
        start_time: z.string(),
        city: z.nullable(z.string()),
        host_name: z.nullable(z.string()),
        host_phone: z.nullable(z.string()),
        contact_email: z.nullable(z.string()),
        booked: z.int(),
        places: z.int(),
      }),
    ),
  ),
  /** The days of a person at the venue, from a day ago to two weeks ahead. */
  days: z.nullable(z.array(OpenDaySchema)),
  /** Days that ended within 60 days, with somebody booked, and that nobody has closed. */
  days_to_close: z.nullable(
    z.array(z.object({ event_id: z.int(), event_name: z.string(), event_date: z.string() })),
  ),
  /** Days of the last 60 days with things to look at at the door, oldest first. */
  days_to_look_at: z.nullable(
    z.array(
      z.object({
        event_id: z.int(),
        event_name: z.string(),
        event_date: z.string(),
        problems: z.int(),
      }),
    ),
  ),
  drafts: count,
  open_messages: count,
  /** Messages held as possible spam; not there without any. */
  held_messages: z.optional(z.int()),
  /** Complaints about the use of personal data without their outcome, the oldest first; not there without any. */
  complaints: z.optional(
    z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        step: z.enum(COMPLAINT_STEPS),
        /** The London day by which the step is due. */
        by: z.string(),
      }),
    ),
  ),
  failed_mails: count,
  /** Payments that the provider has not decided for ten minutes, and refunds that failed. */
  stuck_payments: summed,
  /** Refunds that somebody else asked for and this person may confirm. */
  refunds_to_confirm: summed,
  /** What a person has to pay back by hand: payments and their sum. */
  owed_refunds: summed,
  /** What members still have to pay for coming events: appointments and their sum. */
  unpaid: summed,
  /** What hosts paid for invoices that were cancelled since, and their sum; not there without any. */
  invoices_to_refund: z.optional(z.object({ count: z.int(), pence: z.int() })),
  /** Counts of cash that differ and that nobody has checked; not there without any. */
  cash_differences: z.optional(z.int()),
  /** Incidents that no clinician has looked at; not there without any. */
  incidents: z.optional(z.int()),
  /** Payments that are disputed, or that the provider reversed and nobody has paid since. */
  disputed_payments: summed,
  /** What the provider reported of payments that nobody here knows. */
  unknown_notifications: count,
  erasure_requests: count,
  /** Members who ask to join two records. */
  merge_requests: count,
  /** Claims of records with anything of health that wait for a decision; not there without any. */
  record_claims: z.optional(z.int()),
  /** Open questions about who a member is; not there without any. */
  identity_reviews: z.optional(z.object({ open: z.int(), overdue: z.int() })),
  /** Members who did not attend twice since they last came. */
  absent_twice: count,
  /** Pairs with a record of the last 30 days that may be one person. */
  new_doubles: count,
  /** Not there unless a clinician reads it and somebody is, or will be, away. */
  clinicians_away: z.optional(
    z.object({
      too_few: z.array(TooFewSchema),
      /** Whom the reader covers for now. */
      covered: z.array(z.object({ clinician: z.string(), until: z.string() })),
    }),
  ),
  /** Results by the tabs of their list. */
  results: z.nullable(
    z.object({ review: z.int(), second: z.int(), calls: z.int(), ready: z.int() }),
  ),
  /** Open tasks of the person's roles, by the tabs of their list; and of clinicians, as a number alone. */
  loops: z.nullable(
    z.object({
      overdue: z.int(),
      telephone: z.int(),
      /** The first of them by due time. */
      calls: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(LOOP_KINDS),
          name: z.string(),
          phone: z.string(),
          due_at: z.nullable(z.string()),
          is_overdue: z.boolean(),
          ring_at: z.nullable(z.string()),
          caller: z.nullable(z.string()),
          called_since: z.nullable(z.string()),
          is_own_call: z.boolean(),
        }),
      ),
      /** Overdue at the clinicians, for those who may not see which. */
      of_clinicians: z.int(),
      /** The round that looks after them has not run for too long. */
      is_round_late: z.boolean(),
    }),
  ),
  /** Queues that are late or have failed jobs, without mails and SMS. */
  late_jobs: count,
  /** Bulk actions of others that wait for a second person, oldest first. */
  actions_to_confirm: z.nullable(
    z.array(
      z.object({
        bulk_action_id: z.int(),
        kind: z.string(),
        event_id: z.int(),
        event_name: z.string(),
        made_by: z.string(),
      }),
    ),
  ),
  /** Requests of others to strike out walk-ins that wait for a second person, oldest first; not there without any. */
  strikes_to_approve: z.optional(
    z.array(z.object({ walk_in_strike_id: z.int(), helper: z.string(), requested_by: z.string() })),
  ),
  /** The reader's own requests that wait for somebody else, oldest first; not there without any. */
  own_requests: z.optional(z.array(OwnRequestSchema)),
})
export type Today = z.infer<typeof TodaySchema>

/** What of one event is to do; null for what the person's roles do not include. */
export const EventToDoSchema = z.object({
  /** People to call by the open tasks that the person sees. */
  calls: count,
  /** Things to look at at the door, which nobody has dealt with. */
  problems: count,
})
export type EventToDo = z.infer<typeof EventToDoSchema>

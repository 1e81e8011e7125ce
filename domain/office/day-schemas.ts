import * as z from 'zod/mini'
import { SUPPORT_NEEDS } from '../contact-and-support.ts'
import { MONEY_WARNINGS } from '../money-schemas.ts'
import { ACTION_TYPES, type AttendanceAction } from './attendance.ts'
import { ATTENDANCE_STATES } from './attendance-states.ts'
import { PAID_HOW, TAKEN_HOW } from './venue-payments.ts'
import type { DoubtedWalkIn, WalkIn } from './walk-in-schemas.ts'

const instant = z.iso.datetime()
/** Characters of the name of who takes blood. */
export const MOST_COLLECTOR = 60
const shortText = (max: number) => z.nullish(z.string().check(z.trim(), z.maxLength(max)))

/**
 * `at` is UTC. `appointment_id` or `walk_in`, the id of the action that registered them, names the
 * person; a `walk_in` itself names nobody. `reason` is a code of NOT_SAMPLED_REASONS, or words for
 * an undo; `note` the words of a `doubt`. An undo without `undoes` takes back what gives the present state, and is refused where
 * more than one action does. `registration` is a WalkIn: the server judges it alone, so that an
 * incomplete one does not stop the others.
 */
const DayActionSchema = z.object({
  id: z.uuid(),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  sequence: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  at: instant,
  appointment_id: z.nullish(z.int().check(z.minimum(1))),
  walk_in: z.nullish(z.uuid()),
  type: z.enum(ACTION_TYPES),
  tube: shortText(40),
  /** Who took the blood of a sample; missing where nobody said it, and in what an older tablet sends. */
  drawn_by: shortText(MOST_COLLECTOR),
  /** Of a `slip`, or of a sample with which the slip was scanned. */
  slip: shortText(40),
  reason: shortText(200),
  note: shortText(500),
  undoes: z.nullish(z.uuid()),
  /** The samples that `both_theirs` declares to be all the member's. */
  samples: z.nullish(z.array(z.uuid()).check(z.maxLength(20))),
  registration: z.nullish(z.record(z.string(), z.unknown())),
  /** Of a taking. */
  how: z.nullish(z.enum(TAKEN_HOW)),
  pence: z.nullish(z.int().check(z.minimum(1), z.maximum(10_000_000))),
})
export type SentAction = z.infer<typeof DayActionSchema>
/** As the tablet makes it. */
export type DayAction = Omit<SentAction, 'registration'> & {
  registration?: WalkIn | DoubtedWalkIn | null | undefined
}

export const DayActionsSchema = z.object({
  actions: z.array(DayActionSchema).check(z.minLength(1), z.maxLength(200)),
})

export const DayResultsSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['applied', 'repeated', 'flagged', 'refused']),
      code: z.nullable(z.string()),
    }),
  ),
})
export type DayResults = z.infer<typeof DayResultsSchema>

/**
 * An action about a person that was not refused, standing or `undone`, without its reason; `by` is
 * null for one of this tablet that waits to be sent.
 */
const DayPressSchema = z.object({
  id: z.string(),
  type: z.enum([
    'arrive',
    'walk_in',
    'sample',
    'not_sampled',
    'did_not_attend',
    'both_theirs',
    'slip',
  ] as const satisfies readonly AttendanceAction['type'][]),
  at: instant,
  by: z.nullable(z.string()),
  tube: z.nullable(z.string()),
  samples: z.nullable(z.array(z.string())),
  /** The tube code of a slip, or of the one that was scanned with a sample; absent without one. */
  slip: z.optional(z.nullable(z.string())),
  /** Who took the blood of a sample; absent where nobody said it. */
  drawn_by: z.optional(z.nullable(z.string())),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
})
export type DayPress = z.infer<typeof DayPressSchema>

/**
 * Money taken from a person at the venue; `is_from_door`: by an action of that id, which an undo can
 * name. `by` is null for one of this tablet that waits to be sent.
 */
const DayTakingSchema = z.object({
  id: z.string(),
  pence: z.int(),
  how: z.enum(PAID_HOW),
  at: instant,
  by: z.nullable(z.string()),
  is_from_door: z.boolean(),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
})
export type DayVenuePayment = z.infer<typeof DayTakingSchema>

const DayPersonSchema = z.object({
  appointment_id: z.int(),
  /** The action that registered them at the door; null for those who booked. */
  walk_in: z.nullable(z.string()),
  reference: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Only of a name that documents cannot print. */
  latin_first_name: z.optional(z.string()),
  latin_last_name: z.optional(z.string()),
  date_of_birth: z.string(),
  time: z.string(),
  is_booked: z.boolean(),
  /** What to ask for now. */
  to_pay_pence: z.int(),
  /** Why not to ask for money without looking at this; absent when there is nothing to know. */
  money_warning: z.optional(z.enum(MONEY_WARNINGS)),
  /** By their time, undone ones too; absent without any. */
  takings: z.optional(z.array(DayTakingSchema)),
  state: z.enum(ATTENDANCE_STATES),
  since: z.nullable(instant),
  by: z.nullable(z.string()),
  arrived_at: z.nullable(instant),
  /** The action that gave the state. */
  action_id: z.nullable(z.string()),
  /** Of the samples that stand. */
  tubes: z.array(z.string()),
  /** By their time; not in a day that an older version kept. */
  presses: z.optional(z.array(DayPressSchema)),
  /** What helps the member; never an answer of the consent. */
  support_needs: z.array(z.enum(SUPPORT_NEEDS)),
  support_note: z.nullable(z.string()),
  /** Recorded as having died; absent otherwise. */
  has_died: z.optional(z.boolean()),
  /** The record is part of another one, or erased; the member wants no contact. Absent otherwise. */
  is_merged: z.optional(z.boolean()),
  is_erased: z.optional(z.boolean()),
  wants_no_contact: z.optional(z.boolean()),
  /** No blood is taken; absent from a day that an older version kept. */
  is_consent_withdrawn: z.optional(z.boolean()),
  /** Somebody doubts that the member understands the test: no blood before a clinician decides. */
  is_capacity_doubted: z.optional(z.boolean()),
})
export type DayPerson = z.infer<typeof DayPersonSchema>

/**
 * An action that a person should look at. `also` has further codes. `name` is of a registration that
 * was refused and waits for a lead (`/problems/{id}/registration`), else null. `pence` is of a taking.
 */
const DayProblemSchema = z.object({
  id: z.string(),
  status: z.enum(['flagged', 'refused']),
  code: z.string(),
  also: z.array(z.string()),
  type: z.string(),
  appointment_id: z.nullable(z.int()),
  walk_in: z.nullable(z.string()),
  name: z.nullable(z.string()),
  pence: z.nullable(z.int()),
  tube: z.nullable(z.string()),
  at: instant,
  by: z.string(),
  /** Who dealt with it. */
  reviewed: z.nullable(z.object({ by: z.string(), at: instant })),
})
export type DayProblem = z.infer<typeof DayProblemSchema>

/** The day of an event as a tablet keeps it; times of slots in London, the others in UTC. */
export const DaySchema = z.object({
  event: z.object({
    id: z.int(),
    name: z.string(),
    date: z.string(),
    start: z.string(),
    end: z.string(),
    session_minutes: z.int(),
    address: z.string(),
    /** What a walk-in pays. */
    price_pence: z.int(),
    requires_nhs_number: z.boolean(),
    /** What the laboratory takes as a tube's code; not in a day that an older version kept. */
    tubes: z.optional(
      z.object({
        own_labels_only: z.boolean(),
        patterns: z.nullable(z.string()),
        /** Each number is on a slip of the member too; absent otherwise. */
        on_slips: z.optional(z.boolean()),
      }),
    ),
  }),
  /** Names of those who work at the day, to choose who takes blood; not in a day that an older version kept. */
  staff: z.optional(z.array(z.string())),
  /** May waive, allow an extra place, and decide about refused registrations. */
  is_lead: z.boolean(),
  /** Those a walk-in can get, by time; 0 of both is not listed. */
  places: z.array(z.object({ time: z.string(), free: z.int(), kept_back: z.int() })),
  server_time: instant,
  closed_at: z.nullable(instant),
  people: z.array(DayPersonSchema),
  problems: z.array(DayProblemSchema),
  /** Of the event's cancelled appointments, for a scan; not in a day that an older version kept. */
  cancelled_references: z.optional(z.array(z.string())),
})
export type Day = z.infer<typeof DaySchema>

/** `expected` is how many the screen said would be recorded as not having come. */
export const DayToCloseSchema = z.object({ expected: z.int() })

export const DayClosedSchema = z.object({ did_not_attend: z.int() })

/** A day in the list of days; `is_open` when this person may open it now. */
export const OpenDaySchema = z.object({
  event_id: z.int(),
  name: z.string(),
  city: z.nullable(z.string()),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  booked: z.int(),
  is_open: z.boolean(),
})
export type OpenDay = z.infer<typeof OpenDaySchema>
export const OpenDaysSchema = z.object({ data: z.array(OpenDaySchema) })

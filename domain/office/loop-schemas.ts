// The work list of what is open, and the failsafe sheet of a day.
import * as z from 'zod/mini'
import { CONTACT_WAYS, SUPPORT_NEEDS } from '../contact-and-support.ts'
import { DIAGNOSES } from '../follow-up.ts'
import { FollowUpAnswerSchema } from '../follow-up-schemas.ts'
import { BANDS } from '../results.ts'
import { CALL_OUTCOMES } from './calls.ts'
import { LOOP_KINDS } from './care-loops.ts'
import { ListQuerySchema } from './contract.ts'
import { CLOSE_REASONS, type CloseReason } from './loop-closing.ts'
import { PersonStateSchema } from './person-state.ts'

export const LOOP_TABS = ['open', 'overdue', 'telephone', 'later'] as const
export type LoopTab = (typeof LOOP_TABS)[number]

export const SHEET_STAGES = [
  'at_the_venue',
  'on_the_way',
  'at_the_lab',
  'review',
  'reading',
] as const
export type SheetStage = (typeof SHEET_STAGES)[number]

/** The list of open tasks: its search, one event alone, and of it one stage of its failsafe sheet. */
export const LoopQuerySchema = z.extend(ListQuerySchema, {
  event: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  stage: z.optional(z.enum(SHEET_STAGES)),
})

const reason = z.enum(CLOSE_REASONS as [CloseReason, ...CloseReason[]])

export const LoopSchema = z.object({
  id: z.int(),
  kind: z.enum(LOOP_KINDS),
  member_id: z.int(),
  name: z.string(),
  phone: z.string(),
  contact_by: z.enum(CONTACT_WAYS),
  support_needs: z.array(z.enum(SUPPORT_NEEDS)),
  event_id: z.nullable(z.int()),
  event_name: z.nullable(z.string()),
  event_date: z.nullable(z.string()),
  /** Of the laboratory, before its release. */
  lab_result_id: z.nullable(z.int()),
  /** Null until the round has read when it is due. */
  due_at: z.nullable(z.string()),
  is_overdue: z.boolean(),
  is_to_ring: z.boolean(),
  calls: z.int(),
  last_called_at: z.nullable(z.string()),
  /** When the next call is worth trying. */
  ring_at: z.nullable(z.string()),
  /** Who is calling the member now, and since when; null for nobody. */
  caller: z.nullable(z.string()),
  called_since: z.nullable(z.string()),
  is_own_call: z.boolean(),
  /** By what this may be closed. */
  reasons: z.array(reason),
})
export type Loop = z.infer<typeof LoopSchema>

/**
 * With what the member has answered to the follow-up, oldest first, and for clinicians the released
 * result that it is about.
 */
export const LoopDetailSchema = z.extend(LoopSchema, {
  answers: z.array(FollowUpAnswerSchema),
  result: z.nullable(
    z.object({
      value: z.nullable(z.string()),
      unit: z.nullable(z.string()),
      band: z.nullable(z.enum(BANDS)),
      outcome: z.nullable(z.string()),
      comment: z.nullable(z.string()),
      sample_date: z.nullable(z.string()),
    }),
  ),
  person: PersonStateSchema,
  /** To check before anything is said. */
  date_of_birth: z.string(),
  /** Whom to call instead of the member, and the tubes to ask about; null in other tasks. */
  laboratory: z.nullable(
    z.object({ name: z.string(), phone: z.nullable(z.string()), tubes: z.array(z.string()) }),
  ),
  /** What to say; empty where the kind of task says it. */
  script: z.array(z.string()),
})
export type LoopDetail = z.infer<typeof LoopDetailSchema>

export const CLOSED_TABS = ['all', 'person', 'event'] as const
export type ClosedTab = (typeof CLOSED_TABS)[number]

/** The list of closed loops: its search, and one kind alone. */
export const ClosedLoopQuerySchema = z.extend(ListQuerySchema, {
  kind: z.optional(z.enum(LOOP_KINDS)),
})

export const ClosedLoopSchema = z.object({
  id: z.int(),
  kind: z.enum(LOOP_KINDS),
  member_id: z.int(),
  name: z.string(),
  event_id: z.nullable(z.int()),
  event_name: z.nullable(z.string()),
  event_date: z.nullable(z.string()),
  opened_at: z.string(),
  closed_at: z.string(),
  was_overdue: z.boolean(),
  /** Who closed it; null for an event. */
  closed_by: z.nullable(z.string()),
  /** The event that closed it, or 'person' or 'erased'. */
  because: z.string(),
  reason: z.nullable(reason),
  note: z.nullable(z.string()),
})
export type ClosedLoop = z.infer<typeof ClosedLoopSchema>

const note = z.string().check(z.trim(), z.maxLength(1_000))

export const LoopClosingSchema = z.object({
  reason,
  note: z.optional(note),
  /** Of a diagnosis or treatment. */
  diagnosis: z.optional(z.enum(DIAGNOSES)),
})
export type LoopClosing = z.infer<typeof LoopClosingSchema>

/**
 * A call that did not reach the member; `ring_at` is the moment from which to try again, by default that
 * of the `outcome`.
 */
export const LoopCallSchema = z.object({
  ring_at: z.nullable(z.iso.datetime({ offset: true })),
  outcome: z.optional(z.enum(CALL_OUTCOMES)),
})
export type LoopCall = z.infer<typeof LoopCallSchema>

/** `after`: the task after which to go on in the list; null to begin with the first. */
export const NextCallSchema = z.object({ after: z.nullable(z.int()) })
/** Null when there is nobody to call now. */
export const TakenCallSchema = z.object({ id: z.nullable(z.int()) })

/** Where a tube should be by the end. */
const TUBE_STEPS = ['form', 'laboratory', 'result'] as const
export type TubeStep = (typeof TUBE_STEPS)[number]

export const SheetSignatureSchema = z.nullish(
  z.object({ explanation: z.optional(z.string().check(z.trim(), z.maxLength(1_000))) }),
)

export const FailsafeSheetSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  is_day_closed: z.boolean(),
  booked: z.int(),
  sampled: z.int(),
  /** Things to look at at the door, which nobody has dealt with. */
  at_the_door: z.int(),
  /** Of the day's samples; null where no laboratory form was made. */
  tubes: z.object({
    taken: z.int(),
    on_form: z.nullable(z.int()),
    received: z.int(),
    with_result: z.int(),
  }),
  /** The tubes that are behind, with whose they are. */
  tubes_behind: z.array(
    z.object({
      tube: z.string(),
      name: z.string(),
      lacks: z.array(z.enum(TUBE_STEPS)),
    }),
  ),
  /** The numbers of tubes differ, or something of the door is open: a signature has to say why. */
  needs_explanation: z.boolean(),
  /** How many are open in each stage. */
  open: z.record(z.enum(SHEET_STAGES), z.int()),
  /** Who they are, without the reader. */
  people: z.record(
    z.enum(SHEET_STAGES),
    z.array(z.object({ member_id: z.int(), name: z.string() })),
  ),
  /** Repeats, GPs and recalls go on after the signature. */
  follow_ups: z.int(),
  can_be_signed: z.boolean(),
  /** The latest first. */
  signatures: z.array(
    z.object({ by: z.string(), at: z.string(), explanation: z.nullable(z.string()) }),
  ),
  /** Signed, and nothing was opened since. */
  is_signed: z.boolean(),
})
export type FailsafeSheet = z.infer<typeof FailsafeSheetSchema>

import * as z from 'zod/mini'
import { CONTACT_WAYS, SUPPORT_NEEDS } from '../contact-and-support.ts'
import { BANDS } from '../results.ts'
import { versionNumber } from './contract.ts'
import { ChangedFactSchema } from './identity-since.ts'
import { REPORT_STATUSES } from './lab-rows.ts'
import { PersonStateSchema } from './person-state.ts'
import { HoldSchema, RESULT_CHOICES } from './result-holds.ts'
import { LAB_RESULT_STATES, REVIEW_KINDS } from './result-states.ts'
import { FORMER_FACTS } from './row-identity.ts'
import { TAKE_BACK_REASONS } from './taking-back.ts'

const instant = z.iso.datetime()
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** `calls` are held until the member was rung; `dead` lists the open ones of members who have died. */
export const RESULT_TABS = ['review', 'second', 'calls', 'ready', 'released', 'dead'] as const
export type ResultTab = (typeof RESULT_TABS)[number]

/** `band` null for a result without a number. `version` is the one that was read. */
export const ResultReviewSchema = z.object({
  band: z.nullable(z.enum(BANDS)),
  comment: z.optional(z.nullable(text(2_000))),
  retest_months: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(120)))),
  ring_first: z.optional(z.boolean()),
  version: versionNumber,
})
export type ResultReview = z.infer<typeof ResultReviewSchema>

/** Why a result goes back to review. */
export const ResultNoteSchema = z.object({
  note: text(2_000).check(z.minLength(1)),
  version: versionNumber,
})
export type ResultNote = z.infer<typeof ResultNoteSchema>

/** What becomes of a result whose consent was withdrawn, and why. */
export const ResultChoiceSchema = z.extend(ResultNoteSchema, { choice: z.enum(RESULT_CHOICES) })
export type ResultChoiceForm = z.infer<typeof ResultChoiceSchema>

export const TakeBackRequestSchema = z.extend(ResultNoteSchema, {
  because: z.enum(TAKE_BACK_REASONS),
})
export type TakeBackRequest = z.infer<typeof TakeBackRequestSchema>

/** `reached` false keeps the result held for another call, at `again_at`, which is still to come. */
export const ResultCallSchema = z.extend(ResultNoteSchema, {
  reached: z.optional(z.boolean()),
  again_at: z.optional(instant),
})
export type ResultCall = z.infer<typeof ResultCallSchema>

/** `at` not before now; `override` is why amber or red is released late in the week. */
export const ReleaseSchema = z.object({
  at: z.optional(instant),
  override: z.optional(text(500).check(z.minLength(1))),
  version: versionNumber,
})
export type Release = z.infer<typeof ReleaseSchema>

/** As they were read. */
const chosenResults = z
  .array(z.object({ id: z.int(), version: versionNumber }))
  .check(z.minLength(1), z.maxLength(200))

/** Results that a clinician has seen and ticked one by one, and calls green. */
export const GreenReviewsSchema = z.object({
  results: chosenResults,
  comment: ResultReviewSchema.shape.comment,
  retest_months: ResultReviewSchema.shape.retest_months,
})
export type GreenReviews = z.infer<typeof GreenReviewsSchema>

export const ReleasesSchema = z.object({
  results: chosenResults,
  at: ReleaseSchema.shape.at,
  override: ReleaseSchema.shape.override,
})
export type Releases = z.infer<typeof ReleasesSchema>

/** Each result is decided by itself: `left` stay as they were, with the refusal. */
export const BatchOutcomeSchema = z.object({
  done: z.array(z.int()),
  left: z.array(z.object({ id: z.int(), code: z.string(), message: z.string() })),
})
export type BatchOutcome = z.infer<typeof BatchOutcomeSchema>

const ReviewSchema = z.object({
  kind: z.enum(REVIEW_KINDS),
  by: z.string(),
  at: instant,
  band: z.nullable(z.enum(BANDS)),
  comment: z.nullable(z.string()),
  retest_months: z.nullable(z.int()),
  ring_first: z.boolean(),
  note: z.nullable(z.string()),
  again_at: z.optional(instant),
  choice: z.optional(z.enum(RESULT_CHOICES)),
  is_same_person: z.optional(z.boolean()),
  because: z.optional(z.enum(TAKE_BACK_REASONS)),
})

/** Dates 'YYYY-MM-DD'; `age` on the day of the sample. */
export const LabResultSchema = z.object({
  id: z.int(),
  state: z.enum(LAB_RESULT_STATES),
  version: z.int(),
  member_id: z.int(),
  appointment_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  age: z.int(),
  event: z.string(),
  lab: z.string(),
  lab_number: z.string(),
  sample_date: z.nullable(z.string()),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  range: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  /** The laboratory's own mark beside the number, such as 'H'. */
  lab_flag: z.nullable(z.string()),
  lab_comment: z.nullable(z.string()),
  status: z.enum(REPORT_STATUSES),
  replaces_released: z.boolean(),
  release_at: z.nullable(instant),
  reviews: z.array(ReviewSchema),
  /** Of one that is to be called about: when, as the last call said; null for as soon as possible. */
  call_again_at: z.nullable(instant),
  /** Why it may not go on. */
  holds: z.array(HoldSchema),
  choice: z.nullable(z.enum(RESULT_CHOICES)),
})
export type LabResult = z.infer<typeof LabResultSchema>

const EarlierResultSchema = z.object({
  result_id: z.int(),
  date: z.string(),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  band: z.nullable(z.enum(BANDS)),
  laboratory: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
})
export type EarlierResult = z.infer<typeof EarlierResultSchema>

/** The result that a corrected or deleted report is about. */
const ReplacedSchema = z.object({
  lab_number: z.string(),
  state: z.enum(LAB_RESULT_STATES),
  sample_date: z.nullable(z.string()),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  range: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  lab_comment: z.nullable(z.string()),
  band: z.nullable(z.enum(BANDS)),
})
export type ReplacedResult = z.infer<typeof ReplacedSchema>

/**
 * `answers` by the names of the consent form, as text; those that were left empty are missing. Those
 * to the check before the appointment begin with 'before_'.
 */
const ConsentAnswersSchema = z.object({
  given_at: instant,
  withdrawn: z.boolean(),
  gp_sharing: z.boolean(),
  answers: z.record(z.string(), z.string()),
})
export type ConsentAnswers = z.infer<typeof ConsentAnswersSchema>

/** `earlier` released results of the member, latest first. */
export const ResultDetailSchema = z.extend(LabResultSchema, {
  /** What every screen of the record says on top. */
  person: PersonStateSchema,
  telephone: z.nullable(z.string()),
  contact_by: z.enum(CONTACT_WAYS),
  support_needs: z.array(z.enum(SUPPORT_NEEDS)),
  support_note: z.nullable(z.string()),
  ethnicity: z.string(),
  is_own_record: z.boolean(),
  /** Whether the reader chose the band that waits for a second clinician. */
  is_first_reviewer: z.boolean(),
  /** Who asked to take it back, while that waits for another clinician. */
  take_back: z.nullable(
    z.object({
      by: z.string(),
      is_own: z.boolean(),
      because: z.enum(TAKE_BACK_REASONS),
      note: z.nullable(z.string()),
    }),
  ),
  shares_with_gp: z.boolean(),
  /** Of the sample that stands; `before` is the one taken before it on the day. */
  sample: z.nullable(
    z.object({
      tube: z.string(),
      at: instant,
      /** Who took the blood; null where nobody said it. */
      drawn_by: z.nullable(z.string()),
      before: z.nullable(
        z.object({ tube: z.string(), minutes: z.int(), is_same_person: z.boolean() }),
      ),
    }),
  ),
  /** What of the member's identity is no longer as it was at the sample. */
  changed_since: z.object({
    /** 'YYYY-MM-DD' of the sample. */
    sample_date: z.string(),
    facts: z.array(ChangedFactSchema),
    /** Facts of the laboratory's report that are the member's only as they were at the sample. */
    report_has_former: z.array(z.enum(FORMER_FACTS)),
  }),
  /** Other records with the same NHS number. */
  shares_number_with: z.array(
    z.object({ member_id: z.int(), name: z.string(), date_of_birth: z.string() }),
  ),
  earlier: z.array(EarlierResultSchema),
  replaced: z.nullable(ReplacedSchema),
  consent: z.nullable(ConsentAnswersSchema),
})
export type ResultDetail = z.infer<typeof ResultDetailSchema>

/** `next` is another result of the same queue that the reader may decide; null without one. */
export const OpenedResultSchema = z.extend(ResultDetailSchema, {
  next: z.nullable(z.int()),
  left: z.int(),
})
export type OpenedResult = z.infer<typeof OpenedResultSchema>

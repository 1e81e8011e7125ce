import * as z from 'zod/mini'
import { MOST_LABELS_AT_ONCE } from './label-count.ts'
import { LAYOUT_IDS } from './label-layouts.ts'

const instant = z.iso.datetime()

/** `start` is the first free label of the sheet, from 1; `copies` are equal labels a number. */
const paper = {
  layout: z.enum(LAYOUT_IDS),
  start: z.int().check(z.minimum(1), z.maximum(100)),
  copies: z.int().check(z.minimum(1), z.maximum(2)),
  /** Lines below the code to write name and date of birth on. */
  name_lines: z.optional(z.boolean()),
}
export const NewLabelsSchema = z.object({
  ...paper,
  count: z.int().check(z.minimum(1), z.maximum(MOST_LABELS_AT_ONCE)),
})
export type NewLabels = z.infer<typeof NewLabelsSchema>

/** The numbers of a batch once more, except those that are on a tube. */
export const LabelsAgainSchema = z.object({
  ...paper,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})
export type LabelsAgain = z.infer<typeof LabelsAgainSchema>
export type LabelPaper = Omit<NewLabels, 'count'>

/** Numbers printed together; `used` of them are on a tube. */
const LabelBatchSchema = z.object({
  id: z.int(),
  first: z.string(),
  last: z.string(),
  count: z.int(),
  used: z.int(),
  printed_at: instant,
  printed_by: z.string(),
})
export type LabelBatch = z.infer<typeof LabelBatchSchema>

/** Version of an event's laboratory form; `is_current` while the samples are as it lists them. */
const LaboratoryFormSchema = z.object({
  version: z.int(),
  made_at: instant,
  tubes: z.int(),
  is_current: z.boolean(),
})

/** `suggested` is how many labels to print, `spare` of them to spare; none after the day. */
export const TubesOfDaySchema = z.object({
  event_id: z.int(),
  name: z.string(),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  lab_name: z.nullable(z.string()),
  requires_nhs_number: z.boolean(),
  booked: z.int(),
  kept_back: z.int(),
  tubes: z.int(),
  spare: z.int(),
  suggested: z.int(),
  batches: z.array(LabelBatchSchema),
  form: z.nullable(LaboratoryFormSchema),
  /** Each number has a second label, for the member's slip; missing otherwise. */
  has_slips: z.optional(z.boolean()),
  /** Samples whose names the form cannot show; missing without any. */
  cannot_print: z.optional(
    z.array(z.object({ tube: z.string(), name: z.string(), member_id: z.int() })),
  ),
})
export type TubesOfDay = z.infer<typeof TubesOfDaySchema>

/** A day with samples; `version` of its newest form, null before the first. */
export const SampledEventSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  starts_at: instant,
  lab_name: z.nullable(z.string()),
  tubes: z.int(),
  version: z.nullable(z.int()),
})
export type SampledEvent = z.infer<typeof SampledEventSchema>

/** Tubes packed in a box of the courier. */
export const BoxSchema = z.object({
  tubes_per_box: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 50),
})

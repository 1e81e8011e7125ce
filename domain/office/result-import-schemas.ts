import * as z from 'zod/mini'
import { LAB_FIELDS } from './lab-columns.ts'
import { NO_NUMBER_OUTCOMES, REPORT_STATUSES } from './lab-rows.ts'
import { NEAR_NUMBERS } from './near-numbers.ts'
import { IMPORT_STATES, ROW_STATES } from './result-states.ts'
import { FORMER_FACTS } from './row-identity.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const instant = z.iso.datetime()

export const ColumnMapSchema = z.object({
  format: z.enum(['table', 'hl7']),
  columns: z.record(text(120), z.enum(LAB_FIELDS)),
  tests: z.array(text(120)).check(z.minLength(1), z.maxLength(40)),
  units: z.record(z.string().check(z.trim(), z.maxLength(40)), text(40)),
  outcomes: z.optional(z.record(text(120), z.enum(NO_NUMBER_OUTCOMES))),
})

/** `version` 0 before the first map. */
export const SavedColumnMapSchema = z.object({
  version: z.int(),
  map: z.nullable(ColumnMapSchema),
  saved_at: z.nullable(instant),
  by: z.nullable(z.string()),
})
export type SavedColumnMap = z.infer<typeof SavedColumnMapSchema>

const ImportCountsSchema = z.object({
  matched: z.int(),
  close: z.int(),
  quarantined: z.int(),
  conflicts: z.int(),
  repeated: z.int(),
  errors: z.int(),
  asked: z.int(),
  discarded: z.int(),
  committed: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCountsSchema>

const UnreadPartSchema = z.object({ name: z.string(), count: z.int() })

/** `unread` is null before the file was read, and for one read before this was counted. */
export const ResultImportSchema = z.object({
  id: z.int(),
  state: z.enum(IMPORT_STATES),
  refusal: z.nullable(z.string()),
  unread: z.nullable(z.array(UnreadPartSchema)),
  lab: z.string(),
  file: z.string(),
  by: z.string(),
  at: instant,
  rows: ImportCountsSchema,
})
export type ResultImport = z.infer<typeof ResultImportSchema>

/** `repeated` for a file that was uploaded before; the import is that of the first time. */
export const UploadedImportSchema = z.extend(ResultImportSchema, { repeated: z.boolean() })

/** `map_version` 0 before the first map. */
export const ResultLaboratorySchema = z.object({
  lab_id: z.int(),
  name: z.string(),
  map_version: z.int(),
  map_saved_at: z.nullable(instant),
  map_saved_by: z.nullable(z.string()),
})
export type ResultLaboratory = z.infer<typeof ResultLaboratorySchema>

/** What the laboratory wrote; null for a row that could not be read. */
export const WrittenSchema = z.object({
  lab_number: z.string(),
  tube: z.nullable(z.string()),
  nhs_number: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  collected: z.nullable(z.string()),
  status: z.enum(REPORT_STATUSES),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** The laboratory's own mark, such as 'H'. */
  flag: z.nullish(z.string()),
  /** What stands in the place of the NHS number and is none. */
  nhs_unreadable: z.nullish(z.string()),
})

/** What of a row in error could be read (domain/office/lab-rows.ts, RestOfRow). */
export const RestOfRowSchema = z.object({
  lab_number: z.nullable(z.string()),
  tube: z.nullable(z.string()),
  nhs_number: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  date_of_birth: z.nullable(z.string()),
  collected: z.nullable(z.string()),
  received: z.nullable(z.string()),
  reported: z.nullable(z.string()),
  test: z.nullable(z.string()),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  range: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  status: z.nullable(z.string()),
  flag: z.nullable(z.string()),
})

/** Somebody of whom the row may be, with what differs from it. */
const CandidateSchema = z.object({
  appointment_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  latin_name: z.optional(z.string()),
  date_of_birth: z.string(),
  date: z.string(),
  event: z.string(),
  /** Of samples that stand. */
  tubes: z.array(z.string()),
  /** Of samples that were undone: by whom, when, and in which words. */
  undone: z.array(z.object({ tube: z.string(), by: z.string(), at: instant, words: z.string() })),
  /** The report that is known under the row's number is of this member. */
  has_report: z.boolean(),
  may_decide: z.boolean(),
  why_not: z.nullable(z.enum(['tube_taken_back', 'fits_another', 'too_little', 'erased'])),
  /** On record; null unless names and birth date fit and a mistyped one has to be compared. */
  nhs_number: z.nullable(z.string()),
  near_number: z.nullable(z.enum(NEAR_NUMBERS)),
  differs: z.array(z.enum(['tube', 'nhs_number', 'name', 'date_of_birth', 'date'])),
  /** What the laboratory has as it was at the sample, and was changed since. */
  former: z.array(z.enum(FORMER_FACTS)),
})

/** `known` is what was recorded under the row's number before, where that is why it waits. */
export const ImportRowSchema = z.object({
  row: z.int(),
  state: z.enum(ROW_STATES),
  reason: z.nullable(z.string()),
  written: z.nullable(WrittenSchema),
  error: z.nullable(
    z.object({
      column: z.nullable(z.string()),
      text: z.string(),
      rest: z.optional(RestOfRowSchema),
    }),
  ),
  candidates: z.array(CandidateSchema),
  known: z.nullable(z.extend(WrittenSchema, { result_id: z.int() })),
  decided_by: z.nullable(z.string()),
  /** The row whose report has moved to another member. */
  withdraws_for: z.nullable(z.int()),
  asked_at: z.nullable(instant),
  /** Why it was left out, or what the laboratory was asked. */
  note: z.nullable(z.string()),
})
export type ImportRow = z.infer<typeof ImportRowSchema>

/**
 * What a map makes of a sample file, of which nothing is stored: the first rows and the first errors,
 * with the numbers of all. `headers` is empty for HL7 and for a file that cannot be read.
 */
export const ColumnTrialSchema = z.object({
  headers: z.array(z.string()),
  refusal: z.nullable(z.string()),
  rows: z.array(z.extend(WrittenSchema, { row: z.int(), test: z.string() })),
  errors: z.array(
    z.object({
      row: z.int(),
      reason: z.string(),
      column: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  unread: z.array(UnreadPartSchema),
  read: z.int(),
  wrong: z.int(),
})
export type ColumnTrial = z.infer<typeof ColumnTrialSchema>

export const RowDecisionSchema = z.object({
  decision: z.enum(['match', 'discard', 'ask', 'undo']),
  appointment_id: z.optional(z.int()),
  /** It is of another sample than the report that has the same number. */
  other_sample: z.optional(z.boolean()),
  /** Why it is left out, or what the laboratory was asked. */
  reason: z.optional(text(400)),
})
export type RowDecision = z.infer<typeof RowDecisionSchema>

// What laboratories wrote and clinicians decided is encrypted, as results are.
import * as z from 'zod/mini'
import { NO_NUMBER_OUTCOMES, REPORT_STATUSES } from '../../domain/office/lab-rows.ts'
import { RESULT_CHOICES } from '../../domain/office/result-holds.ts'
import { RestOfRowSchema } from '../../domain/office/result-import-schemas.ts'
import { LAB_RESULT_STATES, type LabResultState } from '../../domain/office/result-states.ts'
import { TAKE_BACK_REASONS } from '../../domain/office/taking-back.ts'
import { BANDS } from '../../domain/results.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { sealedById, sealedValue } from '../platform/keys/sealed-json.ts'

const text = z.nullable(z.string())

const LabRowSchema = z.object({
  row: z.int(),
  lab_number: z.string(),
  tube: text,
  nhs_number: text,
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  collected: text,
  received: text,
  reported: text,
  test: z.string(),
  value: text,
  unit: text,
  range: text,
  outcome: z.nullable(z.enum(NO_NUMBER_OUTCOMES)),
  comment: text,
  status: z.enum(REPORT_STATUSES),
  /** Rows stored earlier do not have these. */
  flag: z.nullish(z.string()),
  nhs_unreadable: z.nullish(z.string()),
})

/** A row as read, or what could not be read of it. */
const StoredRowSchema = z.object({
  read: z.nullable(LabRowSchema),
  error: z.nullable(
    z.object({ column: text, text: z.string(), rest: z.optional(RestOfRowSchema) }),
  ),
  /** Why a person left it out, or what the laboratory was asked. */
  note: z.nullish(z.string()),
})
export type StoredRow = z.infer<typeof StoredRowSchema>

const ReviewSchema = z.object({
  band: z.nullable(z.enum(BANDS)),
  comment: text,
  retest_months: z.nullable(z.int()),
  /** Ring the member before the release. */
  ring_first: z.boolean(),
  /** Of a result sent back or discarded, or what the call came to. */
  note: text,
  /** Of a call: whether the member was reached. Calls noted earlier do not say so. */
  reached: z.optional(z.boolean()),
  /** Of a call that reached nobody: when to call again. */
  again_at: z.optional(z.string()),
  /** What becomes of a result whose consent was withdrawn, or whose member has died. */
  choice: z.optional(z.enum(RESULT_CHOICES)),
  /** Compared by a clinician: the sample is of this person. */
  is_same_person: z.optional(z.boolean()),
  /** Why a released result is taken back. */
  because: z.optional(z.enum(TAKE_BACK_REASONS)),
})
export type SealedReview = z.infer<typeof ReviewSchema>

export const EMPTY_REVIEW: SealedReview = {
  band: null,
  comment: null,
  retest_months: null,
  ring_first: false,
  note: null,
}

export function sealFile(keys: FieldKeys, sealId: string, bytes: Buffer): Buffer {
  return keys.seal(bytes.toString('base64'), placeOfFile(sealId))
}

export const {
  placeOf: placeOfRow,
  seal: sealRow,
  open: openRow,
} = sealedValue(
  StoredRowSchema,
  ({ importId, row }: { importId: number; row: number }) =>
    `result_import_rows|sealed|${importId}|${row}`,
)

export const {
  placeOf: placeOfLabResult,
  seal: sealLabResult,
  open: openLabResult,
} = sealedById(LabRowSchema, 'lab_results|sealed')

export const {
  placeOf: placeOfReview,
  seal: sealReview,
  open: openReview,
} = sealedById(ReviewSchema, 'result_reviews|sealed')

export function placeOfFile(sealId: string): string {
  return `result_imports|file|${sealId}`
}

const StateSchema = z.object({ state: z.enum(LAB_RESULT_STATES) })

const sealedState = sealedById(StateSchema, 'lab_results|sealed_state')
export const placeOfState = sealedState.placeOf

/** The state that a laboratory's result really has. */
export function sealState(keys: FieldKeys, sealId: string, state: LabResultState): Buffer {
  return sealedState.seal(keys, sealId, { state })
}

export function openState(
  keys: FieldKeys,
  row: { sealId: string; state: LabResultState; sealedState: Buffer | null },
): LabResultState {
  const isOpen = row.state === 'review' || row.state === 'ready'
  if (row.sealedState === null || !isOpen) return row.state
  return sealedState.open(keys, { sealId: row.sealId, sealed: row.sealedState }).state
}

import * as z from 'zod/mini'
import { NO_NUMBER_OUTCOMES } from '../../domain/office/lab-rows.ts'
import { TAKE_BACK_REASONS } from '../../domain/office/taking-back.ts'
import { sealedValue } from '../platform/keys/sealed-json.ts'

const text = z.nullable(z.string())
const SealedResultSchema = z.object({
  test_result: text,
  test_unit: text,
  comments: text,
  // Entered by a person, never computed (rules §5.1).
  band: z.optional(text),
  next_step: z.optional(text),
  laboratory: z.optional(text),
  /** The day the sample reached the laboratory, 'YYYY-MM-DD'. */
  received_date: z.optional(text),
  retest_months: z.optional(z.nullable(z.int())),
  /** Why there is no number. */
  outcome: z.optional(z.nullable(z.enum(NO_NUMBER_OUTCOMES))),
  /** The laboratory withdrew the result that this one replaces. */
  withdrawn: z.optional(z.boolean()),
  /** Why the charity itself took back the result that this one replaces. */
  taken_back: z.optional(z.enum(TAKE_BACK_REASONS)),
})

export type SealedResult = z.infer<typeof SealedResultSchema>

type Origin = { source: string; sourceRef: string | null }

export const {
  placeOf,
  seal: sealResult,
  open: openResult,
} = sealedValue(
  SealedResultSchema,
  ({ source, sourceRef }: Origin) => `results|sealed|${source}|${sourceRef}`,
)

/** For a row of the table as SQL names its columns. */
export function placeOfResultIn(row: Record<string, unknown>): string {
  const { source, source_ref: ref } = row
  return placeOf({ source: String(source), sourceRef: ref === null ? null : String(ref) })
}

import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/field-keys.ts'

const text = z.nullable(z.string())
const SealedResultSchema = z.object({
  test_result: text,
  test_unit: text,
  comments: text,
  // Part of the record that a person entered, never computed (design §6).
  band: z.optional(text),
  /** What the clinician advises him to do. */
  next_step: z.optional(text),
  laboratory: z.optional(text),
  /** The day on which the sample reached the laboratory, 'YYYY-MM-DD'. */
  received_date: z.optional(text),
  /** After how many months the next test is due. */
  retest_months: z.optional(z.nullable(z.int())),
})

/** What a laboratory found, as it is sealed together. */
export type SealedResult = z.infer<typeof SealedResultSchema>

/** Where a result came from: the one place its sealed bytes belong to. */
type Origin = { source: string; sourceRef: string | null }

export function sealResult(fieldKeys: FieldKeys, origin: Origin, result: SealedResult): Buffer {
  return fieldKeys.seal(JSON.stringify(result), placeOf(origin))
}

/** Throws when the bytes are not those that were sealed for this result. */
export function openResult(fieldKeys: FieldKeys, row: Origin & { sealed: Buffer }): SealedResult {
  return SealedResultSchema.parse(parsed(fieldKeys.open(row.sealed, placeOf(row))))
}

/** The parser's own error would quote what it could not read, into the log. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('a sealed result is no JSON')
  }
}

/** The place that the sealed bytes of a result are bound to. */
export function placeOf({ source, sourceRef }: Origin): string {
  return `results|sealed|${source}|${sourceRef}`
}

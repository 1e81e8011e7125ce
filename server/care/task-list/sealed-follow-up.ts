import * as z from 'zod/mini'
import { DIAGNOSES, type FollowUpRound, OUTCOME_CODES } from '../../../domain/follow-up.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const SaidSchema = z.object({
  outcome: z.enum(OUTCOME_CODES),
  on: z.nullable(z.string()),
  /** Of a diagnosis or treatment; answers from before it was asked have none. */
  diagnosis: z.optional(z.nullable(z.enum(DIAGNOSES))),
})

/** What the member said came of a result, the day of it, and which diagnosis. */
export type Said = z.infer<typeof SaidSchema>
export type SaidOf = { resultId: number; round: FollowUpRound }

export function sealSaid(keys: FieldKeys, of: SaidOf, said: Said): Buffer {
  return sealJson(keys, said, placeOf(of))
}

export function openSaid(keys: FieldKeys, row: SaidOf & { sealed: Buffer }): Said {
  return SaidSchema.parse(openJson(keys, row.sealed, placeOf(row)))
}

/** For a row of the table as SQL names its columns. */
export function placeOfSaidIn({ result_id: id, round }: Record<string, unknown>): string {
  return placeOf({ resultId: Number(id), round: String(round) })
}

function placeOf({ resultId, round }: { resultId: number; round: string }): string {
  return `follow_up_answers|sealed|${resultId}|${round}`
}

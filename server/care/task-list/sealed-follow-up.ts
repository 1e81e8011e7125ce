import * as z from 'zod/mini'
import { DIAGNOSES, OUTCOME_CODES } from '../../../domain/follow-up.ts'
import { sealedValue } from '../../platform/keys/sealed-json.ts'

const SaidSchema = z.object({
  outcome: z.enum(OUTCOME_CODES),
  on: z.nullable(z.string()),
  /** Of a diagnosis or treatment; answers from before it was asked have none. */
  diagnosis: z.optional(z.nullable(z.enum(DIAGNOSES))),
})

/** What the member said came of a result, the day of it, and which diagnosis. */
export type Said = z.infer<typeof SaidSchema>

export const {
  placeOf,
  seal: sealSaid,
  open: openSaid,
} = sealedValue(
  SaidSchema,
  ({ resultId, round }: { resultId: number; round: string }) =>
    `follow_up_answers|sealed|${resultId}|${round}`,
)

/** For a row of the table as SQL names its columns. */
export function placeOfSaidIn({ result_id: id, round }: Record<string, unknown>): string {
  return placeOf({ resultId: Number(id), round: String(round) })
}

import { type Hold, holdsOf, type ResultChoice } from '../../domain/office/result-holds.ts'
import { readTubeCode } from '../../domain/office/tube-code.ts'
import type { Queryable } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { listHoldFacts } from './holds.queries.ts'
import type { LabResultRow, ReviewRow } from './lab-results.queries.ts'
import { openLabResult, openReview } from './sealed-lab-results.ts'

export type Held = {
  holds: Hold[]
  choice: ResultChoice | null
  sharesWithGp: boolean
  isWithdrawn: boolean
}

export const NOT_HELD: Held = {
  holds: [],
  choice: null,
  sharesWithGp: false,
  isWithdrawn: false,
}

/** Why each of these may not go on, by id; `reviews` by the id of their result. */
export async function readHolds(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  of: { rows: readonly LabResultRow[]; reviews: ReadonlyMap<number, readonly ReviewRow[]> },
): Promise<Map<number, Held>> {
  if (of.rows.length === 0) return new Map()
  const facts = new Map((await listHoldFacts(q, of.rows)).map((one) => [one.id, one]))
  return new Map(
    of.rows.flatMap((row) => {
      const known = facts.get(row.id)
      if (!known) return []
      const tube = readTubeCode(openLabResult(fieldKeys, row).tube ?? '')
      const choice = choiceIn(fieldKeys, of.reviews.get(row.id) ?? [])
      const holds = holdsOf({ ...known, tube, choice })
      const { sharesWithGp } = known
      const isWithdrawn = known.consentWithdrawnAt !== null
      const held = { holds, choice: choice?.choice ?? null, sharesWithGp, isWithdrawn }
      return [[row.id, held] as const]
    }),
  )
}

/** What a clinician last chose about a withdrawn consent or the GP of a member who has died. */
function choiceIn(fieldKeys: FieldKeys, reviews: readonly ReviewRow[]) {
  const last = reviews.findLast(({ kind }) => kind === 'chosen')
  const choice = last && openReview(fieldKeys, last).choice
  return last && choice ? { choice, at: last.at } : null
}

import type {
  BatchOutcome,
  GreenReviews,
  Releases,
} from '../../../domain/office/lab-result-schemas.ts'
import { mayReleaseTogether } from '../../../domain/office/result-review.ts'
import type { Band } from '../../../domain/results.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import { listReadyIds, listReviews } from '../lab-results.queries.ts'
import { decisionIn, releaseResult } from './release-result.ts'
import { reviewResult } from './review-result.ts'

const BY_LIST = 'Confirmed as green in the list'

/** Each in a transaction of its own; those that are refused stay as they were. */
export function reviewGreens(
  deps: ImportDeps,
  { results, ...review }: GreenReviews,
  by: Staff,
): Promise<BatchOutcome> {
  return each(results, (one) =>
    reviewResult(deps, { ...one, ...review, band: 'Green' }, by, BY_LIST),
  )
}

/**
 * Results of one band, each in a transaction of its own; those that are refused stay as they were.
 * Throws Refused one_band_only, also for a red one.
 */
export async function releaseMany(
  deps: ImportDeps,
  { results, ...release }: Releases,
  by: Staff,
): Promise<BatchOutcome> {
  const ids = results.map(({ id }) => id)
  if (!mayReleaseTogether(await readBands(deps, ids))) throw new Refused('one_band_only')
  return each(results, (one) => releaseResult(deps, { ...one, ...release }, by))
}

/** Of those that are ready. */
async function readBands(deps: ImportDeps, ids: number[]): Promise<(Band | null)[]> {
  const { db } = deps.database
  const ready = await listReadyIds(db, deps, ids)
  if (ready.length === 0) return []
  const reviews = Map.groupBy(await listReviews(db, ready), ({ labResultId }) => labResultId)
  return [...reviews.values()].map((own) => decisionIn(deps, own).band)
}

async function each<One extends { id: number }>(
  results: readonly One[],
  decide: (one: One) => Promise<void>,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { done: [], left: [] }
  for (const one of results) {
    try {
      await decide(one)
      outcome.done.push(one.id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      outcome.left.push({ id: one.id, code: error.reason, message: error.message })
    }
  }
  return outcome
}

import type { BatchOutcome, GreenReviews, Releases } from '../../domain/office/lab-result-shapes.ts'
import { Refused } from '../http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import type { ImportDeps } from './import-file.ts'
import { releaseResult } from './release-result.ts'
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

/** Each in a transaction of its own; those that are refused stay as they were. */
export function releaseMany(
  deps: ImportDeps,
  { results, ...release }: Releases,
  by: Staff,
): Promise<BatchOutcome> {
  return each(results, (one) => releaseResult(deps, { ...one, ...release }, by))
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

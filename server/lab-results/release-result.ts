import type { Release } from '../../domain/office/lab-result-shapes.ts'
import type { LabRow } from '../../domain/office/lab-rows.ts'
import { needsOverride } from '../../domain/office/result-review.ts'
import { followResult } from '../care-loops/follow-result.ts'
import { invalidField, Refused } from '../http/refused.ts'
import { insertFreeRepeat } from '../results/free-repeats.queries.ts'
import { sealResult } from '../results/sealed-result.ts'
import type { Staff } from '../staff/guard.ts'
import type { ImportDeps } from './import-file.ts'
import { insertReleasedResult, type LabResultRow, type ReviewRow } from './lab-results.queries.ts'
import { change, save } from './review-result.ts'
import { openLabResult, openReview, type SealedReview } from './sealed-lab-results.ts'

const SOURCE = 'laboratory'

/**
 * Makes it a result that the member reads from `at`, instead of an earlier one that it corrects.
 * Throws Refused not_found, own_record, changed_meanwhile, not_ready_for_release, invalid_request
 * for a moment that has passed, or late_in_the_week for amber or red without an override.
 */
export function releaseResult(
  deps: ImportDeps,
  { id, at, override, version }: Release & { id: number },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  const releaseAt = at === undefined ? now : new Date(at)
  if (releaseAt < now) throw invalidField('at', 'Please choose a moment that is still to come.')
  return change(deps, { id, version, by }, async (tx, { row, reviews }) => {
    if (row.state !== 'ready') throw new Refused('not_ready_for_release')
    const decided = decisionIn(deps, reviews)
    if (needsOverride(decided.band, releaseAt) && override === undefined)
      throw new Refused('late_in_the_week')
    const found = openLabResult(deps.fieldKeys, row)
    const origin = { source: SOURCE, sourceRef: row.sealId }
    const resultId = await insertReleasedResult(tx, {
      ...origin,
      memberId: row.memberId,
      appointmentId: row.appointmentId,
      supersedesId: row.replacedResultId,
      sampleDate: row.sampleDate,
      sealed: sealResult(deps.fieldKeys, origin, toResult(found, decided, row)),
      releasedAt: releaseAt,
      recordedAt: now,
    })
    if (found.outcome !== null || row.isWithdrawal)
      await insertFreeRepeat(tx, { resultId, givenAt: now })
    await followResult(tx, deps, resultId)
    const sealed = { ...decided, note: override ?? null }
    const more = { releaseAt, releasedBy: by.id, resultId }
    await save(tx, deps, { row, by, kind: 'released', sealed, state: 'released', more })
  })
}

/** The latest band; of red that of the second clinician. */
export function decisionIn(
  { fieldKeys }: Pick<ImportDeps, 'fieldKeys'>,
  reviews: readonly ReviewRow[],
): SealedReview {
  const last = reviews.findLast(({ kind }) => kind === 'second' || kind === 'first')
  if (!last) throw new Error('a result that is ready was not reviewed')
  return openReview(fieldKeys, last)
}

function toResult(
  found: LabRow,
  { band, comment, retest_months }: SealedReview,
  { lab, isWithdrawal }: Pick<LabResultRow, 'lab' | 'isWithdrawal'>,
) {
  return {
    test_result: found.value,
    test_unit: found.unit,
    comments: comment,
    band,
    laboratory: lab,
    received_date: found.received?.slice(0, 10) ?? null,
    retest_months,
    outcome: found.outcome,
    withdrawn: isWithdrawal,
  }
}

import type { Release } from '../../../domain/office/lab-result-schemas.ts'
import type { LabRow } from '../../../domain/office/lab-rows.ts'
import { mayRelease } from '../../../domain/office/result-holds.ts'
import { lacksSecond, needsOverride } from '../../../domain/office/result-review.ts'
import { insertFreeRepeat } from '../../facts/free-repeats.queries.ts'
import { nameForKept } from '../../facts/readers.queries.ts'
import { openLabResult, openReview, type SealedReview } from '../../facts/sealed-lab-results.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followGpOnly } from '../../tasks/follow-lab-results.ts'
import { followResult } from '../../tasks/follow-result.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import {
  findLastOfChain,
  insertReleasedResult,
  type LabResultRow,
  type ReviewRow,
} from '../lab-results.queries.ts'
import { addGpLetter } from '../result-letters/add-gp-letter.ts'
import { change, listPast, save } from './review-result.ts'

const SOURCE = 'laboratory'

/**
 * Makes it a result that the member reads from `at`, instead of an earlier one that it corrects.
 * Where a clinician chose that only the GP reads it, a letter to the GP waits instead. Throws Refused
 * not_found, own_record, changed_meanwhile, not_ready_for_release, result_held, invalid_request for a moment that has passed, or late_in_the_week for amber or red without an override.
 */
export function releaseResult(
  deps: ImportDeps,
  { id, at, override, version }: Release & { id: number },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  const releaseAt = at === undefined ? now : new Date(at)
  if (releaseAt < now) throw invalidField('at', 'Choose a date and time in the future.')
  return change(deps, { id, version, by }, async (tx, { row, reviews, held }) => {
    const isForGpOnly = held.choice === 'gp_only'
    const isReady = row.state === 'ready' || (isForGpOnly && row.state === 'ring first')
    if (!isReady || lacksSecond(await listPast(tx, deps, row.id), row.id))
      throw new Refused('not_ready_for_release')
    if (!mayRelease(held.holds, held.choice)) throw new Refused('result_held')
    const decided = decisionIn(deps, reviews)
    if (!isForGpOnly && needsOverride(decided.band, releaseAt) && override === undefined)
      throw new Refused('late_in_the_week')
    const release = { row, by, decided, isForGpOnly, releaseAt }
    const resultId = await insertResultOf(tx, deps, release)
    const sealed = { ...decided, note: override ?? null }
    const more = { releaseAt, releasedBy: by.id, resultId, isForGpOnly }
    await save(tx, deps, { row, by, kind: 'released', sealed, state: 'released', more })
    if (isForGpOnly) await giveToGp(tx, deps, { row, decided, resultId })
    // It asks for the calls of the report whose result this is.
    else await followResult(tx, deps, resultId)
  })
}

/** What the member reads from `releaseAt`; for the GP alone it is never released to the member. */
async function insertResultOf(
  tx: Tx,
  deps: ImportDeps,
  of: {
    row: LabResultRow
    by: Staff
    decided: SealedReview
    isForGpOnly: boolean
    releaseAt: Date
  },
): Promise<number> {
  const { row, by, decided, isForGpOnly, releaseAt } = of
  const { fieldKeys } = deps
  const recordedAt = deps.now()
  const values = openLabResult(fieldKeys, row)
  const replaced = row.takenBackBy ?? row.replacedResultId
  const supersedesId = replaced === null ? null : await findLastOfChain(tx, replaced)
  const origin = { source: SOURCE, sourceRef: sourceRefOf(row) }
  const sealed = sealResult(fieldKeys, origin, toResult(values, decided, row))
  const resultId = await insertReleasedResult(tx, {
    ...origin,
    memberId: row.memberId,
    appointmentId: row.appointmentId,
    supersedesId,
    sampleDate: row.sampleDate,
    sealed,
    releasedAt: isForGpOnly ? null : releaseAt,
    recordedAt,
  })
  // The hold of a merged record has made sure that a clinician compared both.
  await nameForKept(tx, { resultId, namedBy: by.id, at: recordedAt })
  if (isForGpOnly) return resultId
  if (values.outcome !== null || row.isWithdrawal)
    await insertFreeRepeat(tx, { resultId, givenAt: recordedAt })
  return resultId
}

async function giveToGp(
  tx: Tx,
  deps: ImportDeps,
  { row, decided, resultId }: { row: LabResultRow; decided: SealedReview; resultId: number },
): Promise<void> {
  const opened = toResult(openLabResult(deps.fieldKeys, row), decided, row)
  const at = deps.now()
  await addGpLetter(tx, deps, { resultId, memberId: row.memberId, opened, at })
  await followGpOnly(tx, { labResult: row, now: at })
}

/** Once for each release: a report that was taken back is released again under another one. */
function sourceRefOf({ sealId, takenBackBy }: LabResultRow): string {
  return takenBackBy === null ? sealId : `${sealId}:${takenBackBy}`
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
  values: LabRow,
  { band, comment, retest_months }: SealedReview,
  { lab, isWithdrawal }: Pick<LabResultRow, 'lab' | 'isWithdrawal'>,
) {
  return {
    test_result: values.value,
    test_unit: values.unit,
    comments: comment,
    band,
    laboratory: lab,
    received_date: values.received?.slice(0, 10) ?? null,
    retest_months,
    outcome: values.outcome,
    withdrawn: isWithdrawal,
  }
}

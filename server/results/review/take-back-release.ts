import { randomUUID } from 'node:crypto'
import type { ResultNote, TakeBackRequest } from '../../../domain/office/lab-result-schemas.ts'
import {
  openRequest,
  TAKE_BACK_COMMENTS,
  type TakeBackReason,
  whyNotAskTakeBack,
  whyNotConfirmTakeBack,
} from '../../../domain/office/taking-back.ts'
import { insertFreeRepeat } from '../../facts/free-repeats.queries.ts'
import { lockLettersOfReports } from '../../facts/letter-contents.queries.ts'
import { EMPTY_REVIEW, openReview } from '../../facts/sealed-lab-results.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  followStands,
  followTakeBackRequested,
  followTakenBack,
} from '../../tasks/follow-lab-results.ts'
import { followResult } from '../../tasks/follow-result.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import {
  findLastOfChain,
  insertReleasedResult,
  type LabResultRow,
  listOtherReports,
  lockLabResult,
  type ReviewRow,
} from '../lab-results.queries.ts'
import { addGpLetter } from '../result-letters/add-gp-letter.ts'
import { change, save } from './review-result.ts'
import { offItsAppointment, reopenRow } from './take-back.ts'

const SOURCE = 'charity'

/**
 * Asks for taking back what was released; nothing changes for the member before another clinician
 * confirms it. Throws Refused not_found, own_record, changed_meanwhile, not_released or
 * take_back_pending.
 */
export function askTakeBack(
  deps: ImportDeps,
  { id, because, note, version }: TakeBackRequest & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, reviews }) => {
    const reason = whyNotAskTakeBack(row.state, reviews)
    if (reason) throw new Refused(reason)
    await currentResultOf(tx, row)
    const sealed = { ...EMPTY_REVIEW, note, because }
    await save(tx, deps, { row, by, kind: 'take back asked', sealed, state: row.state })
    await followTakeBackRequested(tx, { labResult: row, now: deps.now(), isOpen: true })
  })
}

/** Drops the request of anybody. Throws Refused as askTakeBack, or no_take_back. */
export function dropTakeBack(
  deps: ImportDeps,
  { id, note, version }: ResultNote & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, reviews }) => {
    if (!openRequest(reviews)) throw new Refused('no_take_back')
    const sealed = { ...EMPTY_REVIEW, note }
    await save(tx, deps, { row, by, kind: 'take back dropped', sealed, state: row.state })
    await followTakeBackRequested(tx, { labResult: row, now: deps.now(), isOpen: false })
  })
}

/**
 * Another clinician confirms the request: the member reads that it was taken back. A wrong band or
 * wrong words are reviewed again; the report of another man goes back to its row of the file. Throws
 * Refused as askTakeBack, no_take_back or same_person.
 */
export function confirmTakeBack(
  deps: ImportDeps,
  { id, note, version }: ResultNote & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, reviews, held }) => {
    const reason = whyNotConfirmTakeBack(row.state, reviews, by.id)
    if (reason) throw new Refused(reason)
    const request = openRequest(reviews)
    const because = request && openReview(deps.fieldKeys, request).because
    if (!because) throw new Error(`the request about laboratory result ${id} has no reason`)
    const takenBackBy = await insertTakenBack(tx, deps, { row, reviews, because })
    const sealed = { ...EMPTY_REVIEW, note, because }
    const more = { resultId: null, releasedBy: null, releaseAt: null, takenBackBy }
    const of = { row, by, kind: 'taken back', sealed } as const
    if (because === 'wrong_man') {
      const off = { ...more, ...offItsAppointment(deps, row) }
      const others = await listOtherReports(tx, row.id)
      await save(tx, deps, { ...of, state: 'discarded', more: off })
      await reopenRow(tx, deps, { row, by })
      for (const other of others) await takeOff(tx, deps, { id: other, by, sealed })
    } else {
      const isReplaced = held.holds.some(({ kind }) => kind === 'later_report')
      await save(tx, deps, { ...of, state: isReplaced ? 'discarded' : 'review', more })
    }
    await followTakenBack(tx, {
      labResult: row,
      now: deps.now(),
      isOfAnother: because === 'wrong_man',
    })
  })
}

/**
 * Records that a released result stands although its sample was undone. Throws Refused as askTakeBack,
 * or no_choice_here when its sample stands.
 */
export function confirmStands(
  deps: ImportDeps,
  { id, note, version }: ResultNote & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, held }) => {
    if (row.state !== 'released') throw new Refused('not_released')
    if (!held.holds.some(({ kind }) => kind === 'sample_undone'))
      throw new Refused('no_choice_here')
    const sealed = { ...EMPTY_REVIEW, note }
    await save(tx, deps, { row, by, kind: 'stands', sealed, state: row.state })
    await followStands(tx, { labResult: row, now: deps.now() })
  })
}

/** What a later one replaced is not taken back any more. */
async function currentResultOf(tx: Tx, { resultId }: LabResultRow): Promise<number> {
  if (resultId === null) throw new Refused('not_released')
  if ((await findLastOfChain(tx, resultId)) !== resultId) throw new Refused('not_released')
  return resultId
}

/**
 * What is read instead of what was released. The GP who alone was given it gets a letter at once; the
 * member reads it only when somebody had told them by telephone.
 */
async function insertTakenBack(
  tx: Tx,
  deps: ImportDeps,
  {
    row,
    reviews,
    because,
  }: { row: LabResultRow; reviews: readonly ReviewRow[]; because: TakeBackReason },
): Promise<number> {
  await lockLettersOfReports(tx, [row.id])
  const supersedesId = await currentResultOf(tx, row)
  const now = deps.now()
  // What nobody could read yet is not told before its moment either.
  const releasedAt = row.releaseAt && row.releaseAt > now ? row.releaseAt : now
  const isToldToMember = !row.isForGpOnly || wasRung(deps, reviews)
  const origin = { source: SOURCE, sourceRef: randomUUID() }
  const opened = {
    test_result: null,
    test_unit: null,
    comments: TAKE_BACK_COMMENTS[because],
    band: null,
    laboratory: row.lab,
    withdrawn: true,
    taken_back: because,
  }
  const resultId = await insertReleasedResult(tx, {
    ...origin,
    memberId: row.memberId,
    appointmentId: row.appointmentId,
    supersedesId,
    sampleDate: row.sampleDate,
    sealed: sealResult(deps.fieldKeys, origin, opened),
    releasedAt: isToldToMember ? releasedAt : null,
    recordedAt: now,
  })
  if (row.isForGpOnly)
    await addGpLetter(tx, deps, { resultId, memberId: row.memberId, opened, at: now })
  if (!isToldToMember) return resultId
  if (because === 'wrong_man') await insertFreeRepeat(tx, { resultId, givenAt: now })
  await followResult(tx, deps, resultId)
  return resultId
}

/** Whether a call told the member; one before an earlier taking back told of something else. */
function wasRung({ fieldKeys }: ImportDeps, reviews: readonly ReviewRow[]): boolean {
  const calls = reviews.slice(reviews.findLastIndex(({ kind }) => kind === 'taken back') + 1)
  return calls.some((call) => call.kind === 'rung' && openReview(fieldKeys, call).reached !== false)
}

/** Another report of the same number, which is of the other man too. */
async function takeOff(
  tx: Tx,
  deps: ImportDeps,
  of: { id: number; by: Staff; sealed: typeof EMPTY_REVIEW },
): Promise<void> {
  const row = await lockLabResult(tx, deps, of.id)
  if (!row) return
  const { by, sealed } = of
  const more = {
    resultId: null,
    releasedBy: null,
    releaseAt: null,
    ...offItsAppointment(deps, row),
  }
  await save(tx, deps, { row, by, kind: 'taken back', sealed, state: 'discarded', more })
  await reopenRow(tx, deps, { row, by })
}

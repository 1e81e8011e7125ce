import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type {
  ResultCall,
  ResultNote,
  ResultReview,
} from '../../../domain/office/lab-result-schemas.ts'
import { mayReview } from '../../../domain/office/result-holds.ts'
import {
  type PastReview,
  stateAfterReview,
  stateAfterSecond,
  whyNotReview,
  whyNotSendBack,
} from '../../../domain/office/result-review.ts'
import {
  clearStateOf,
  type LabResultState,
  type ReviewKind,
} from '../../../domain/office/result-states.ts'
import {
  EMPTY_REVIEW,
  openLabResult,
  openReview,
  type SealedReview,
  sealReview,
  sealState,
} from '../../facts/sealed-lab-results.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followReview } from '../../tasks/follow-lab-results.ts'
import { lockFacts } from '../lab-results/holds.queries.ts'
import { type Held, NOT_HELD, readHolds } from '../lab-results/holds.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import {
  insertReview,
  type LabResultRow,
  listReportIds,
  listReviews,
  lockLabResult,
  type ReviewRow,
  updateLabResult,
} from '../lab-results.queries.ts'

type Params<T> = T & { id: number }
/**
 * A clinician's band, comment and interval; what was ever red then waits for another. Throws Refused not_found,
 * own_record, changed_meanwhile, not_in_review, result_held, band_needed or no_band_here.
 */
export function reviewResult(
  deps: ImportDeps,
  { id, ...review }: Params<ResultReview>,
  by: Staff,
  note: string | null = null,
): Promise<void> {
  return change(deps, { id, version: review.version, by }, async (tx, { row, held }) => {
    if (!mayReview(held.holds)) throw new Refused('result_held')
    const { value } = openLabResult(deps.fieldKeys, row)
    const found = { state: row.state, hasValue: value !== null, isWithdrawal: row.isWithdrawal }
    const reason = whyNotReview(found, review)
    if (reason) throw new Refused(reason)
    const sealed = { ...toSealed(review), note }
    const state = stateAfterReview(await withPast(tx, deps, { row, by, kind: 'first', sealed }))
    await save(tx, deps, { row, by, kind: 'first', sealed, state })
  })
}

/**
 * Another clinician's view of a result that needs two; another band than the first sends it back.
 * Throws Refused as reviewResult does, or same_person.
 */
export function reviewAgain(
  deps: ImportDeps,
  { id, ...review }: Params<ResultReview>,
  by: Staff,
): Promise<void> {
  return change(deps, { id, version: review.version, by }, async (tx, { row, reviews, held }) => {
    if (row.state !== 'second') throw new Refused('not_in_review')
    if (!mayReview(held.holds)) throw new Refused('result_held')
    const first = reviews.findLast(({ kind }) => kind === 'first')
    if (!first) throw new Error('a result waits for a second review without a first')
    if (first.staffId === by.id) throw new Refused('same_person')
    const { value } = openLabResult(deps.fieldKeys, row)
    const found = {
      state: 'review' as const,
      hasValue: value !== null,
      isWithdrawal: row.isWithdrawal,
    }
    const reason = whyNotReview(found, review)
    if (reason) throw new Refused(reason)
    const chosen = toSealed(review)
    // Either of them may ask for the call.
    const ring_first = chosen.ring_first || openReview(deps.fieldKeys, first).ring_first
    const sealed = { ...chosen, ring_first }
    const state = stateAfterSecond(await withPast(tx, deps, { row, by, kind: 'second', sealed }))
    await save(tx, deps, { row, by, kind: 'second', sealed, state })
  })
}

/** Takes a result that is not released back to its first review. Throws Refused as reviewResult. */
export function sendBack(deps: ImportDeps, { id, note, version }: Params<ResultNote>, by: Staff) {
  return change(deps, { id, version, by }, async (tx, { row }) => {
    const reason = whyNotSendBack(row.state)
    if (reason) throw new Refused(reason)
    const sealed = { ...EMPTY_REVIEW, note }
    await save(tx, deps, { row, by, kind: 'sent back', sealed, state: 'review' })
  })
}

/** Notes a call; when the member was reached the result may be released. Throws Refused as reviewResult. */
export function recordCall(
  deps: ImportDeps,
  { id, note, version, reached = true, again_at: againAt }: Params<ResultCall>,
  by: Staff,
) {
  return change(deps, { id, version, by }, async (tx, { row, held }) => {
    if (row.state !== 'ring first') throw new Refused('not_in_review')
    if (held.holds.length > 0 || held.choice === 'gp_only') throw new Refused('result_held')
    if (againAt !== undefined && (reached || new Date(againAt) <= deps.now()))
      throw invalidField('again_at', 'Enter a date and time that are still to come.')
    const again = againAt !== undefined && { again_at: againAt }
    const sealed = { ...EMPTY_REVIEW, note, reached, ...again }
    const state = reached ? 'ready' : row.state
    await save(tx, deps, { row, by, kind: 'rung', sealed, state })
  })
}

export type Changing = { row: LabResultRow; reviews: ReviewRow[]; held: Held }

/** The row as it was read, locked with what may hold it, and with the access in the log. */
export async function change(
  deps: ImportDeps,
  { id, version, by }: { id: number; version: number; by: Staff },
  work: (tx: Tx, changing: Changing) => Promise<void>,
): Promise<void> {
  await commit(deps, async (tx) => {
    const row = await lockLabResult(tx, deps, id)
    if (!row) throw new Refused('not_found')
    if (row.userId === by.userId) throw new Refused('own_record')
    if (row.version !== version) throw new Refused('changed_meanwhile')
    const access = { staff: by, memberId: row.memberId, at: deps.now() }
    await insertStaffAccess(tx, { ...access, what: 'result', reason: 'result' })
    await lockFacts(tx, row)
    const reviews = await listReviews(tx, [id])
    const holds = await readHolds(tx, deps, { rows: [row], reviews: new Map([[id, reviews]]) })
    await work(tx, { row, reviews, held: holds.get(id) ?? NOT_HELD })
  })
}

const AUDIT_WORDS: Record<ReviewKind, AuditAction> = {
  first: 'result reviewed',
  second: 'result reviewed again',
  'sent back': 'result sent back',
  rung: 'member rung about a result',
  released: 'result released',
  discarded: 'result taken back',
  chosen: 'result after a withdrawn consent decided',
  stands: 'result confirmed after its sample changed',
  'take back asked': 'taking back a released result asked for',
  'take back dropped': 'request to take a result back dropped',
  'taken back': 'released result taken back',
}

export async function save(
  tx: Tx,
  deps: ImportDeps,
  of: {
    row: LabResultRow
    by: Staff
    kind: ReviewKind
    sealed: SealedReview
    state: LabResultState
    more?: Parameters<typeof updateLabResult>[2]
  },
): Promise<void> {
  const { row, by, kind, sealed, state, more } = of
  const at = deps.now()
  const sealId = randomUUID()
  await insertReview(tx, {
    labResultId: row.id,
    kind,
    sealId,
    sealed: sealReview(deps.fieldKeys, sealId, sealed),
    staffId: by.id,
    at,
  })
  const sealedState = sealState(deps.fieldKeys, row.sealId, state)
  await updateLabResult(tx, row.id, { ...more, state: clearStateOf(state), sealedState })
  await followReview(tx, deps, { labResult: row, state, now: at })
  await insertAudit(
    tx,
    { by, memberId: row.memberId, subject: `laboratory result ${row.id}`, at },
    AUDIT_WORDS[kind],
    { before: row.state, after: state },
  )
}

/** The reviews of the report and of those that it replaces, with this one at the end. */
async function withPast(
  tx: Tx,
  { fieldKeys }: ImportDeps,
  {
    row,
    by,
    kind,
    sealed,
  }: { row: LabResultRow; by: Staff; kind: ReviewKind; sealed: SealedReview },
): Promise<PastReview[]> {
  const { band, ring_first: ringFirst } = sealed
  const now = { report: row.id, kind, staffId: by.id, band, ringFirst }
  return [...(await listPast(tx, { fieldKeys }, row.id)), now]
}

/** The reviews of the report and of those that it replaces, the earliest first. */
export async function listPast(
  tx: Tx,
  { fieldKeys }: Pick<ImportDeps, 'fieldKeys'>,
  id: number,
): Promise<PastReview[]> {
  const past = await listReviews(tx, await listReportIds(tx, id))
  return past.map((review) => {
    const { band, ring_first: ringFirst } = openReview(fieldKeys, review)
    const { labResultId: report, kind, staffId } = review
    return { report, kind, staffId, band, ringFirst }
  })
}

function toSealed(review: ResultReview): SealedReview {
  return {
    band: review.band,
    comment: review.comment || null,
    retest_months: review.retest_months ?? null,
    ring_first: review.ring_first ?? false,
    note: null,
  }
}

import type { LabRow } from '../../../domain/office/lab-rows.ts'
import type { RowDecision } from '../../../domain/office/result-import-schemas.ts'
import {
  isOpenImport,
  type RowReason,
  type RowState,
} from '../../../domain/office/result-states.ts'
import { openRow, sealRow } from '../../facts/sealed-lab-results.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import { closeDecidedImport } from './close-import.ts'
import { unique } from './collections.ts'
import type { ImportDeps } from './import-file.ts'
import { findRow, type NewRow, type RowRecord, updateRow } from './import-rows.queries.ts'
import { type ImportRecord, listKnownNumbers, lockImport, reopenImport } from './imports.queries.ts'
import { matchFile } from './match-file.ts'
import { appointmentsReported, candidatesFor, mayBeOf } from './row-candidates.ts'
import { numberIndexOf } from './row-indexes.ts'
import { addWithdrawals } from './write-rows.ts'

/** Rows that wait for a person, and those that a person has decided. */
const DECIDABLE: readonly RowState[] = ['close', 'quarantined', 'conflict', 'error', 'asked']
/** What stays true of a row when a decision about it is undone. */
const LASTING: readonly (RowReason | null)[] = ['taken_back', 'reported_for_another']
const UNDECIDED = {
  decision: null,
  decidedBy: null,
  decidedAt: null,
  appointmentId: null,
  askedAt: null,
  isOtherSample: false,
}

type Decided = RowDecision & { importId: number; row: number }
type Found = { record: ImportRecord; stored: RowRecord; read: LabRow | null }

/**
 * Gives a row to an appointment, discards it, leaves it until the laboratory has sent it again, or
 * takes the decision back, until it is committed; a discarded row of a committed file opens the
 * file again.
 * Throws Refused not_found, not_in_review, row_is_settled, or not_their_sample for an appointment
 * that a person may not choose (domain/office/result-matching.ts, mayDecide).
 */
export async function decideRow(deps: ImportDeps, decided: Decided, by: Staff): Promise<void> {
  await commit(deps, async (tx) => {
    const locked = await lockRow(tx, deps, decided)
    const { record, stored } = locked
    const changes =
      decided.decision === 'undo'
        ? await undo(tx, deps, locked)
        : { ...(await decide(tx, deps, { ...locked, decided, by })), decidedBy: by.id }
    const sealed = withNote(deps, locked, decided)
    await updateRow(tx, decided, { ...changes, ...(sealed && { sealed }) })
    await insertAudit(
      tx,
      { by, subject: `result import ${record.id}`, at: deps.now() },
      'result row decided',
      {
        row: decided.row,
        decision: decided.decision,
        appointmentId: decided.appointment_id,
        before: stored.state,
        after: changes.state,
      },
    )
    if (changes.state === 'discarded') await closeDecidedImport(tx, deps, { record, by })
  })
}

async function lockRow(tx: Tx, { fieldKeys }: ImportDeps, decided: Decided): Promise<Found> {
  const record = await lockImport(tx, decided.importId)
  const stored = record && (await findRow(tx, decided))
  if (!record || !stored) throw new Refused('not_found')
  const { read } = openRow(fieldKeys, stored)
  if (isOpenImport(record.state)) return { record, stored, read }
  const reopens = decided.decision === 'undo' && stored.state === 'discarded'
  const isUnread = stored.state === 'error' || stored.state === 'asked'
  if (record.state !== 'committed' || !(reopens || isUnread)) throw new Refused('not_in_review')
  return { record, stored, read }
}

/** A row is never matched by the machine after a person has looked at it. */
async function undo(
  tx: Tx,
  deps: ImportDeps,
  { record, stored, read }: Found,
): Promise<Partial<NewRow>> {
  if (stored.decision === null || stored.state === 'committed') throw new Refused('row_is_settled')
  await reopenImport(tx, record)
  const look = { fieldKeys: deps.fieldKeys, labId: record.labId, rows: read ? [read] : [] }
  const matched = await matchFile(tx, look)
  const [again] = matched
  if (!again) return { ...UNDECIDED, state: 'error', reason: stored.reason }
  await addWithdrawals(tx, deps, { importId: record.id, labId: record.labId, matched })
  const closeIds = unique([
    ...stored.closeIds,
    ...[stored.appointmentId, again.appointmentId].flatMap((id) => id ?? []),
    ...again.closeIds,
  ])
  if (LASTING.includes(stored.reason)) {
    const state = stored.reason === 'taken_back' ? 'close' : 'conflict'
    return { ...UNDECIDED, state, reason: stored.reason, closeIds }
  }
  if (again.state === 'matched')
    return { ...UNDECIDED, state: 'close', reason: 'decision_undone', closeIds }
  return { ...UNDECIDED, state: again.state, reason: again.reason, closeIds }
}

async function decide(
  tx: Tx,
  deps: ImportDeps,
  { record, stored, read, decided, by }: Found & { decided: Decided; by: Staff },
): Promise<Partial<NewRow>> {
  if (!DECIDABLE.includes(stored.state)) throw new Refused('row_is_settled')
  const { decision, appointment_id: appointmentId, other_sample: isOtherSample = false } = decided
  const at = deps.now()
  if (decision === 'discard') return { decision, state: 'discarded', decidedAt: at, askedAt: null }
  if (decision === 'ask') {
    await reopenImport(tx, record)
    return { decision, state: 'asked', decidedAt: at, askedAt: at }
  }
  const [candidate] = appointmentId === undefined ? [] : await listByIds(tx, [appointmentId])
  if (!candidate || !read || !(await mayChoose(tx, deps, { record, read, candidate })))
    throw new Refused('not_their_sample')
  await reopenImport(tx, record)
  const access = { staff: by, memberId: candidate.memberId, at }
  await insertStaffAccess(tx, { ...access, what: 'result', reason: 'result' })
  const chosen = { appointmentId: candidate.appointmentId, isOtherSample }
  return { ...chosen, decision: 'match', state: 'matched', decidedAt: at, askedAt: null }
}

async function mayChoose(
  tx: Tx,
  { fieldKeys }: ImportDeps,
  { record, read, candidate }: { record: ImportRecord; read: LabRow; candidate: CandidateRow },
): Promise<boolean> {
  const { labId } = record
  const find = await candidatesFor(tx, { fieldKeys, labId, rows: [read] })
  const numbers = [numberIndexOf(fieldKeys, labId, read)]
  const known = await listKnownNumbers(tx, { labId, numbers })
  const reported = appointmentsReported(read, known)
  return mayBeOf(fieldKeys, read, { candidate, candidates: find(read), reported })
}

/** The row sealed again with the reason that a person gave; null without one. */
function withNote(
  { fieldKeys }: ImportDeps,
  { stored }: Found,
  { decision, reason }: Decided,
): Buffer | null {
  if (reason === undefined && decision !== 'undo') return null
  const note = decision === 'undo' ? null : (reason ?? null)
  return sealRow(fieldKeys, stored, { ...openRow(fieldKeys, stored), note })
}

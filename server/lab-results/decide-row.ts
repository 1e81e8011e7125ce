import type { LabRow } from '../../domain/office/lab-rows.ts'
import type { RowDecision } from '../../domain/office/result-import-shapes.ts'
import { mayDecide } from '../../domain/office/result-matching.ts'
import { isOpenImport, type RowReason, type RowState } from '../../domain/office/result-states.ts'
import { insertStaffAccess } from '../audit/access-log.queries.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Staff } from '../staff/guard.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import type { ImportDeps } from './import-file.ts'
import { findRow, type RowRecord, updateRow } from './import-rows.queries.ts'
import { lockImport, reopenImport } from './imports.queries.ts'
import { matchFile, toSampled } from './match-file.ts'
import { nhsIndexOf } from './row-indexes.ts'
import { openRow } from './sealed-lab-results.ts'

/** Rows that wait for a person, and those that a person has decided. */
const DECIDABLE: readonly RowState[] = ['close', 'quarantined', 'conflict', 'error']

/**
 * Gives a row to an appointment, discards it, or takes the decision back, until it is committed; a
 * discarded row of a committed file opens the file again.
 * Throws Refused not_found, not_in_review, row_is_settled, or not_their_sample for an appointment
 * that carries neither the row's tube nor its NHS number and birth date.
 */
export async function decideRow(
  deps: ImportDeps,
  {
    importId,
    row: number,
    decision,
    appointment_id: appointmentId,
  }: RowDecision & {
    importId: number
    row: number
  },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const record = await lockImport(tx, importId)
    const stored = record && (await findRow(tx, { importId, row: number }))
    if (!record || !stored) throw new Refused('not_found')
    const reopens = decision === 'undo' && stored.state === 'discarded'
    const isOpen = isOpenImport(record.state) || (record.state === 'committed' && reopens)
    if (!isOpen) throw new Refused('not_in_review')
    const { read } = openRow(deps.fieldKeys, stored)
    if (decision === 'undo') {
      if (stored.decision === null || stored.state === 'committed')
        throw new Refused('row_is_settled')
      const [again] = read
        ? await matchFile(tx, { fieldKeys: deps.fieldKeys, labId: record.labId, rows: [read] })
        : []
      const reason = again ? again.reason : stored.reason
      await reopenImport(tx, record)
      // Never matched by the machine after a person has looked.
      const state = again ? (again.state === 'matched' ? 'close' : again.state) : 'error'
      await save({
        state,
        reason,
        decision: null,
        decidedBy: null,
        decidedAt: null,
        appointmentId: null,
      })
      return
    }
    if (!DECIDABLE.includes(stored.state)) throw new Refused('row_is_settled')
    const decided = { decision, decidedBy: by.id, decidedAt: now }
    if (decision === 'discard') return save({ ...decided, state: 'discarded' })
    const [candidate] = appointmentId === undefined ? [] : await listByIds(tx, [appointmentId])
    if (!candidate || !read || !mayBeOf(deps.fieldKeys, read, candidate))
      throw new Refused('not_their_sample')
    const access = { staff: by, memberId: candidate.memberId, at: now }
    await insertStaffAccess(tx, { ...access, what: 'result', reason: 'result' })
    await save({ ...decided, state: 'matched', appointmentId: candidate.appointmentId })

    async function save(changes: Partial<RowRecord> & { reason?: RowReason | null }) {
      await updateRow(tx, { importId, row: number }, changes)
      await insertAudit(tx, {
        actorUserId: by.userId,
        action: 'result row decided',
        subject: `result import ${importId}`,
        details: {
          row: number,
          decision,
          appointmentId,
          before: stored?.state,
          after: changes.state,
        },
        at: now,
      })
    }
  })
}

/** Whether the appointment carries what the row does (domain/office/result-matching.ts). */
export function mayBeOf(keys: FieldKeys, row: LabRow, candidate: CandidateRow): boolean {
  const index = row.nhs_number === null ? null : nhsIndexOf(keys, row.nhs_number)
  return mayDecide(row, toSampled(candidate, row, index))
}

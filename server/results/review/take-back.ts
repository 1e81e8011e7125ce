import type { ResultNote } from '../../../domain/office/lab-result-schemas.ts'
import { whyNotTakeBack } from '../../../domain/office/result-review.ts'
import { EMPTY_REVIEW } from '../../facts/sealed-lab-results.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followRecorded } from '../../tasks/follow-lab-results.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import { findRowOfResult, type RowRecord, updateRow } from '../lab-results/import-rows.queries.ts'
import { lockImport, reopenImport, restoreLabResult } from '../lab-results/imports.queries.ts'
import { takenBackIndexOf } from '../lab-results/row-indexes.ts'
import type { LabResultRow } from '../lab-results.queries.ts'
import { change, save } from './review-result.ts'

/**
 * Takes a result that is not released off its appointment: its row of the file waits for a person
 * again, and a report that it corrected is reviewed again. Throws Refused not_found, own_record,
 * changed_meanwhile or not_in_review.
 */
export function takeBack(
  deps: ImportDeps,
  { id, note, version }: ResultNote & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row }) => {
    const reason = whyNotTakeBack(row.state)
    if (reason) throw new Refused(reason)
    const more = offItsAppointment(deps, row)
    const sealed = { ...EMPTY_REVIEW, note }
    await save(tx, deps, { row, by, kind: 'discarded', sealed, state: 'discarded', more })
    if (row.replacesId !== null && (await restoreLabResult(tx, row.replacesId)))
      await followRecorded(tx, deps, {
        recorded: [{ ...row, id: row.replacesId, replacesId: null }],
        now: deps.now(),
      })
    await reopenRow(tx, deps, { row, by })
  })
}

/** The same report may be recorded again, for this appointment or another. */
export function offItsAppointment({ fieldKeys }: ImportDeps, row: LabResultRow) {
  const index = takenBackIndexOf(fieldKeys, row.sealId)
  const takenBackNumber = row.numberIndex
  return { numberIndex: index, contentIndex: index, takenBackNumber, replacesId: null }
}

/** The row of the file waits for a person again. */
export async function reopenRow(
  tx: Tx,
  deps: ImportDeps,
  { row: result, by }: { row: LabResultRow; by: Staff },
): Promise<void> {
  const row = await findRowOfResult(tx, result)
  if (!row) throw new Error(`laboratory result ${result.id} is of no row`)
  const { importId } = row
  const record = await lockImport(tx, importId)
  if (record) await reopenImport(tx, record)
  await updateRow(tx, { importId, row: row.row }, waitingAgain(row))
  await insertAudit(
    tx,
    { by, subject: `result import ${importId}`, at: deps.now() },
    'result row waits again',
    { row: row.row, before: row.state, after: 'close' },
  )
}

/** Never matched by the machine after a person has looked. */
function waitingAgain({ closeIds, appointmentId }: RowRecord): Partial<RowRecord> {
  const ids = appointmentId === null ? closeIds : [appointmentId, ...closeIds]
  return {
    state: 'close',
    reason: 'taken_back',
    closeIds: [...new Set(ids)],
    appointmentId: null,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    labResultId: null,
  }
}

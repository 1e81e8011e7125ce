import type { ResultChoiceForm } from '../../../domain/office/lab-result-schemas.ts'
import { mayChoose } from '../../../domain/office/result-holds.ts'
import { whyNotTakeBack } from '../../../domain/office/result-review.ts'
import {
  EMPTY_REVIEW,
  openLabResult,
  openRow,
  sealLabResult,
  sealRow,
} from '../../facts/sealed-lab-results.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followChoice, followDestroyed } from '../../tasks/follow-lab-results.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import { findRowOfResult, updateRow } from '../lab-results/import-rows.queries.ts'
import type { LabResultRow } from '../lab-results.queries.ts'
import { change, save } from './review-result.ts'

/**
 * A clinician's choice about a result whose consent was withdrawn, or about the GP of a member who has
 * died. A destroyed one loses its number, here and in the row of its file, and is discarded. Throws
 * Refused not_found, own_record, changed_meanwhile, not_in_review or no_choice_here.
 */
export function chooseResult(
  deps: ImportDeps,
  { id, choice, note, version }: ResultChoiceForm & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, held }) => {
    const reason = whyNotTakeBack(row.state)
    if (reason) throw new Refused(reason)
    if (!mayChoose(held.holds, { ...held, choice })) throw new Refused('no_choice_here')
    const sealed = { ...EMPTY_REVIEW, note, choice }
    const of = { labResult: row, now: deps.now() }
    if (choice !== 'destroy') {
      await save(tx, deps, { row, by, kind: 'chosen', sealed, state: row.state })
      return followChoice(tx, of)
    }
    const more = { sealed: withoutNumber(deps, row) }
    await save(tx, deps, { row, by, kind: 'chosen', sealed, state: 'discarded', more })
    await emptyRow(tx, deps, row)
    await followDestroyed(tx, of)
  })
}

const NUMBERLESS = { value: null, range: null, outcome: null, comment: null, flag: null } as const

function withoutNumber({ fieldKeys }: ImportDeps, row: LabResultRow): Buffer {
  return sealLabResult(fieldKeys, row.sealId, { ...openLabResult(fieldKeys, row), ...NUMBERLESS })
}

async function emptyRow(tx: Tx, { fieldKeys }: ImportDeps, result: LabResultRow): Promise<void> {
  const row = await findRowOfResult(tx, result)
  if (!row) return
  const { read, ...rest } = openRow(fieldKeys, row)
  if (!read) return
  const sealed = sealRow(fieldKeys, row, { ...rest, read: { ...read, ...NUMBERLESS } })
  await updateRow(tx, row, { sealed })
}

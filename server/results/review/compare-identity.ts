import type { ResultNote } from '../../../domain/office/lab-result-schemas.ts'
import { mayCompare } from '../../../domain/office/result-holds.ts'
import { whyNotTakeBack } from '../../../domain/office/result-review.ts'
import { EMPTY_REVIEW } from '../../facts/sealed-lab-results.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { ImportDeps } from '../lab-results/import-file.ts'
import { change, save } from './review-result.ts'

/**
 * Records that a clinician compared the records, and that the sample is of this person although the
 * report fits only what was changed after it. Throws Refused not_found, own_record, changed_meanwhile,
 * not_in_review or no_choice_here when nothing is to be compared.
 */
export function confirmSamePerson(
  deps: ImportDeps,
  { id, note, version }: ResultNote & { id: number },
  by: Staff,
): Promise<void> {
  return change(deps, { id, version, by }, async (tx, { row, held }) => {
    const reason = whyNotTakeBack(row.state)
    if (reason) throw new Refused(reason)
    if (!mayCompare(held.holds)) throw new Refused('no_choice_here')
    const sealed = { ...EMPTY_REVIEW, note, is_same_person: true }
    await save(tx, deps, { row, by, kind: 'chosen', sealed, state: row.state })
  })
}

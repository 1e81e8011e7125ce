import { ageOn } from '../../../domain/age.ts'
import { nextCallAt } from '../../../domain/office/result-order.ts'
import { isBlindReader } from '../../../domain/office/result-review.ts'
import type { Deps } from '../../deps.ts'
import { EMPTY_REVIEW, openLabResult, openReview } from '../../facts/sealed-lab-results.ts'
import type { Staff } from '../../staff/guard.ts'
import type { LabResultRow, ReviewRow } from '../lab-results.queries.ts'
import type { Held } from './holds.ts'

/**
 * In clear; `reviews` are of this result, the earliest first. A reader who may be the second clinician
 * gets nothing of what others decided before.
 */
export function toLabResult(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  row: LabResultRow,
  {
    reviews,
    reader,
    held,
  }: { reviews: readonly ReviewRow[]; reader: Pick<Staff, 'id'>; held: Held },
) {
  const isBlind = isBlindReader(row.state, reviews, reader.id)
  const values = openLabResult(fieldKeys, row)
  const shown = reviews.map((review) => {
    const { kind, by, at } = review
    const isHidden =
      held.choice === 'destroy' ? review.kind !== 'chosen' : isBlind && review.staffId !== reader.id
    const decided = isHidden ? EMPTY_REVIEW : openReview(fieldKeys, review)
    return { kind, by, at: at.toISOString(), ...decided }
  })
  return {
    id: row.id,
    state: row.state,
    version: row.version,
    member_id: row.memberId,
    appointment_id: row.appointmentId,
    first_name: row.firstName,
    last_name: row.lastName,
    date_of_birth: row.dateOfBirth,
    age: ageOn(row.dateOfBirth, row.sampleDate ?? row.dateOfBirth),
    event: row.event,
    lab: row.lab,
    lab_number: values.lab_number,
    sample_date: row.sampleDate,
    value: values.value,
    unit: values.unit,
    range: values.range,
    outcome: values.outcome,
    lab_flag: values.flag ?? null,
    lab_comment: values.comment,
    status: values.status,
    replaces_released: row.replacedResultId !== null,
    release_at: row.releaseAt?.toISOString() ?? null,
    holds: held.holds,
    choice: held.choice,
    reviews: shown,
    call_again_at: row.state === 'ring first' ? nextCallAt(shown) : null,
  }
}

import { ageOn } from '../../domain/age.ts'
import type { Deps } from '../deps.ts'
import type { LabResultRow, ReviewRow } from './lab-results.queries.ts'
import { openLabResult, openReview } from './sealed-lab-results.ts'

/** In clear; `reviews` are of this result, the earliest first. */
export function toLabResult(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  row: LabResultRow,
  reviews: readonly ReviewRow[],
) {
  const found = openLabResult(fieldKeys, row)
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
    lab_number: found.lab_number,
    sample_date: row.sampleDate,
    value: found.value,
    unit: found.unit,
    range: found.range,
    outcome: found.outcome,
    lab_flag: found.flag ?? null,
    lab_comment: found.comment,
    status: found.status,
    replaces_released: row.replacedResultId !== null,
    release_at: row.releaseAt?.toISOString() ?? null,
    reviews: reviews.map((review) => {
      const { kind, by, at } = review
      return { kind, by, at: at.toISOString(), ...openReview(fieldKeys, review) }
    }),
  }
}

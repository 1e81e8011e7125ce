import type { LabRow } from '../../../domain/office/lab-rows.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

/** Keyed hash of the laboratory's own number for the report. */
export function numberIndexOf(keys: FieldKeys, labId: number, row: LabRow): Buffer {
  return keys.blindIndex(
    `${labId}|${row.lab_number}|${row.test.toLowerCase()}`,
    'laboratory number',
  )
}

/**
 * Keyed hash of what the laboratory reported: the same report again has the same. Not of its flag nor
 * of what is no NHS number, so that reports stored before these were read are known again.
 */
export function contentIndexOf(keys: FieldKeys, labId: number, row: LabRow): Buffer {
  const { row: _, flag: __, nhs_unreadable: ___, ...written } = row
  const parts = Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1))
  return keys.blindIndex(`${labId}|${JSON.stringify(parts)}`, 'laboratory report')
}

export function fileIndexOf(keys: FieldKeys, labId: number, sha256: string): Buffer {
  return keys.blindIndex(`${labId}|${sha256}`, 'laboratory file')
}

/** As members.nhs_number_index. */
export function nhsIndexOf(keys: FieldKeys, nhsNumber: string): Buffer {
  return keys.blindIndex(nhsNumber, 'nhs_number')
}

/** Equal to the hash of no number and of no report. */
export function takenBackIndexOf(keys: FieldKeys, sealId: string): Buffer {
  return keys.blindIndex(sealId, 'taken back')
}

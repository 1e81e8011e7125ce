import { isNhsNumber, looksMistyped, onlyNhsDigits } from '../../../domain/nhs-number.ts'
import type { ColumnMap, LabField } from '../../../domain/office/lab-columns.ts'
import type { LabRow, LabRowError } from '../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../domain/office/result-states.ts'
import { type Cell, toText } from './cells.ts'
import { readDate, readMoment } from './read-dates.ts'
import { outcomeOf, readValue } from './read-values.ts'

/** The cells of a row by what they hold. */
export type Fields = Partial<Record<LabField, { cell: Cell; column: string }>>

/** One row as the laboratory wrote it, or what could not be read of it: the first thing. */
export function toLabRow(
  { row, fields }: { row: number; fields: Fields },
  map: ColumnMap,
): LabRow | LabRowError {
  const textOf = (field: LabField) => toText(fields[field]?.cell ?? null)
  const wrong = (reason: RowReason, field: LabField): LabRowError => ({
    row,
    reason,
    column: fields[field]?.column ?? null,
    text: textOf(field) ?? '',
  })

  const labNumber = textOf('lab_number')
  if (labNumber === null) return wrong('no_laboratory_number', 'lab_number')
  const test = textOf('test') ?? ''
  if (!map.tests.some((name) => name.toLowerCase() === test.toLowerCase()))
    return wrong('test_unknown', 'test')
  const status = statusOf(textOf('status'))
  if (status === null) return wrong('status_unknown', 'status')
  const born = fields.date_of_birth?.cell ?? null
  if (toText(born) === null) return wrong('no_birth_date', 'date_of_birth')
  const dateOfBirth = readDate(born)
  if (dateOfBirth === null) return wrong('date_unreadable', 'date_of_birth')
  const moments = { collected: textOrDate('collected'), received: textOrDate('received') }
  const reported = textOrDate('reported')
  for (const [field, moment] of Object.entries({ ...moments, reported }))
    if (moment === 'unreadable') return wrong('date_unreadable', field as LabField)
  const nhs = textOf('nhs_number')
  const nhsNumber = nhs === null ? null : onlyNhsDigits(nhs)
  if (nhs !== null && (!nhsNumber || !isNhsNumber(nhsNumber) || looksMistyped(nhsNumber)))
    return wrong('value_unreadable', 'nhs_number')

  const comment = textOf('comment')
  const found = foundIn(textOf('value'), { comment, status })
  if (found.problem) return wrong(found.problem, 'value')
  const label = textOf('unit') ?? ''
  const unit = Object.hasOwn(map.units, label) ? (map.units[label] ?? null) : undefined
  if (found.value !== null && !unit) return wrong('unit_unknown', 'unit')

  return {
    row,
    lab_number: labNumber,
    tube: textOf('tube'),
    nhs_number: nhsNumber,
    ...namesOf(textOf('first_name'), textOf('last_name'), textOf('full_name')),
    date_of_birth: dateOfBirth,
    collected: moments.collected === 'unreadable' ? null : moments.collected,
    received: moments.received === 'unreadable' ? null : moments.received,
    reported: reported === 'unreadable' ? null : reported,
    test,
    value: found.value,
    unit: found.value === null ? null : (unit ?? null),
    range: textOf('range'),
    outcome: found.outcome,
    comment,
    status,
  }

  function textOrDate(field: LabField): string | null | 'unreadable' {
    const cell = fields[field]?.cell ?? null
    return toText(cell) === null ? null : (readMoment(cell) ?? 'unreadable')
  }
}

type Found = {
  value: string | null
  outcome: LabRow['outcome']
  problem: RowReason | null
}

function foundIn(
  written: string | null,
  { comment, status }: { comment: string | null; status: LabRow['status'] },
): Found {
  if (status === 'deleted') return { value: null, outcome: null, problem: null }
  const outcome = outcomeOf(written ?? '') ?? (written === null ? outcomeOf(comment ?? '') : null)
  if (outcome) return { value: null, outcome, problem: null }
  const read = readValue(written ?? '')
  if ('problem' in read) return { value: null, outcome: null, problem: read.problem }
  return { value: read.value, outcome: null, problem: null }
}

/** Final unless the laboratory says otherwise; null for one that is not final. */
function statusOf(written: string | null): LabRow['status'] | null {
  if (written === null || /^(f|final)$/i.test(written)) return 'final'
  if (/^(c|corrected|amended|correction)$/i.test(written)) return 'corrected'
  return /^(d|deleted|withdrawn)$/i.test(written) ? 'deleted' : null
}

function namesOf(first: string | null, last: string | null, full: string | null) {
  if (last !== null || full === null) return { first_name: first ?? '', last_name: last ?? '' }
  const [surname = '', given] = full.split(',')
  if (given !== undefined) return { first_name: given.trim(), last_name: surname.trim() }
  const words = full.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

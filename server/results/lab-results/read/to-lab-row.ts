import { foldText, foldUnit } from '../../../../domain/fold-text.ts'
import { isNhsNumber, looksMistyped, onlyNhsDigits } from '../../../../domain/nhs-number.ts'
import type { ColumnMap, LabField } from '../../../../domain/office/lab-columns.ts'
import type { LabRow, LabRowError, RestOfRow } from '../../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../../domain/office/result-states.ts'
import { type Cell, toText } from './cells.ts'
import { type DateSystem, readBirthDate, readMoment } from './read-dates.ts'
import type { ReadStatus } from './read-status.ts'
import { outcomeOf, ownOutcomeOf, readValue } from './read-values.ts'

/**
 * `isSeveral` where more stands than one value. `texts` are of a coded value, which is never a number;
 * empty for a value that is neither number nor code.
 */
export type WrittenField = {
  cell: Cell
  column: string
  isSeveral?: boolean
  texts?: readonly string[]
}
/** The cells of a row by what they hold. */
export type Fields = Partial<Record<LabField, WrittenField>>
/** `notes` are what the laboratory wrote beside it, one by one; `extra` stands under no header. */
export type WrittenRow = {
  row: number
  fields: Fields
  status: ReadStatus
  notes: readonly string[]
  extra?: string | null
  /** A cell that holds further rows. */
  taken?: string | null
  dates?: DateSystem
}

/** Two of them in one row leave it open which is meant. */
const SINGLE: LabField[] = [
  ...(['lab_number', 'tube', 'nhs_number', 'date_of_birth', 'first_name', 'last_name'] as const),
  ...(['full_name', 'collected', 'test', 'value', 'unit', 'status'] as const),
]
const MOMENTS = ['collected', 'received', 'reported'] as const
const MOST_DIGITS_OF_A_SPREADSHEET = 15

/** One row as the laboratory wrote it, or what could not be read of it: the first thing. */
export function toLabRow(written: WrittenRow, map: ColumnMap): LabRow | LabRowError {
  const { row, fields, status, dates } = written
  const textOf = (field: LabField) => toText(fields[field]?.cell ?? null)
  const rest = restOf(written)
  const wrong = (reason: RowReason, field: LabField, text = textOf(field)): LabRowError => ({
    row,
    reason,
    column: fields[field]?.column ?? null,
    text: text ?? '',
    rest,
  })

  if (written.taken)
    return { row, reason: 'rows_in_one_cell', column: null, text: written.taken, rest }
  if (written.extra)
    return { row, reason: 'cell_without_header', column: null, text: written.extra, rest }
  const several = SINGLE.find((field) => fields[field]?.isSeveral)
  if (several) return wrong('several_values', several)
  if (rest.lab_number === null) return wrong('no_laboratory_number', 'lab_number')
  if (isChangedNumber(fields.lab_number?.cell ?? null))
    return wrong('laboratory_number_changed', 'lab_number')
  const test = knownTest(rest.test ?? '', map)
  if (test === null) return wrong('test_unknown', 'test')
  if ('problem' in status)
    return { row, reason: status.problem, column: status.column, text: status.text, rest }
  const born = fields.date_of_birth?.cell ?? null
  if (toText(born) === null) return wrong('no_birth_date', 'date_of_birth')
  const birth = readBirthDate(born, dates)
  if ('problem' in birth) return wrong(birth.problem, 'date_of_birth')
  const unread = MOMENTS.find((field) => textOf(field) !== null && rest[field] === null)
  if (unread) return wrong('date_unreadable', unread)

  const value = valueIn(written, map)
  if ('problem' in value) {
    const isInNote = value.problem === 'no_value' && rest.comment !== null
    if (!isInNote) return wrong(value.problem, 'value')
    return { ...wrong('no_value', 'value', rest.comment), column: fields.comment?.column ?? null }
  }
  const unit = knownUnit(textOf('unit') ?? '', map)
  if (value.value !== null && unit === null) return wrong('unit_unknown', 'unit')

  const noNumber = rest.nhs_number === null ? textOf('nhs_number') : null
  return {
    row,
    lab_number: rest.lab_number,
    tube: rest.tube,
    nhs_number: rest.nhs_number,
    first_name: rest.first_name ?? '',
    last_name: rest.last_name ?? '',
    date_of_birth: birth.date,
    collected: rest.collected,
    received: rest.received,
    reported: rest.reported,
    test,
    value: value.value,
    unit: value.value === null ? null : unit,
    range: rest.range,
    outcome: value.outcome,
    comment: [rest.comment, value.remark].filter(Boolean).join(' ') || null,
    status: status.status === 'no_result' ? 'final' : status.status,
    ...(rest.flag !== null && { flag: rest.flag }),
    ...(noNumber !== null && { nhs_unreadable: noNumber }),
  }
}

/** As far as it can be read. */
function restOf({ fields, status, notes, dates }: WrittenRow): RestOfRow {
  const textOf = (field: LabField) => toText(fields[field]?.cell ?? null)
  const momentOf = (field: LabField) => readMoment(fields[field]?.cell ?? null, dates)
  const birth = readBirthDate(fields.date_of_birth?.cell ?? null, dates)
  const names = namesOf(textOf('first_name'), textOf('last_name'), textOf('full_name'))
  return {
    ...names,
    lab_number: textOf('lab_number'),
    tube: textOf('tube'),
    nhs_number: nhsNumberIn(textOf('nhs_number')),
    date_of_birth: 'date' in birth ? birth.date : null,
    collected: momentOf('collected'),
    received: momentOf('received'),
    reported: momentOf('reported'),
    test: textOf('test'),
    value: textOf('value'),
    unit: textOf('unit'),
    range: textOf('range'),
    comment: notes.join(' ') || null,
    status: 'status' in status ? status.status : status.text || null,
    flag: textOf('flag'),
  }
}

/** Null for what is no NHS number, such as 'not known'. */
function nhsNumberIn(text: string | null): string | null {
  const digits = text === null ? null : onlyNhsDigits(text)
  return digits && isNhsNumber(digits) && !looksMistyped(digits) ? digits : null
}

/** A spreadsheet keeps 15 digits of a number, writes others as 1.67683E+15, and makes dates of some. */
function isChangedNumber(cell: Cell): boolean {
  if (typeof cell === 'number') return Math.abs(cell) >= 10 ** MOST_DIGITS_OF_A_SPREADSHEET
  if (typeof cell !== 'string') return true
  return /^[+-]?\d+([.,]\d+)?e[+-]\d+$/i.test(cell.trim()) || /^#+$/.test(cell.trim())
}

/** As the map spells it when only signs or accents differ; null for a test that is none of ours. */
function knownTest(written: string, { tests }: ColumnMap): string | null {
  const known = tests.find((name) => foldText(name) === foldText(written))
  if (known === undefined || written === '') return null
  return known.toLowerCase() === written.toLowerCase() ? written : known
}

/** Null for one that the map does not name, or names as two different ones. */
function knownUnit(written: string, { units }: ColumnMap): string | null {
  if (Object.hasOwn(units, written)) return units[written] ?? null
  const alike = Object.entries(units).filter(([label]) => foldUnit(label) === foldUnit(written))
  const own = new Set(alike.map(([, unit]) => unit))
  return own.size === 1 ? ([...own][0] ?? null) : null
}

type Found = { value: string | null; outcome: LabRow['outcome']; remark: string | null }
const WITHDRAWN: Found = { value: null, outcome: null, remark: null }

function valueIn(
  { fields, status, notes }: WrittenRow,
  { outcomes = {} }: ColumnMap,
): Found | { problem: RowReason } {
  const { cell = null, texts } = fields.value ?? {}
  const written = toText(cell) ?? ''
  const own = (texts ?? [written]).map((text) => outcomeOf(text, outcomes)).find((one) => one)
  if ('status' in status && status.status === 'no_result') {
    const ofNote = notes.map((note) => ownOutcomeOf(note, outcomes)).find((one) => one)
    const remark = own || written === '' ? null : `(Instead of a result: ${written})`
    return { value: null, outcome: own ?? ofNote ?? 'not_processed', remark }
  }
  if ('status' in status && status.status !== 'final' && status.status !== 'corrected')
    return WITHDRAWN
  if (own) return { value: null, outcome: own, remark: null }
  if (texts && written !== '') return { problem: 'type_without_number' }
  const read = readValue(written)
  return 'problem' in read ? read : { value: read.value, outcome: null, remark: null }
}

function namesOf(first: string | null, last: string | null, full: string | null) {
  if (last !== null || full === null) return { first_name: first, last_name: last }
  const [surname = '', given] = full.split(',')
  if (given !== undefined) return { first_name: given.trim(), last_name: surname.trim() }
  const words = full.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

import type { ColumnMap, LabField } from '../../../../domain/office/lab-columns.ts'
import { NO_NUMBER_OUTCOMES, type NoNumberOutcome } from '../../../../domain/office/lab-rows.ts'
import type { FieldError } from '../../../ui/error-summary.tsx'

export const FIELD_LABELS: Record<LabField, string> = {
  lab_number: 'Laboratory number of the report',
  tube: 'Tube: our code',
  nhs_number: 'NHS number',
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Whole name: ‘SURNAME, First’',
  date_of_birth: 'Date of birth',
  collected: 'When the sample was taken',
  received: 'When the laboratory received it',
  reported: 'When the laboratory reported it',
  test: 'Name or code of the test',
  value: 'Result',
  unit: 'Unit',
  range: 'Reference range',
  status: 'Status: final, corrected, deleted',
  flag: 'Flag of the laboratory: high, low',
  comment: 'Comment',
  ignored: 'Ignore this column',
}

/** Without these a table cannot be read. */
const NEEDED: LabField[][] = [
  ['lab_number'],
  ['last_name', 'full_name'],
  ['date_of_birth'],
  ['test'],
  ['value'],
]

/** `field` is '' until it is chosen. */
export type TypedColumn = { header: string; field: LabField | '' }
/** One a line: a unit as 'ug/L = ng/mL', an outcome as 'HAEM = haemolysed'. */
export type TypedMap = {
  format: ColumnMap['format']
  columns: readonly TypedColumn[]
  tests: string
  units: string
  outcomes: string
}

const FIRST: TypedMap = {
  format: 'table',
  columns: [],
  tests: 'PSA',
  units: 'ng/mL = ng/mL\nug/L = ng/mL\nµg/L = ng/mL',
  outcomes: '',
}

export function toTyped(map: ColumnMap | null): TypedMap {
  if (map === null) return FIRST
  const columns = Object.entries(map.columns).map(([header, field]) => ({ header, field }))
  const units = Object.entries(map.units).map(([label, unit]) => `${label} = ${unit}`)
  const outcomes = Object.entries(map.outcomes ?? {}).map(
    ([text, outcome]) => `${text} = ${outcome}`,
  )
  const { format, tests } = map
  return {
    format,
    columns,
    tests: tests.join('\n'),
    units: units.join('\n'),
    outcomes: outcomes.join('\n'),
  }
}

/** Leaves out columns of which nobody has chosen what they hold. */
export function toMap({ format, columns, tests, units, outcomes }: TypedMap): ColumnMap {
  const chosen = columns.flatMap(({ header, field }) =>
    field === '' ? [] : [[header, field] as const],
  )
  const own = linesOf(outcomes).flatMap((line) => {
    const [text, outcome] = sidesOf(line)
    return isOutcome(outcome) ? [[text, outcome] as const] : []
  })
  return {
    format,
    columns: Object.fromEntries(chosen),
    tests: linesOf(tests),
    units: Object.fromEntries(linesOf(units).map(sidesOf)),
    ...(own.length > 0 && { outcomes: Object.fromEntries(own) }),
  }
}

export function checkMap(typed: TypedMap): FieldError[] {
  const { format, columns, tests, units, outcomes } = typed
  const errors: FieldError[] = []
  const open = columns.findIndex(({ field }) => field === '')
  if (open >= 0)
    errors.push({
      field: `column-${open}`,
      message: `Choose what is in the column ‘${columns[open]?.header}’.`,
    })
  const fields = columns.map(({ field }) => field)
  const missing = NEEDED.filter((some) => !some.some((field) => fields.includes(field)))
  if (format === 'table' && missing.length > 0)
    errors.push({
      field: columns.length > 0 ? 'column-0' : 'file',
      message: `No column holds: ${missing.map(([one]) => (one ? FIELD_LABELS[one] : '')).join(', ')}.`,
    })
  const twice = fields.find(
    (field, place) => field !== '' && field !== 'ignored' && fields.indexOf(field) !== place,
  )
  if (twice)
    errors.push({
      field: `column-${fields.lastIndexOf(twice)}`,
      message: `Two columns hold: ${FIELD_LABELS[twice]}. Choose one.`,
    })
  if (linesOf(tests).length === 0)
    errors.push({ field: 'tests', message: 'Enter a test name as the laboratory writes it.' })
  if (linesOf(units).some((line) => !/^[^=]*=\s*[^=\s][^=]*$/.test(line)))
    errors.push({ field: 'units', message: 'Enter each unit in the form ‘ug/L = ng/mL’.' })
  const wrong = linesOf(outcomes).find((line) => {
    const [text, outcome] = sidesOf(line)
    return text === '' || !isOutcome(outcome)
  })
  if (wrong !== undefined)
    errors.push({
      field: 'outcomes',
      message: `Write ‘${wrong}’ in the form ‘HAEM = haemolysed’, using one of: ${NO_NUMBER_OUTCOMES.join(', ')}.`,
    })
  return errors
}

/** The map's columns, and the headers that it does not name yet. */
export function withHeaders(
  columns: readonly TypedColumn[],
  headers: readonly string[],
): readonly TypedColumn[] {
  const known = columns.map(({ header }) => header)
  const added = headers.filter((header) => !known.includes(header))
  return [...columns, ...added.map((header) => ({ header, field: '' as const }))]
}

/** What stands before the last '=' and after it. */
function sidesOf(line: string): readonly [string, string] {
  const place = line.lastIndexOf('=')
  if (place === -1) return [line.trim(), '']
  return [line.slice(0, place).trim(), line.slice(place + 1).trim()]
}

function isOutcome(text: string): text is NoNumberOutcome {
  return NO_NUMBER_OUTCOMES.some((one) => one === text)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

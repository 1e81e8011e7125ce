import type { ColumnMap, LabField } from '../../../domain/office/lab-columns.ts'
import { type LabFile, type LabRowError, refusedFile } from '../../../domain/office/lab-rows.ts'
import { MAX_ROWS } from '../../../domain/office/result-states.ts'
import type { Cell, Cells } from './cells.ts'
import { type Fields, toLabRow } from './to-lab-row.ts'

const NEEDED: LabField[][] = [
  ['lab_number'],
  ['last_name', 'full_name'],
  ['date_of_birth'],
  ['test'],
  ['value'],
]

export function readTable(cells: Cells, map: ColumnMap): LabFile {
  const first = cells.findIndex((row) => !isEmpty(row))
  const headers = (cells[first] ?? []).map((cell) => String(cell ?? '').trim())
  const unknown = headers.filter((name) => name !== '' && !Object.hasOwn(map.columns, name))
  if (first === -1) return refusedFile('no_rows', '')
  if (unknown.length > 0) return refusedFile('headers_unknown', unknown.join(', '))
  const twice = headers.filter((name, place) => name !== '' && headers.indexOf(name) !== place)
  if (twice.length > 0) return refusedFile('headers_unknown', `${twice.join(', ')} (twice)`)
  const fields = headers.map((name) => (name === '' ? undefined : map.columns[name]))
  const missing = NEEDED.filter((some) => !some.some((field) => fields.includes(field)))
  if (missing.length > 0)
    return refusedFile('columns_missing', missing.map(([one]) => one).join(', '))
  const last = cells.findLastIndex((row) => !isEmpty(row))
  if (last - first > MAX_ROWS) return refusedFile('too_many_rows', String(last - first))
  if (last === first) return refusedFile('no_rows', '')

  const rows = []
  const errors: LabRowError[] = []
  for (let place = first + 1; place <= last; place++) {
    const row = cells[place] ?? []
    if (isEmpty(row)) continue
    const read = toLabRow({ row: place + 1, fields: fieldsOf(row, fields, headers) }, map)
    if ('reason' in read) errors.push(read)
    else rows.push(read)
  }
  return { rows, errors, unread: [], refusal: null }
}

function fieldsOf(
  row: readonly Cell[],
  fields: readonly (LabField | undefined)[],
  headers: readonly string[],
): Fields {
  const found: Fields = {}
  for (const [place, field] of fields.entries()) {
    if (!field || field === 'ignored') continue
    found[field] = { cell: row[place] ?? null, column: headers[place] ?? '' }
  }
  return found
}

function isEmpty(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
}

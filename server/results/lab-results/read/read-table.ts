import { foldText } from '../../../../domain/fold-text.ts'
import type { ColumnMap, LabField } from '../../../../domain/office/lab-columns.ts'
import {
  type LabFile,
  type LabRowError,
  refusedFile,
  type UnreadPart,
} from '../../../../domain/office/lab-rows.ts'
import { MAX_ROWS } from '../../../../domain/office/result-states.ts'
import { type Cell, type Cells, toText } from './cells.ts'
import type { DateSystem } from './read-dates.ts'
import { type ReadStatus, readStatus } from './read-status.ts'
import { type Fields, toLabRow, type WrittenRow } from './to-lab-row.ts'

const NEEDED: LabField[][] = [
  ['lab_number'],
  ['last_name', 'full_name'],
  ['date_of_birth'],
  ['test'],
  ['value'],
]
const CUT: ReadStatus = { problem: 'row_cut', column: null, text: '' }
/** Among these the headers are. */
const FIRST_ROWS = 20

/** `cells` with how a workbook counts its days, and what of it is on other sheets. */
export type Table = {
  cells: Cells
  dates?: DateSystem
  unread?: readonly UnreadPart[]
  /** No line end follows the last row. */
  isOpen?: boolean
  /** Texts of cells into which a quotation mark has taken further rows, by the row's place. */
  swallowed?: ReadonlyMap<number, string>
}

export function readTable(
  { cells, dates, unread = [], isOpen = false, swallowed }: Table,
  map: ColumnMap,
): LabFile {
  const first = headerRowOf(cells, map)
  const headers = (cells[first] ?? []).map(textOf)
  const fields = headers.map((name) => fieldOf(name, map))
  const unknown = headers.filter((name, place) => name !== '' && fields[place] === undefined)
  if (first === -1) return refusedFile('no_rows', '')
  if (unknown.length > 0) return refusedFile('headers_unknown', unknown.join(', '))
  const folded = headers.map(foldText)
  const twice = headers.filter((_, place) => isTwice(folded, place))
  if (twice.length > 0) return refusedFile('headers_unknown', `${twice.join(', ')} (twice)`)
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
    const taken = swallowed?.get(place) ?? null
    const isLast = isOpen && place === cells.length - 1
    const written = { ...writtenRow(row, { fields, headers, isLast }), taken }
    const read = toLabRow({ row: place + 1, ...(dates && { dates }), ...written }, map)
    if ('reason' in read) errors.push(read)
    else rows.push(read)
  }
  const above = cells.slice(0, first).filter((row) => !isEmpty(row)).length
  const parts = above > 0 ? [{ name: 'row above the headers', count: above }] : []
  return { rows, errors, unread: [...parts, ...unread], refusal: null }
}

/**
 * The place of the row with the map's headers, among the first; of the first row that is not empty
 * when no row has most of them; -1 without rows.
 */
function headerRowOf(cells: Cells, map: ColumnMap): number {
  const known = knownIn(cells, map)
  const most = Math.max(0, ...known)
  return most >= NEEDED.length ? known.indexOf(most) : cells.findIndex((row) => !isEmpty(row))
}

/** Whether a row among the first has headers of the map. */
export function hasHeaders(cells: Cells, map: ColumnMap): boolean {
  return knownIn(cells, map).some((known) => known >= NEEDED.length)
}

/** How many headers of the map each of the first rows has. */
function knownIn(cells: Cells, map: ColumnMap): number[] {
  return cells
    .slice(0, FIRST_ROWS)
    .map((row) => row.filter((cell) => fieldOf(textOf(cell), map) !== undefined).length)
}

/** What a header holds: as the map writes it, otherwise as it reads without accents and signs. */
export function fieldOf(header: string, { columns }: ColumnMap): LabField | undefined {
  if (header === '') return undefined
  if (Object.hasOwn(columns, header)) return columns[header]
  const folded = foldText(header)
  const alike = Object.entries(columns).filter(([name]) => foldText(name) === folded)
  const fields = new Set(alike.map(([, field]) => field))
  return fields.size === 1 ? [...fields][0] : undefined
}

function isTwice(folded: readonly string[], place: number): boolean {
  const name = folded[place] ?? ''
  return name !== '' && folded.indexOf(name) !== place
}

function writtenRow(
  row: readonly Cell[],
  {
    fields,
    headers,
    isLast,
  }: { fields: readonly (LabField | undefined)[]; headers: readonly string[]; isLast: boolean },
): Omit<WrittenRow, 'row' | 'dates' | 'taken'> {
  const read: Fields = {}
  const notes: string[] = []
  const extra: string[] = []
  for (const [place, cell] of row.entries()) {
    const text = toText(cell)
    const field = fields[place]
    if (field === undefined && text !== null) extra.push(text)
    if (field === 'comment' && text !== null) notes.push(text)
  }
  for (const [place, field] of fields.entries()) {
    if (!field || field === 'ignored') continue
    const cell = row[place] ?? null
    const column = headers[place] ?? ''
    const before = read[field]
    // Two columns of one field, of which one may be empty.
    if (!before || toText(before.cell) === null) read[field] = { cell, column }
    else if (toText(cell) !== null && toText(cell) !== toText(before.cell))
      read[field] = { ...before, isSeveral: true }
  }
  const status =
    isCut(row, fields) || (isLast && fields[row.length - 1] === 'value') ? CUT : statusIn(read)
  return { fields: read, status, notes, extra: extra.join(' ') || null }
}

/** A row with fewer cells than headers, of which the last one may be a part of what was written. */
function isCut(row: readonly Cell[], fields: readonly (LabField | undefined)[]): boolean {
  const last = fields[row.length - 1]
  return row.length < fields.length && (last === 'value' || last === 'comment')
}

/** Final where the file has no status at all; an empty one is none. */
function statusIn({ status }: Fields): ReadStatus {
  if (!status) return { status: 'final' }
  return readStatus(toText(status.cell), status.column)
}

function textOf(cell: Cell | undefined): string {
  return String(cell ?? '').trim()
}

function isEmpty(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
}

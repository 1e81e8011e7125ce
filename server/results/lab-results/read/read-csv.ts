import { CsvError, parse } from 'csv-parse/sync'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { MAX_ROWS } from '../../../../domain/office/result-states.ts'
import type { Cells } from './cells.ts'
import { fieldOf, type Table } from './read-table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Among which the headers are. */
const FIRST_LINES = 50
/** Of a file with more lines, empty ones too, the number of rows is refused. */
const MOST_LINES = 2 * MAX_ROWS
const MOST_CHARACTERS_OF_A_RECORD = 200_000
/** A line in a cell with so many delimiters is a row of its own. */
const DELIMITERS_OF_A_ROW = 3
/** By which some programs name the delimiter in a first line. */
const SEPARATOR_LINE = /^sep=(.)(\r\n|\r|\n)/i

/**
 * The cells of every row, also of empty ones, so that a row has the number that a spreadsheet shows;
 * a problem when a quotation mark is not closed. The delimiter is the one that gives most known
 * headers, or, for a map without columns, most headers.
 */
export function readCsv(text: string, map: ColumnMap): Table | { problem: string } {
  const [line = '', named, end = ''] = SEPARATOR_LINE.exec(text) ?? []
  const rest = end + text.slice(line.length)
  const delimiter = named ?? delimiterOf(rest, map)
  const cells = cellsOf(rest, delimiter, MOST_LINES)
  if ('problem' in cells) return cells
  const isOpen = !/[\r\n]\s*$/.test(rest)
  return { cells, isOpen, swallowed: swallowedIn(cells, delimiter) }
}

function delimiterOf(text: string, map: ColumnMap): string {
  const [best] = DELIMITERS.map((delimiter) => {
    const cells = cellsOf(text, delimiter, FIRST_LINES)
    return { delimiter, known: 'problem' in cells ? 0 : knownHeaders(cells, map) }
  }).sort((one, other) => other.known - one.known)
  return best?.delimiter ?? ','
}

/** A quotation mark inside a text is a sign like others, such as in '5" tube'. */
function cellsOf(text: string, delimiter: string, most: number): Cells | { problem: string } {
  try {
    return parse(text, {
      delimiter,
      to: most,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: MOST_CHARACTERS_OF_A_RECORD,
    })
  } catch (error) {
    if (error instanceof CsvError) return { problem: problemOf(error) }
    throw error
  }
}

function problemOf({ records, column }: CsvError): string {
  const place = [
    typeof records === 'number' ? ` in row ${records + 1}` : '',
    typeof column === 'number' ? `, column ${column + 1}` : '',
  ]
  return `A quotation mark${place.join('')} is not closed.`
}

function swallowedIn(cells: Cells, delimiter: string): Map<number, string> {
  const swallowed = new Map<number, string>()
  for (const [place, row] of cells.entries()) {
    const cell = row.find((text) => typeof text === 'string' && holdsRows(text, delimiter))
    if (typeof cell === 'string') swallowed.set(place, cell)
  }
  return swallowed
}

function holdsRows(text: string, delimiter: string): boolean {
  const [, ...lines] = text.split(/\r\n|\r|\n/)
  return lines.some((line) => line.split(delimiter).length > DELIMITERS_OF_A_ROW)
}

function knownHeaders(cells: Cells, map: ColumnMap): number {
  const isNew = Object.keys(map.columns).length === 0
  const isHeader = (text: string) => (isNew ? text !== '' : fieldOf(text, map) !== undefined)
  const counts = cells.map(
    (row) => row.filter((cell) => isHeader(String(cell ?? '').trim())).length,
  )
  return Math.max(0, ...counts)
}

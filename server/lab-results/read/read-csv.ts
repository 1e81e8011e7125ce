import { CsvError, parse } from 'csv-parse/sync'
import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import { MAX_ROWS } from '../../../domain/office/result-states.ts'
import type { Cells } from './cells.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Among which the headers are. */
const FIRST_LINES = 50
/** Of a file with more lines, empty ones too, the number of rows is refused. */
const MOST_LINES = 2 * MAX_ROWS
const MOST_CHARACTERS_OF_A_RECORD = 200_000

/**
 * The cells of every row, also of empty ones, so that a row has the number that a spreadsheet shows;
 * null when the quotation marks do not fit. The delimiter is the one that gives most known headers,
 * or, for a map without columns, most headers.
 */
export function readCsv(text: string, map: ColumnMap): Cells | null {
  const [best] = DELIMITERS.map((delimiter) => ({
    delimiter,
    known: knownHeaders(cellsOf(text, delimiter, FIRST_LINES) ?? [], map),
  })).sort((one, other) => other.known - one.known)
  return cellsOf(text, best?.delimiter ?? ',', MOST_LINES)
}

function cellsOf(text: string, delimiter: string, most: number): Cells | null {
  try {
    return parse(text, {
      delimiter,
      to: most,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MOST_CHARACTERS_OF_A_RECORD,
    })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

function knownHeaders(cells: Cells, { columns }: ColumnMap): number {
  const header = cells.find((row) => row.some((cell) => cell !== ''))
  const isNew = Object.keys(columns).length === 0
  return (header ?? []).filter((cell) => isNew || Object.hasOwn(columns, String(cell).trim()))
    .length
}

import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import type { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { hasLongLine, isZip } from './parse-file.ts'
import { readCsv } from './read-csv.ts'
import { readExcel } from './read-excel.ts'

const UNKNOWN: ColumnMap = { format: 'table', columns: {}, tests: [], units: {} }
/** Among which the headers are: the first row with most cells, below any title. */
const FIRST_ROWS = 20

/** The headers of a table, without empty ones; none for HL7 or a file that cannot be read. */
export async function parseHeaders(bytes: Buffer): Promise<string[]> {
  const rows = ((await cellsOf(bytes)) ?? []).slice(0, FIRST_ROWS)
  const texts = rows.map((row) => row.map(textOf).filter((name) => name !== ''))
  const most = Math.max(0, ...texts.map((row) => row.length))
  return [...new Set(texts.find((row) => row.length === most) ?? [])]
}

async function cellsOf(bytes: Buffer): Promise<Cells | null> {
  const table = await tableOf(bytes)
  return table === null || 'problem' in table ? null : table.cells
}

async function tableOf(bytes: Buffer) {
  if (isZip(bytes)) return readExcel(bytes, UNKNOWN)
  const text = decodeText(bytes)
  if (text === null || text.startsWith('MSH') || hasLongLine(text)) return null
  return readCsv(text, UNKNOWN)
}

function textOf(cell: Cells[number][number]): string {
  return String(cell ?? '').trim()
}

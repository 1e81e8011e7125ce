import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import type { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { hasLongLine, isZip } from './parse-file.ts'
import { readCsv } from './read-csv.ts'
import { readExcel } from './read-excel.ts'

const UNKNOWN: ColumnMap = { format: 'table', columns: {}, tests: [], units: {} }

/** The headers of a table, without empty ones; none for HL7 or a file that cannot be read. */
export async function parseHeaders(bytes: Buffer): Promise<string[]> {
  const header = (await cellsOf(bytes))?.find((row) => row.some((cell) => textOf(cell) !== ''))
  const headers = (header ?? []).map(textOf).filter((name) => name !== '')
  return [...new Set(headers)]
}

async function cellsOf(bytes: Buffer): Promise<Cells | null> {
  if (isZip(bytes)) {
    const cells = await readExcel(bytes)
    return 'problem' in cells ? null : cells
  }
  const text = decodeText(bytes)
  if (text === null || text.startsWith('MSH') || hasLongLine(text)) return null
  return readCsv(text, UNKNOWN)
}

function textOf(cell: Cells[number][number]): string {
  return String(cell ?? '').trim()
}

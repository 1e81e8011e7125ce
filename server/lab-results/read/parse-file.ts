import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import { type LabFile, refusedFile } from '../../../domain/office/lab-rows.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { readExcel } from './read-excel.ts'
import { readHl7 } from './read-hl7.ts'
import { readTable } from './read-table.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const MOST_CHARACTERS_OF_A_LINE = 100_000

/** A laboratory's file: Excel when it is one, otherwise CSV or HL7 as the map says. */
export async function parseLabFile(bytes: Buffer, map: ColumnMap): Promise<LabFile> {
  if (isZip(bytes)) {
    if (map.format !== 'table') return refusedFile('not_readable', 'An Excel file instead of HL7.')
    const cells = await readExcel(bytes)
    return 'problem' in cells ? refusedFile('not_readable', cells.problem) : readTable(cells, map)
  }
  const text = decodeText(bytes)
  if (text === null) return refusedFile('encoding_unknown', '')
  if (hasLongLine(text)) return refusedFile('not_readable', 'A line is longer than any report.')
  if (map.format === 'hl7') return readHl7(text, map)
  const cells = readCsv(text, map)
  return cells
    ? readTable(cells, map)
    : refusedFile('not_readable', 'A quotation mark is not closed.')
}

/** Whether it begins as an Excel file does. */
export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP.length).equals(ZIP)
}

export function hasLongLine(text: string): boolean {
  let start = 0
  for (let place = 0; place <= text.length; place++) {
    const code = text.charCodeAt(place)
    if (place < text.length && code !== 10 && code !== 13) continue
    if (place - start > MOST_CHARACTERS_OF_A_LINE) return true
    start = place + 1
  }
  return false
}

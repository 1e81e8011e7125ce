import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { type LabFile, refusedFile } from '../../../../domain/office/lab-rows.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { readExcel } from './read-excel.ts'
import { readHl7 } from './read-hl7.ts'
import { readTable } from './read-table.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const MOST_CHARACTERS_OF_A_LINE = 100_000
const MOST_OF_A_START = 1_000

/** Files that laboratories send under a name that fits something else. */
const OTHER_KINDS: { start: RegExp; problem: string }[] = [
  {
    start: /^\u00d0\u00cf.\u00e0/,
    problem: 'It is an Excel file of the old kind (.xls). Save it as .xlsx or as CSV.',
  },
  {
    start: /^(\u00ef\u00bb\u00bf)?\s*<(!doctype html|html|head|body|table|meta)\b/i,
    problem: 'It is a web page (HTML) under the name of a table. Save it as .xlsx or as CSV.',
  },
  {
    start: /^(\u00ef\u00bb\u00bf)?\s*<\?xml\b/i,
    problem: 'It is an XML file. Save it as .xlsx or as CSV.',
  },
  { start: /^%PDF/, problem: 'It is a PDF. Ask for the file as .xlsx, CSV or HL7.' },
]

/** A laboratory's file: Excel when it is one, otherwise CSV or HL7 as the map says. */
export async function parseLabFile(bytes: Buffer, map: ColumnMap): Promise<LabFile> {
  if (isZip(bytes)) {
    if (map.format !== 'table')
      return refusedFile('not_readable', 'This is an Excel file, not HL7.')
    const table = await readExcel(bytes, map)
    return 'problem' in table ? refusedFile('not_readable', table.problem) : readTable(table, map)
  }
  const start = bytes.subarray(0, MOST_OF_A_START).toString('latin1')
  const other = OTHER_KINDS.find((kind) => kind.start.test(start))
  if (other) return refusedFile('not_readable', other.problem)
  const text = decodeText(bytes)
  if (text === null) return refusedFile('encoding_unknown', '')
  if (hasLongLine(text)) return refusedFile('not_readable', 'One line is too long to be a report.')
  if (map.format === 'hl7') return readHl7(text, map)
  if (/^MSH/.test(text)) return refusedFile('not_readable', 'HL7 messages instead of a table.')
  const table = readCsv(text, map)
  return 'problem' in table ? refusedFile('not_readable', table.problem) : readTable(table, map)
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

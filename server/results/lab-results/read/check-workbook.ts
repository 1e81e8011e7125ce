import { inflateRawSync } from 'node:zlib'
import { MAX_ROWS } from '../../../../domain/office/result-states.ts'

// A workbook is a zip file (APPNOTE.TXT 4.3): its directory stands at the end.

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const MOST_ENTRIES = 500
const MOST_UNPACKED = 96 * 1024 * 1024
const BROKEN = 'We cannot read this as an Excel file.'
const TOO_LARGE = 'It is too large once unpacked.'

/** Not of threads, which stand here too. */
const REMARKS = /^xl\/comments[^/]*\.xml$/

type Entry = { name: string; isDeflated: boolean; packed: Buffer }

/** What its cells do not say: hidden sheets by their places, and remarks that are pinned to cells. */
export type Workbook = { is1904: boolean; hidden: ReadonlySet<number>; remarks: number }

/** A workbook before anything is made of its cells, or why it is not read. */
export function checkWorkbook(bytes: Buffer): Workbook | { problem: string } {
  try {
    const entries = entriesOf(bytes)
    if (entries === null) return { problem: BROKEN }
    if (entries.length > MOST_ENTRIES) return { problem: TOO_LARGE }
    if (entries.some(({ name }) => name.startsWith('xl/externalLinks/')))
      return { problem: 'It has links to other files. Save it with values only.' }
    let remaining = MOST_UNPACKED
    const workbook = { is1904: false, hidden: new Set<number>(), remarks: 0 }
    for (const entry of entries) {
      const unpacked = unpack(entry, remaining)
      remaining -= unpacked.length
      const { name } = entry
      const problem = name.startsWith('xl/worksheets/') ? whyNotSheet(unpacked) : null
      if (problem !== null) return { problem }
      if (name === 'xl/workbook.xml') readSettings(unpacked.toString('latin1'), workbook)
      if (REMARKS.test(name)) workbook.remarks += countRemarks(unpacked.toString('latin1'))
    }
    return workbook
  } catch (error) {
    if (error instanceof RangeError && isTooLarge(error)) return { problem: TOO_LARGE }
    return { problem: BROKEN }
  }
}

function readSettings(xml: string, workbook: { is1904: boolean; hidden: Set<number> }): void {
  workbook.is1904 = /<(\w+:)?workbookPr\b[^>]*\bdate1904="(1|true)"/.test(xml)
  const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)]
  for (const [place, [sheet]] of sheets.entries())
    if (/\bstate="(hidden|veryHidden)"/.test(sheet)) workbook.hidden.add(place)
}

function countRemarks(xml: string): number {
  return [...xml.matchAll(/<(?:\w+:)?comment\b/g)].length
}

function isTooLarge(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
}

function entriesOf(bytes: Buffer): Entry[] | null {
  const from = Math.max(0, bytes.length - 66_000)
  const end = bytes.subarray(from).lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end === -1 || bytes.readUInt32LE(from + end) !== DIRECTORY_END) return null
  const count = bytes.readUInt16LE(from + end + 10)
  let place = bytes.readUInt32LE(from + end + 16)
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (bytes.readUInt32LE(place) !== DIRECTORY_ENTRY) return null
    const nameLength = bytes.readUInt16LE(place + 28)
    entries.push({
      name: bytes.toString('utf8', place + 46, place + 46 + nameLength),
      isDeflated: bytes.readUInt16LE(place + 10) === 8,
      packed: packedAt(bytes, bytes.readUInt32LE(place + 42), bytes.readUInt32LE(place + 20)),
    })
    place += 46 + nameLength + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  return entries
}

function packedAt(bytes: Buffer, header: number, size: number): Buffer {
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  return bytes.subarray(start, start + size)
}

/** Throws a RangeError for more than `most` bytes, whatever the directory says of its size. */
function unpack({ isDeflated, packed }: Entry, most: number): Buffer {
  return isDeflated ? inflateRawSync(packed, { maxOutputLength: Math.max(1, most) }) : packed
}

function whyNotSheet(xml: Buffer): string | null {
  const text = xml.toString('latin1')
  if (/<(\w+:)?f[\s/>]/.test(text)) return 'Some cells have formulas. Save it with values only.'
  for (const [, row] of text.matchAll(/<(?:\w+:)?row\b[^>]*?\sr="(\d+)"/g))
    if (Number(row) > 2 * MAX_ROWS) return 'It has too many rows.'
  for (const [, column = ''] of text.matchAll(/<(?:\w+:)?c\b[^>]*?\sr="([A-Z]+)\d+"/g))
    if (column.length > 2) return 'It has too many columns.'
  return null
}

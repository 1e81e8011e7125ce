import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import { COLUMNS } from '../../../../test/app/laboratory.ts'
import { readLabFile } from './read-file.ts'

const HEADERS = Object.keys(COLUMNS.columns)
const CELLS = ['L1', '', '', 'Núñez', 'José', '04/05/1960', '', 'PSA', '1.2', 'ug/L', 'F']
const ROW = `<row r="1">${HEADERS.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('')}</row>`
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const SHEET = 'xl/worksheets/sheet1.xml'
const EMPTY_LINES = Buffer.from(`${HEADERS.join(',')}\n${',\n'.repeat(2_000_000)}`)
const read = (bytes: Buffer) => readLabFile(bytes, COLUMNS)

async function workbook(change: Record<string, string | Buffer> = {}): Promise<Buffer> {
  const data = [HEADERS, CELLS].map((line) => line.map((value) => ({ value }) as Cell))
  return zipped({ ...unzipped(Buffer.from(await writeExcelFile(data).toBuffer())), ...change })
}

test.each([
  ['a bomb of a sheet', SHEET, Buffer.alloc(110 * 1024 * 1024, 32), /too large once unpacked/],
  [
    'a bomb of strings',
    'xl/sharedStrings.xml',
    Buffer.alloc(110 * 1024 * 1024, 32),
    /too large once unpacked/,
  ],
  ['an endless sheet', SHEET, sheet('<row r="1048576"><c r="A1048576"/></row>'), /too many rows/],
  ['endless columns', SHEET, sheet(`${ROW}<row r="2"><c r="XFD2"/></row>`), /too many columns/],
  ['a formula', SHEET, sheet('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>'), /formulas/],
  ['a link', 'xl/externalLinks/externalLink1.xml', '<externalLink/>', /links to other files/],
  ['no XML', SHEET, '<row><c><row>', /no Excel file/],
])('an Excel file with %s is refused with a sentence', async (_, name, content, why) => {
  const file = await read(await workbook({ [name]: content }))
  expect(file).toMatchObject({ refusal: 'not_readable', detail: expect.stringMatching(why) })
  expect(await read(await workbook())).toMatchObject({ refusal: null, rows: [{ value: '1.2' }] })
})

test('one whose cells need more memory than there is ends its thread alone', async () => {
  const many = Array.from({ length: 40_000 }, () => `<row>${'<c><v>1</v></c>'.repeat(80)}</row>`)
  const file = await read(await workbook({ [SHEET]: sheet(many.join('')) }))
  expect(file).toMatchObject({ refusal: 'not_readable' })
  expect(await read(await workbook())).toMatchObject({ refusal: null })
})

test('one that is not read in its time is given up', async () => {
  const file = await readLabFile(EMPTY_LINES, COLUMNS, 0.001)
  expect(file).toMatchObject({ detail: expect.stringContaining('could not be read within') })
  expect(await read(await workbook())).toMatchObject({ refusal: null })
})

test.each([
  ['one line', Buffer.alloc(9_000_000, 'a'), 'not_readable'],
  ['quotation marks', Buffer.from(`"${'a\n'.repeat(2_000_000)}`), 'not_readable'],
  ['empty lines', EMPTY_LINES, 'no_rows'],
])('a text of %s is refused', async (_, bytes, refusal) => {
  expect(await read(bytes)).toMatchObject({ refusal })
})

test('HL7 of endless notes is refused or read, in its time', async () => {
  const begun = performance.now()
  const bytes = Buffer.from(`MSH|^~\\&|||||||ORU^R01\r${'NTE|1||x\r'.repeat(900_000)}`)
  const file = await readLabFile(bytes, { ...COLUMNS, format: 'hl7' })
  expect(file).toMatchObject({ rows: [] })
  expect(performance.now() - begun).toBeLessThan(25_000)
})

function unzipped(bytes: Buffer): Record<string, Buffer> {
  const found: Record<string, Buffer> = {}
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let place = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < bytes.readUInt16LE(end + 10); n++) {
    const length = bytes.readUInt16LE(place + 28)
    const name = bytes.toString('utf8', place + 46, place + 46 + length)
    const header = bytes.readUInt32LE(place + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(place + 20))
    found[name] = bytes.readUInt16LE(place + 10) === 8 ? inflateRawSync(packed) : packed
    place += 46 + length + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  return found
}

/** Without checksums, which no reader here looks at. */
function zipped(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(Buffer.byteLength(content), 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, name)
    offset += 30 + name.length + packed.length
  }
  const last = Buffer.alloc(22)
  last.write('PK\u0005\u0006', 0, 'latin1')
  last.writeUInt16LE(Object.keys(files).length, 8)
  last.writeUInt16LE(Object.keys(files).length, 10)
  last.writeUInt32LE(Buffer.concat(directory).length, 12)
  last.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, last])
}

import { expect, test } from 'vitest'
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { COLUMNS } from '../../../../test/app/laboratory.ts'
import { parseHeaders } from './parse-headers.ts'
import { readLabFile } from './read-file.ts'

const HEADERS = Object.keys(COLUMNS.columns)
const ROW = ['L1', '', '', 'Carter', 'James', '04/05/1960', '', 'PSA', '1.2', 'ug/L', 'F']
const read = (bytes: Buffer, map: ColumnMap = COLUMNS) => readLabFile(bytes, map)
const csv = (...lines: string[]) => Buffer.from([HEADERS.join(','), ...lines, ''].join('\r\n'))

async function workbook(sheets: Record<string, (string | number | Date)[][]>): Promise<Buffer> {
  const toCell = (value: string | number | Date): Cell =>
    (value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : { value }) as Cell
  const data = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map(toCell)),
  }))
  return Buffer.from(await writeExcelFile(data).toBuffer())
}

test('a cover sheet first is counted, and the sheet with the headers is read', async () => {
  const file = await read(
    await workbook({ Cover: [['PSA results'], ['Lab']], Results: [HEADERS, ROW] }),
  )
  expect(file).toMatchObject({
    rows: [{ lab_number: 'L1' }],
    unread: [{ name: 'row of the sheet ‘Cover’', count: 2 }],
  })
})

test('a later sheet that holds something refuses the file, an empty one does not', async () => {
  const later = await read(await workbook({ Results: [HEADERS, ROW], More: [['please see over']] }))
  expect(later).toMatchObject({
    refusal: 'not_readable',
    detail: expect.stringContaining('‘More’'),
  })
  const empty = await read(await workbook({ Results: [HEADERS, ROW], Sheet2: [['']] }))
  expect(empty).toMatchObject({ refusal: null, rows: [{ lab_number: 'L1' }], unread: [] })
})

test.each<[string, string | number | Date]>([
  ['more than 15 digits', 1_676_830_000_000_000],
  ['a date', new Date(Date.UTC(2027, 2, 1))],
])('an Excel cell of %s is no laboratory number', async (_, cell) => {
  const file = await read(await workbook({ Results: [HEADERS, [cell, ...ROW.slice(1)]] }))
  expect(file.errors).toMatchObject([{ reason: 'laboratory_number_changed', column: 'Lab no' }])
})

test.each([
  ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /old kind \(\.xls\)/],
  ['a web page', Buffer.from('<html><table><tr><td>1'), /web page/],
  ['a PDF', Buffer.from('%PDF-1.7'), /PDF/],
  ['HL7 for a table', Buffer.from('MSH|^~\\&|'), /HL7/],
])('%s has a sentence of its own', async (_, bytes, sentence) => {
  expect(await read(bytes)).toMatchObject({
    refusal: 'not_readable',
    detail: expect.stringMatching(sentence),
  })
})

test('a quotation mark that is not closed is named by its row and column', async () => {
  const file = await read(csv(ROW.join(','), `L2,"CHP,${ROW.slice(2).join(',')}`))
  expect(file).toMatchObject({ detail: 'A quotation mark in row 3, column 2 is not closed.' })
})

test('a cell that holds the rows below it is an error that shows them', async () => {
  const map: ColumnMap = { ...COLUMNS, columns: { ...COLUMNS.columns, Comment: 'comment' } }
  const lines = [
    `${HEADERS.join(',')},Comment`,
    `${ROW.join(',')},"short`,
    `${ROW.join(',')},tube"`,
  ]
  const file = await read(Buffer.from(`${lines.join('\r\n')}\r\n`), map)
  expect(file.rows).toEqual([])
  expect(file.errors).toMatchObject([{ reason: 'rows_in_one_cell' }])
  expect(file.errors[0]?.text).toContain('L1,,,Carter')
})

test('a cell beside the headers is an error that shows it', async () => {
  const file = await read(csv(`${ROW.join(',')},please repeat`))
  expect(file.errors).toMatchObject([{ reason: 'cell_without_header', text: 'please repeat' }])
})

test('an empty status in a column of the map is not final', async () => {
  const file = await read(csv([...ROW.slice(0, -1), ''].join(',')))
  expect(file.errors).toMatchObject([{ reason: 'status_missing', column: 'Status' }])
})

test('two columns of one field that differ leave it open which is meant', async () => {
  const map: ColumnMap = { ...COLUMNS, columns: { ...COLUMNS.columns, 'Result 2': 'value' } }
  const lines = (other: string) =>
    Buffer.from(`${HEADERS.join(',')},Result 2\n${ROW.join(',')},${other}\n`)
  expect((await read(lines('12.4'), map)).errors).toMatchObject([{ reason: 'several_values' }])
})

test('letters of a code page that nobody names are refused, those that HL7 names are read', async () => {
  expect(await read(Buffer.concat([csv(), Buffer.from([0x4d, 0x81, 0x6c])]))).toMatchObject({
    refusal: 'encoding_unknown',
  })
  const lines = [
    'MSH|^~\\&|L|L|C||2027||ORU^R01|1|P|2.4||||||8859/2',
    'PID|1||||\u00a3ukasik^Jan||19600504',
    'OBR|1||L9||||||||||||||||||||||F',
    'OBX|1|NM|PSA||0.45|ug/L|||||F|',
  ]
  const bytes = Buffer.from(`${lines.join('\r')}\r`, 'latin1')
  const { rows } = await read(bytes, { ...COLUMNS, format: 'hl7', columns: {} })
  expect(rows).toMatchObject([{ last_name: 'Łukasik' }])
})

test('the headers of a sample file stand below its title', async () => {
  const text = `sep=;\r\nSample laboratory;;\r\n${HEADERS.join(';')}\r\n${ROW.join(';')}\r\n`
  expect(await parseHeaders(Buffer.from(text))).toEqual(HEADERS)
})

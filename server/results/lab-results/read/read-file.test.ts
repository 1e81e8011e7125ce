import { describe, expect, test } from 'vitest'
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { COLUMNS } from '../../../../test/app/laboratory.ts'
import { readLabFile } from './read-file.ts'

const map: ColumnMap = {
  ...COLUMNS,
  columns: { ...COLUMNS.columns, Comment: 'comment' },
  tests: ['PSA', 'TPSA'],
  units: { ...COLUMNS.units, 'µg/L': 'ng/mL' },
}
const HEADER =
  'Lab no,Barcode,NHS No,Surname,Forename,DOB,Collected,Test,Result,Units,Status,Comment'
const GOOD = 'L1,CHP00000015,999 000 0018,Núñez,José,04/05/1960,16/01/2027 10:20,PSA,<0.01,ug/L,F,'
const csv = (...lines: string[]) => Buffer.from([HEADER, ...lines].join('\r\n'))
const read = (bytes: Buffer, other: Partial<ColumnMap> = {}) =>
  readLabFile(bytes, { ...map, ...other })

const row = {
  row: 2,
  lab_number: 'L1',
  tube: 'CHP00000015',
  nhs_number: '9990000018',
  first_name: 'José',
  last_name: 'Núñez',
  date_of_birth: '1960-05-04',
  collected: '2027-01-16T10:20',
  received: null,
  reported: null,
  test: 'PSA',
  value: '<0.01',
  unit: 'ng/mL',
  range: null,
  outcome: null,
  comment: null,
  status: 'final',
}

describe('a table', () => {
  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
    ['quotation marks', (text: string) => Buffer.from(text.replaceAll(/[^,\r\n]+/g, '"$&"'))],
  ])('is read in %s, with its operator, day first, and the unit relabelled', async (_, written) => {
    const file = await read(written([HEADER, GOOD].join('\r\n')))
    expect(file).toMatchObject({ rows: [row], errors: [], unread: [], refusal: null })
  })

  test.each([
    ['12/25/1960', 'date_unreadable'],
    ['04/05/60', 'date_unreadable'],
    ['31/02/1960', 'date_unreadable'],
    ['', 'no_birth_date'],
  ])('with %j as birth date is an error of its row: %s', async (date, reason) => {
    const file = await read(csv(GOOD, '', GOOD.replace('04/05/1960', date)))
    expect(file.rows).toHaveLength(1)
    expect(file.errors).toMatchObject([{ row: 4, reason, column: 'DOB', text: date }])
  })

  test.each([
    ['1,2', 'decimal_comma'],
    ['about 3', 'value_unreadable'],
    ['=1+1', 'value_unreadable'],
    ['#N/A', 'value_unreadable'],
    ['', 'no_value'],
  ])('with %j as result is an error of its row: %s', async (value, reason) => {
    const file = await read(csv(GOOD.replace('<0.01', `"${value}"`)))
    expect(file.errors).toMatchObject([{ row: 2, reason, text: value }])
  })

  test.each([
    ['Haemolysed', 'haemolysed'],
    ['Insufficient sample', 'insufficient'],
    ['Sample unlabelled', 'unlabelled'],
    ['EDTA tube received', 'wrong_tube'],
    ['Exceeded stability', 'too_old'],
    ['Cancelled - see comment', 'not_processed'],
  ])('with %j has an outcome without a number', async (words, outcome) => {
    const file = await read(csv(GOOD.replace('<0.01', words)))
    expect(file.rows).toMatchObject([{ value: null, unit: null, outcome }])
  })

  test.each([
    ['F,', { status: 'final' }],
    ['C,', { status: 'corrected' }],
    ['D,', { status: 'deleted', value: null }],
  ])('with status %s', async (status, expected) => {
    expect((await read(csv(GOOD.replace(/F,$/, status)))).rows).toMatchObject([expected])
    const early = await read(csv(GOOD.replace(/F,$/, 'P,')))
    expect(early.errors).toMatchObject([{ reason: 'status_not_final', text: 'P' }])
  })

  test.each([
    ['headers_unknown', csv(GOOD).toString().replace('Units', 'Unit')],
    ['columns_missing', csv(GOOD).toString().replace(/DOB/, '')],
    ['headers_unknown', csv(GOOD).toString().replace('Forename', 'Surname')],
    ['no_rows', HEADER],
    ['no_rows', ''],
    ['not_readable', `${HEADER}\r\n"L1,`],
    ['encoding_unknown', `${HEADER}\r\n\u0000`],
  ])('is refused whole: %s', async (refusal, text) => {
    expect(await read(Buffer.from(text))).toMatchObject({ refusal, rows: [] })
  })
})

describe('an Excel file', () => {
  const header = HEADER.split(',')
  const born = new Date(Date.UTC(1960, 4, 4))
  const collected = new Date(Date.UTC(2027, 0, 16, 10, 20))
  const excel = async (...cells: unknown[]) => {
    const data = [header, cells].map((line) => line.map(toCell))
    return Buffer.from(await writeExcelFile(data).toBuffer())
  }
  const toCell = (value: unknown): Cell =>
    value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy hh:mm' } : ({ value } as Cell)

  test.each([
    ['dates', born, collected],
    ['texts', '04/05/1960', '16/01/2027 10:20'],
    ['days since 1899', 22040, 46403.430556],
  ])('is read with its dates as %s', async (_, dob, at) => {
    const file = await read(
      await excel(
        'L1',
        'CHP00000015',
        9990000018,
        'Núñez',
        'José',
        dob,
        at,
        'PSA',
        '<0.01',
        'ug/L',
        'F',
      ),
    )
    expect(file).toMatchObject({ rows: [row], errors: [], unread: [], refusal: null })
  })

  test('keeps the digits that its reader sees', async () => {
    const file = await read(
      await excel(
        'L1',
        null,
        null,
        'Núñez',
        'José',
        born,
        null,
        'PSA',
        4.1000000000000005,
        'ng/mL',
        'F',
      ),
    )
    expect(file.rows).toMatchObject([{ value: '4.1', collected: null }])
  })

  test('that is broken is refused', async () => {
    const bytes = await excel('L1')
    expect(await read(bytes.subarray(0, 200))).toMatchObject({ refusal: 'not_readable' })
    expect(await read(bytes, { format: 'hl7' })).toMatchObject({ refusal: 'not_readable' })
  })
})

describe('HL7', () => {
  const message = [
    'MSH|^~\\&|LIMS|LAB|CHAPS||202701171200||ORU^R01|1|P|2.3',
    'PID|1||9990000018^^^NHS^NH~77^^^LAB||Carter^James^^^Mr||19600504|M',
    'OBR|1|CHP00000015|L9|PSA^PSA^LAB||202701161000|202701161020|||||||202701161800||||||||202701171200|||F',
    'OBX|1|SN|TPSA^Total PSA^LAB||<^0.01|ug/L|0-4||||C|||202701171200',
    'NTE|1||Slightly icteric \\T\\ old',
  ]
  const hl7 = { format: 'hl7' as const, columns: { 'OBR-2': 'tube' as const } }

  test('gives a row of each OBX, by its line', async () => {
    for (const end of ['\r', '\r\n', '\n']) {
      const framed = `\u000b${message.join(end)}${end}\u001c`
      const file = await read(Buffer.from(framed, 'latin1'), hl7)
      expect(file.rows).toEqual([
        {
          ...row,
          row: 4,
          lab_number: 'L9',
          first_name: 'James',
          last_name: 'Carter',
          test: 'TPSA',
          received: '2027-01-16T18:00',
          reported: '2027-01-17T12:00',
          range: '0-4',
          comment: 'Slightly icteric & old',
          status: 'corrected',
        },
      ])
    }
  })

  test('of another kind is refused, and a patient does not reach into the next message', async () => {
    const other = Buffer.from(message.join('\r').replace('ORU^R01', 'ADT^A01'))
    expect(await read(other, hl7)).toMatchObject({ refusal: 'not_readable' })
    const [msh = '', , obr = '', obx = ''] = message
    const file = await read(Buffer.from([...message, msh, obr, obx].join('\r')), hl7)
    expect(file.errors).toMatchObject([{ row: 8, reason: 'no_birth_date' }])
  })
})

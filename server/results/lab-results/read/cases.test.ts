// Files in the shape of public reports of laboratory systems, each with its right answer.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { COLUMNS } from '../../../../test/app/laboratory.ts'
import { readLabFile } from './read-file.ts'

const FOLDER = new URL('../../../../test/laboratory/cases/', import.meta.url)
const TABLE: ColumnMap = { ...COLUMNS, columns: { ...COLUMNS.columns, Comment: 'comment' } }
const EXPORT: ColumnMap = {
  format: 'table',
  columns: {
    'Lab No': 'lab_number',
    Tube: 'tube',
    Surname: 'last_name',
    Forename: 'first_name',
    'Date of birth': 'date_of_birth',
    Sampled: 'collected',
    Test: 'test',
    Result: 'value',
    Unit: 'unit',
    Range: 'range',
    Status: 'status',
    Comment: 'comment',
  },
  tests: ['Total PSA'],
  units: { 'ug/L': 'ng/mL', '\u00b5g/L': 'ng/mL' },
}
const HL7: ColumnMap = { format: 'hl7', columns: {}, tests: ['PSA'], units: { 'ug/L': 'ng/mL' } }

const read = async (name: string, map: ColumnMap) =>
  readLabFile(await readFile(new URL(name, FOLDER)), map)

test('01: a laboratory number that a spreadsheet shortened is an error that says so', async () => {
  const { rows, errors } = await read('01-one-number-two-men.csv', EXPORT)
  expect(rows).toEqual([])
  expect(errors).toMatchObject([
    { reason: 'laboratory_number_changed', column: 'Lab No', text: '2.64411E+11' },
    { reason: 'laboratory_number_changed', rest: { last_name: 'FAROOQ', value: '11.30' } },
  ])
})

test('02: a coded value is its text, never the number of its code', async () => {
  const { rows } = await read('02-coded-value.hl7', HL7)
  expect(rows).toMatchObject([{ value: null, unit: null, outcome: 'haemolysed' }])
})

test('03: a result of a preliminary order is not final', async () => {
  const { rows, errors } = await read('03-order-preliminary.hl7', HL7)
  expect(rows).toEqual([])
  expect(errors).toMatchObject([{ reason: 'status_not_final', column: 'OBR-25', text: 'P' }])
})

test('04: the notes of patient and order stand beside the number', async () => {
  const { rows, unread } = await read('04-note-of-the-order.hl7', HL7)
  expect(rows).toMatchObject([
    {
      value: '0.45',
      comment:
        'Identity queried by courier SAMPLE GROSSLY HAEMOLYSED - RESULT UNRELIABLE, PLEASE REPEAT',
    },
  ])
  expect(unread).toEqual([])
})

test('06: an order that was rejected without a result is a row', async () => {
  const { rows } = await read('06-rejected-order-without-result.hl7', HL7)
  expect(rows).toMatchObject([
    {
      row: 4,
      lab_number: 'L9',
      tube: 'CHP00000015',
      value: null,
      outcome: 'not_processed',
      comment: 'No name on sample. Sample not processed.',
    },
  ])
})

test('07: X is an outcome, by the list of the laboratory, and W a withdrawal of another man', async () => {
  const own = { ...HL7, outcomes: { Haemolysed: 'haemolysed' as const } }
  const { rows } = await read('07-status-x-and-w.hl7', own)
  expect(rows).toMatchObject([
    { lab_number: 'L9', value: null, outcome: 'haemolysed', comment: 'Haemolysed' },
    { lab_number: 'L8', value: null, outcome: null, status: 'wrong_patient' },
  ])
  const without = await read('07-status-x-and-w.hl7', HL7)
  expect(without.rows).toMatchObject([{ outcome: 'not_processed' }, { outcome: null }])
})

test('09: words of a comment are no outcome; the error shows them', async () => {
  const { rows, errors } = await read('09-outcome-from-a-negated-comment.csv', EXPORT)
  expect(rows).toEqual([])
  expect(errors).toMatchObject([
    { reason: 'no_value', column: 'Comment', text: 'No haemolysis. Result to follow' },
    { reason: 'no_value', text: 'Delayed in the post but stable, analysis under way' },
  ])
})

test('10: both finals of one number are read', async () => {
  const { rows } = await read('10-two-finals-in-one-file.hl7', HL7)
  expect(rows).toMatchObject([{ value: '2.1' }, { value: '12.1' }])
})

test('11: a repeated value is two values', async () => {
  const { rows, errors } = await read('11-repeated-value.hl7', HL7)
  expect(rows).toEqual([])
  expect(errors).toMatchObject([{ reason: 'several_values', column: 'OBX-5', text: '0.45~12.4' }])
})

test('12: a place that the map names wins over the usual one', async () => {
  const map: ColumnMap = { ...HL7, columns: { 'PID-2': 'nhs_number' } }
  const { rows } = await read('12-number-in-pid-2.hl7', map)
  expect(rows).toMatchObject([{ nhs_number: '9990000018' }])
})

test('14: a second sheet with rows refuses the file by its name', async () => {
  expect(await read('14-second-sheet.xlsx', TABLE)).toMatchObject({
    refusal: 'not_readable',
    detail: expect.stringContaining('‘PM’'),
  })
})

test('15: days of a workbook that counts from 1904', async () => {
  const { rows } = await read('15-1904-plain-serials.xlsx', TABLE)
  expect(rows).toMatchObject([{ date_of_birth: '1960-05-04', collected: '2027-01-16T10:20' }])
})

test('17: a birth date written in UTC is the day in London', async () => {
  const { rows } = await read('17-birth-date-in-utc.csv', EXPORT)
  expect(rows).toMatchObject([{ date_of_birth: '1974-07-27' }])
})

test('18: the two micro signs are one', async () => {
  const { rows } = await read('18-micro-signs.csv', { ...EXPORT, units: { '\u00b5g/L': 'ng/mL' } })
  expect(rows).toMatchObject([{ value: '2.2', unit: 'ng/mL' }])
})

test('19: what is no NHS number is kept as it is written', async () => {
  const { rows } = await read('19-number-not-known.csv', TABLE)
  expect(rows).toMatchObject([
    { tube: 'CHP00000015', nhs_number: null, nhs_unreadable: 'NOT KNOWN', value: '0.45' },
  ])
})

test('21: a header with an invisible sign is the header', async () => {
  const { rows } = await read('21-header-with-nbsp.csv', TABLE)
  expect(rows).toMatchObject([{ lab_number: 'L1' }])
})

test('22: the header is the row with the names of the map, and rows above are counted', async () => {
  const { rows, unread } = await read('22-title-above-the-header.csv', EXPORT)
  expect(rows).toMatchObject([{ row: 4, lab_number: 'N1', value: '1.4' }])
  expect(unread).toEqual([{ name: 'row above the headers', count: 1 }])
})

test('23: a quotation mark inside a text is a sign like others', async () => {
  const { rows } = await read('23-stray-quotation-mark.csv', TABLE)
  expect(rows).toMatchObject([
    { lab_number: 'L1', comment: 'tube 5" short' },
    { lab_number: 'L2', value: '1.45' },
  ])
})

test('25: letters written by their bytes are letters', async () => {
  const { rows } = await read('25-hex-escapes.hl7', HL7)
  expect(rows).toMatchObject([{ last_name: 'Müller', first_name: 'Jörg' }])
})

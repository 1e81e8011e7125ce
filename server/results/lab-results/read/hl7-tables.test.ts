// The whole of the HL7 tables by which a result is read.
import { expect, test } from 'vitest'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { type Signs, unescaped } from './hl7-segments.ts'
import { readHl7 } from './read-hl7.ts'

const MAP: ColumnMap = { format: 'hl7', columns: {}, tests: ['PSA'], units: { 'ug/L': 'ng/mL' } }
/** Table 0125 of HL7 2.3 to 2.8. */
const TYPES =
  'AD CE CF CK CN CNE CP CWE CX DR DT DTM ED FT ID IS MA MO NA NM PN RP SI SN ST TM TN TS TX XAD XCN XON XPN XTN'
const SIGNS: Signs = {
  field: '|',
  component: '^',
  repetition: '~',
  escapeSign: '\\',
  subcomponent: '&',
}
const WITH_NUMBERS = ['FT', 'NM', 'SN', 'ST', 'TX']

type Written = { type?: string; value?: string; status?: string; order?: string; control?: string }

function read({ type = 'NM', value = '0.45', status = 'F', order = 'F', control }: Written) {
  const lines = [
    'MSH|^~\\&|LIMS|LAB|C||2027||ORU^R01|1',
    'PID|1||||Carter^James||19600504',
    ...(control === undefined ? [] : [`ORC|${control}|CHP00000015|L9`]),
    `OBR|1|CHP00000015|L9|PSA|||||||||||||||||||||${order}`,
    `OBX|1|${type}|PSA||${value}|ug/L|0-4|H|||${status}|||2027`,
    'NTE|1||Haemolysed',
  ]
  return readHl7(`${lines.join('\r')}\r`, MAP)
}

test.each([...TYPES.split(' '), ''])(
  'a number of type %j is one only where its type says so',
  (type) => {
    const { rows, errors } = read({ type, value: '0.45' })
    if (WITH_NUMBERS.includes(type)) expect(rows).toMatchObject([{ value: '0.45', flag: 'H' }])
    else expect(errors).toMatchObject([{ reason: 'type_without_number', rest: { flag: 'H' } }])
  },
)

test.each([
  ['F', { value: '0.45', status: 'final' }],
  ['C', { value: '0.45', status: 'corrected' }],
  ['D', { value: null, outcome: null, status: 'deleted' }],
  ['W', { value: null, outcome: null, status: 'wrong_patient' }],
  ['X', { value: null, outcome: 'not_processed', status: 'final' }],
])('status %s of a result is read', (status, row) => {
  expect(read({ status }).rows).toMatchObject([row])
})

test.each('PIRSONU'.split(''))('status %s of a result is not final', (status) => {
  expect(read({ status }).errors).toMatchObject([
    { reason: 'status_not_final', column: 'OBX-11', text: status },
  ])
})

test.each([
  ['P', '', 'status_not_final'],
  ['I', '', 'status_not_final'],
  ['R', '', 'status_not_final'],
  ['S', '', 'status_not_final'],
  ['O', '', 'status_not_final'],
  ['X', '', 'status_not_final'],
  ['', '', 'status_missing'],
  ['A', '', 'status_missing'],
  ['P', 'F', 'status_not_final'],
  ['X', 'F', 'status_disagrees'],
  ['F', 'Q', 'status_unknown'],
])('order %j and result %j: %s', (order, status, reason) => {
  expect(read({ order, status })).toMatchObject({ rows: [], errors: [{ reason }] })
})

test('a number of an order that was cancelled is for a person', () => {
  expect(read({ control: 'OC' }).errors).toMatchObject([{ reason: 'status_disagrees', text: 'OC' }])
  expect(read({ control: 'OC', status: '', value: '' }).rows).toMatchObject([
    { value: null, outcome: 'not_processed', comment: 'Haemolysed' },
  ])
})

test('the file that ends before the status of its last result gives no number', () => {
  const whole =
    'MSH|^~\\&|L|L|C||2027||ORU^R01|1\rPID|1||||Carter^J||19600504\rOBR|1||L9|||||||||||||||||||||||F'
  const ends = ['0.4', '0.45|', '0.45|ug/L', '0.45|ug/L|0-4||||']
  for (const end of ends)
    expect(readHl7(`${whole}\rOBX|1|NM|PSA||${end}`, MAP)).toMatchObject({
      rows: [],
      errors: [{ reason: 'row_cut' }],
    })
})

test('a place that the map does not know refuses the file', () => {
  const map: ColumnMap = { ...MAP, columns: { 'OBR 2': 'tube' } }
  expect(readHl7('MSH|^~\\&|L|L|C||2027||ORU^R01|1\r', map)).toMatchObject({
    refusal: 'headers_unknown',
    detail: 'OBR 2',
  })
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
  'an escape %j that the standard does not know stays as it is written',
  (code) => {
    expect(unescaped(`Car\\${code}\\ter`, SIGNS)).toBe(`Car\\${code}\\ter`)
    expect(unescaped('Marks \\T\\ Sons', SIGNS)).toBe('Marks & Sons')
  },
)

import { expect, test } from 'vitest'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { checkMap, toMap, toTyped, withHeaders } from './map-form.ts'

const map: ColumnMap = {
  format: 'table',
  columns: {
    'Lab no': 'lab_number',
    Patient: 'full_name',
    DOB: 'date_of_birth',
    Test: 'test',
    Result: 'value',
  },
  tests: ['PSA', 'Total PSA'],
  units: { 'ug/L': 'ng/mL', '': 'ng/mL' },
  outcomes: { HAEM: 'haemolysed', 'no result = rejected': 'not_processed' },
}

test('a saved map is the same after it was shown in the form', () => {
  expect(toMap(toTyped(map))).toEqual(map)
  expect(checkMap(toTyped(map))).toEqual([])
})

test('a header of the sample file waits for a choice', () => {
  const typed = toTyped(map)
  const columns = withHeaders(typed.columns, ['DOB', 'Sex'])
  expect(columns).toHaveLength(6)
  expect(checkMap({ ...typed, columns })).toEqual([
    { field: 'column-5', message: 'Choose what is in the column ‘Sex’.' },
  ])
})

test('a map without a needed column, with one twice, or without a test is not sent', () => {
  const typed = toTyped(map)
  const fieldsOf = (changes: object) => checkMap({ ...typed, ...changes }).map(({ field }) => field)
  expect(fieldsOf({ columns: typed.columns.slice(1) })).toEqual(['column-0'])
  expect(fieldsOf({ columns: [] })).toEqual(['file'])
  expect(fieldsOf({ format: 'hl7', columns: [] })).toEqual([])
  const twice = [...typed.columns, { header: 'Name', field: 'full_name' }]
  expect(fieldsOf({ columns: twice })).toEqual(['column-5'])
  expect(fieldsOf({ tests: ' \n' })).toEqual(['tests'])
  expect(fieldsOf({ units: 'ug/L' })).toEqual(['units'])
  expect(fieldsOf({ outcomes: 'HAEM = spoilt' })).toEqual(['outcomes'])
  expect(fieldsOf({ outcomes: '= haemolysed' })).toEqual(['outcomes'])
})

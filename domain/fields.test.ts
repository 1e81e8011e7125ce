import { expect, test } from 'vitest'
import { mapValues, pick, pickIf, toColumns, toFields } from './fields.ts'

const FIELDS = {
  host_phone: { column: 'hostPhone', max: 40 },
  county: { column: 'state', max: 80 },
} as const

test('a list gives an object of the same keys', () => {
  expect(mapValues(FIELDS, ({ max }, name) => `${name} ${max}`)).toEqual({
    host_phone: 'host_phone 40',
    county: 'county 80',
  })
})

test('only what is given becomes a column, null too', () => {
  const typed = { host_phone: undefined, county: null, version: 3 }
  expect(toColumns(FIELDS, typed)).toStrictEqual({ state: null })
  expect(toColumns(FIELDS, {})).toStrictEqual({})
})

test('a row becomes its fields, without the columns that are none', () => {
  const row = { hostPhone: '01206 000000', state: null, accessCodeHash: 'secret' }
  expect(toFields(FIELDS, row)).toStrictEqual({ host_phone: '01206 000000', county: null })
})

test('of a row only the named columns are picked', () => {
  expect(pick({ city: 0 }, { city: 'Ely', bookedPlaces: 3 })).toStrictEqual({ city: 'Ely' })
})

test('of values only those are picked whose names are wanted', () => {
  const values = { town: 'Ely', postcode: null, email: undefined }
  expect(pickIf(values, (name) => name !== 'email')).toStrictEqual({ town: 'Ely', postcode: null })
})

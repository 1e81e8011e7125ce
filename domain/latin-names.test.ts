import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  LATIN_ERROR,
  latinFieldsOf,
  latinName,
  latinNameError,
  nameInList,
  printedName,
  spokenName,
} from './latin-names.ts'

const given = readFileSync(
  new URL('../test/laboratory/cases/31-name-outside-the-fonts.txt', import.meta.url),
  'utf8',
)
const [last = '', first = ''] = given.trim().split(' ')
const name = { first_name: first, last_name: last }

test('a name outside the fonts is asked in Latin letters, part by part', () => {
  expect(latinFieldsOf(name)).toEqual(['latin_first_name', 'latin_last_name'])
  expect(latinFieldsOf({ first_name: 'David', last_name: last })).toEqual(['latin_last_name'])
  expect(latinFieldsOf({ first_name: 'Łukasz', last_name: 'Nguyễn' })).toEqual([])
  expect(latinFieldsOf({ first_name: '', last_name: '' })).toEqual([])
})

test('documents print the name in Latin letters only where they cannot show the own one', () => {
  const known = { ...name, latin_first_name: 'Wei', latin_last_name: 'Li' }
  expect(printedName(known)).toEqual({ first_name: 'Wei', last_name: 'Li' })
  expect(spokenName(known)).toBe(`Wei Li (${first} ${last})`)
  expect(nameInList(known)).toBe(`Li, Wei (${last}, ${first})`)
  const half = { first_name: 'David', last_name: last, latin_last_name: 'Li' }
  expect(printedName(half)).toEqual({ first_name: 'David', last_name: 'Li' })
  expect(printedName({ ...known, first_name: 'Ann', last_name: 'Żak' })).toEqual({
    first_name: 'Ann',
    last_name: 'Żak',
  })
  expect(latinName({ first_name: 'Ann', last_name: 'Żak', latin_last_name: 'Li' })).toBeNull()
  expect(printedName(name)).toEqual(name)
})

test.each([
  ['Wei', null],
  ['Anne-Marie O’Neill', null],
  ['Nguyễn', null],
  ['', null],
  ['伟', LATIN_ERROR],
  ['Иван', LATIN_ERROR],
  ['Wei 伟', LATIN_ERROR],
  ['1234', LATIN_ERROR],
  ['?', LATIN_ERROR],
  ['.', LATIN_ERROR],
  ['W'.repeat(81), 'Please use 80 characters or fewer.'],
])('the error of %s in Latin letters is %s', (typed, error) => {
  expect(latinNameError(typed)).toBe(error)
})

test('where it is required, an empty one is an error', () => {
  expect(latinNameError(' ', { isRequired: true })).toBe('This field is required.')
})

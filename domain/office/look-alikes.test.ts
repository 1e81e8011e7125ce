import { expect, test } from 'vitest'
import { lookAlikes } from './look-alikes.ts'

const PEOPLE = [
  { first_name: 'Séamus', last_name: 'O’Neill', date_of_birth: '1960-02-01' },
  { first_name: 'Paul', last_name: 'Marsh', date_of_birth: '1955-07-30' },
]

function found(first_name: string, last_name: string, date_of_birth: string) {
  const typed = { first_name, last_name, date_of_birth }
  return lookAlikes(PEOPLE, typed).map((person) => person.last_name)
}

test('finds a name without its accents and signs, and one that was shortened', () => {
  expect(found('Seamus', 'O Neill', '1961-02-01')).toEqual(['O’Neill'])
  expect(found('S', 'ONeill', '')).toEqual(['O’Neill'])
})

test('finds a last name with one letter wrong', () => {
  expect(found('Séamus', 'O’Neil', '')).toEqual(['O’Neill'])
  expect(found('Pete', 'Marshe', '')).toEqual(['Marsh'])
})

test('finds another name with the same date of birth', () => {
  expect(found('Jim', 'Marsch', '1955-07-30')).toEqual(['Marsh'])
})

test('finds nobody by the last name alone, or by nothing', () => {
  expect(found('John', 'Marsh', '1956-07-30')).toEqual([])
  expect(found('', '', '')).toEqual([])
})

import { expect, test } from 'vitest'
import { examplePerson as person } from '../../test/app/example-day.ts'
import { findAtDoor, findNearly } from './find-at-door.ts'

const hale = person({ first_name: 'Robert', last_name: 'Hale', date_of_birth: '1958-03-14' })
const wei = person({
  first_name: '伟',
  last_name: '李',
  latin_first_name: 'Wei',
  latin_last_name: 'Ouyang',
  date_of_birth: '1961-10-02',
})
const people = [hale, wei]

test.each([
  '140358',
  '14.3.1958',
  '14/03/1958',
  '14 3 58',
  '14/03',
  '1958-03-14',
  '14 March 1958',
  'march 1958',
  'Mar 58',
  '03/1958',
  'hale 14.3.58',
  'hale march 1958',
])('%s finds who was born then', (typed) => {
  expect(findAtDoor(people, typed)).toEqual([hale])
})

test.each(['14/03/1959', 'april 1958', 'ouyang 14.3.58', '31.2.1958'])(
  '%s finds nobody born on another day, and no other name',
  (typed) => {
    expect(findAtDoor(people, typed)).toEqual([])
  },
)

test('the name in Latin letters is found as the own one', () => {
  expect(findAtDoor(people, 'ouyang')).toEqual([wei])
  expect(findAtDoor(people, '李')).toEqual([wei])
})

test.each([
  ['hael', [hale]],
  ['hal', [hale]],
  ['haile', [hale]],
  ['Rober Hael', [hale]],
  ['oyuang', [wei]],
  ['smith', []],
  ['ha', []],
  ['hale1', []],
  ['', []],
])('nearly %s', (typed, found) => {
  expect(findNearly(people, typed)).toEqual(found)
})

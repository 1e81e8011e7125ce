import { describe, expect, test } from 'vitest'
import { ageOn, firstScreeningDay, isScreeningAge, whyNotAge } from './age.ts'

describe('age on a day', () => {
  test.each([
    ['the day before a birthday', '1967-06-15', '2027-06-14', 59],
    ['on a birthday', '1967-06-15', '2027-06-15', 60],
    ['on the day of birth', '1967-06-15', '1967-06-15', 0],
    ['before birth', '2027-06-15', '2027-06-14', -1],
    ['born on 29 February, on 28 February of a common year', '1968-02-29', '2027-02-28', 58],
    ['born on 29 February, on 1 March of a common year', '1968-02-29', '2027-03-01', 59],
    ['born on 29 February, on 29 February', '1968-02-29', '2028-02-29', 60],
  ])('%s', (_situation, dob, day, age) => {
    expect(ageOn(dob, day)).toBe(age)
  })
})

describe('screening age, 40 to 80 inclusive', () => {
  test.each([
    ['turns 40 tomorrow', '1987-06-16', '2027-06-15', false],
    ['turns 40 today', '1987-06-15', '2027-06-15', true],
    ['is 80 for one more day', '1946-06-16', '2027-06-15', true],
    ['turns 81 today', '1946-06-15', '2027-06-15', false],
    ['is not born yet', '2030-01-01', '2027-06-15', false],
  ])('%s', (_situation, dob, day, expected) => {
    expect(isScreeningAge(dob, day)).toBe(expected)
  })
})

test.each([
  ['1987-06-16', 'too_young'],
  ['1987-06-15', null],
  ['1946-06-15', 'too_old'],
])('born on %s is %s on 15 June 2027', (dob, why) => {
  expect(whyNotAge(dob, '2027-06-15')).toBe(why)
})

test.each([
  ['1987-06-16', '2027-06-16'],
  ['1988-02-29', '2028-02-29'],
  ['2060-02-29', '2100-03-01'],
])('who was born on %s can book from %s, and not a day before', (dob, day) => {
  expect(firstScreeningDay(dob)).toBe(day)
  expect(ageOn(dob, day)).toBe(40)
})

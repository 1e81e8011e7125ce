import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Person, whyDuplicates } from './duplicates.ts'

const person = {
  first_name: 'José',
  last_name: 'O’Neill',
  date_of_birth: '1961-03-27',
  postcode: 'CO1 1AA',
  nhs_number: null,
}

describe('two records may be of one person', () => {
  test.each<[string, Partial<Person>, Partial<Person>, string[]]>([
    ['all but the number', {}, {}, ['first_name', 'last_name', 'date_of_birth', 'postcode']],
    ['another postcode', {}, { postcode: 'M1 1AE' }, ['first_name', 'last_name', 'date_of_birth']],
    [
      'no postcode',
      { postcode: null },
      { postcode: null },
      ['first_name', 'last_name', 'date_of_birth'],
    ],
    ['another first name', {}, { first_name: 'Max' }, ['last_name', 'date_of_birth', 'postcode']],
    [
      'another birth date',
      {},
      { date_of_birth: '1961-03-28' },
      ['first_name', 'last_name', 'postcode'],
    ],
    [
      'signs, case and accents',
      {},
      { first_name: 'JOSE', last_name: 'O Neill', postcode: 'co11aa' },
      ['first_name', 'last_name', 'date_of_birth', 'postcode'],
    ],
    [
      'names that are alike',
      {},
      { first_name: 'Josè', last_name: 'O’Niell', postcode: 'M1 1AE' },
      ['first_name', 'last_name', 'date_of_birth'],
    ],
    [
      'a Polish letter',
      { last_name: 'Żółć' },
      { last_name: 'Zolc', date_of_birth: '1960-01-01' },
      ['first_name', 'last_name', 'postcode'],
    ],
    ['two in common', {}, { first_name: 'Max', postcode: 'M1 1AE' }, []],
    [
      'the number alone',
      { nhs_number: '1' },
      {
        first_name: 'A',
        last_name: 'B',
        date_of_birth: '1950-01-01',
        postcode: null,
        nhs_number: '1',
      },
      ['nhs_number'],
    ],
    [
      'one number known',
      { nhs_number: '1' },
      {},
      ['first_name', 'last_name', 'date_of_birth', 'postcode'],
    ],
    ['different numbers', { nhs_number: '1' }, { nhs_number: '2' }, []],
  ])('%s', (_, one, other, common) => {
    expect(whyDuplicates({ ...person, ...one }, { ...person, ...other })).toEqual(common)
  })
})

const text = fc.constantFrom('', 'Ann', 'ANN', 'Bo', 'b o')
const people = fc.record({
  first_name: text,
  last_name: text,
  date_of_birth: fc.constantFrom('1960-01-01', '1961-01-01'),
  postcode: fc.option(fc.constantFrom('CO1 1AA', 'co11aa', 'M1 1AE')),
  nhs_number: fc.option(fc.constantFrom('1', '2')),
})

describe('of any two records', () => {
  test('the answer is the same from both sides', () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        expect(whyDuplicates(one, other)).toEqual(whyDuplicates(other, one))
      }),
    )
  })

  test('two different NHS numbers are never doubles, the same one always is', () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        const common = whyDuplicates(one, other)
        if (one.nhs_number !== null && other.nhs_number !== null)
          expect(common.length > 0).toBe(one.nhs_number === other.nhs_number)
        else expect([0, 3, 4]).toContain(common.length)
      }),
    )
  })
})

import { expect, test } from 'vitest'
import { readMemberSearch } from './member-search.ts'
import { rankMembers, wordReadings } from './rank-members.ts'

const NAMES = [
  'Stephen Phillips',
  'Steven Phelps',
  'Peter Smith-Jones',
  'Peter Jones',
  'Łukasz Żółć',
]

function ranked(typed: string) {
  const members = NAMES.map((name, n) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return { first_name, last_name, email: null, phone: `0770090010${n}`, postcode: null }
  })
  return rankMembers(members, readMemberSearch(typed)).map(
    ({ member, isAlike }) => `${isAlike ? 'like ' : ''}${member.first_name} ${member.last_name}`,
  )
}

test.each([
  ['jones', ['Peter Smith-Jones', 'Peter Jones']],
  ['smithjones', ['Peter Smith-Jones']],
  ['stephen phelps', ['like Steven Phelps', 'like Stephen Phillips']],
  ['steven philips', ['like Stephen Phillips', 'like Steven Phelps']],
  ['zolc', ['Łukasz Żółć']],
  ['pet 900104', []],
  ['peter 0103', ['Peter Jones']],
  ['nobody', []],
])('%s', (typed, wanted) => {
  expect(ranked(typed)).toEqual(wanted)
})

test('words are also read as one with their neighbour', () => {
  expect(wordReadings(['mc', 'allister'])).toEqual([['mc', 'allister'], ['mcallister']])
  expect(wordReadings(['van', 'der', 'berg'])).toContainEqual(['vanderberg'])
  expect(wordReadings(['jones'])).toEqual([['jones']])
})

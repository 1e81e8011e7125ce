// Which member of those found is probably meant.
import { foldText } from '../fold-text.ts'
import type { MemberSearch } from './member-search.ts'
import {
  firstNames,
  lastNames,
  otherWords,
  phoneDigits,
  type Searchable,
  wordsOfName,
} from './search-words.ts'
import { likenessOf } from './spelling-keys.ts'

const MOST_WORDS_JOINED = 5

/** The typed words, and what they are when two neighbours, or all, are one word: 'mc allister'. */
export function wordReadings(words: readonly string[]): string[][] {
  const readings = [[...words]]
  if (words.length < 2 || words.length > MOST_WORDS_JOINED) return readings
  for (let n = 0; n + 1 < words.length; n += 1)
    readings.push([...words.slice(0, n), words.slice(n, n + 2).join(''), ...words.slice(n + 2)])
  if (words.length > 2) readings.push([words.join('')])
  return readings
}

type RankedMember<T> = { member: T; isAlike: boolean }

/**
 * Those that the search names, best first, otherwise in the order given. `isAlike`: a name is only
 * nearly what was typed.
 */
export function rankMembers<T extends Searchable>(
  members: readonly T[],
  search: Pick<MemberSearch, 'words' | 'numbers'>,
): RankedMember<T>[] {
  const readings = wordReadings(search.words)
  return members
    .map((member) => ({ member, points: pointsOf(member, readings, search.numbers) }))
    .filter(({ points }) => Number.isFinite(points))
    .sort((one, other) => one.points - other.points)
    .map(({ member, points }) => ({ member, isAlike: points >= ALIKE }))
}

/** Fewer are better. Any number of beginnings stays below one name that is only alike. */
const BEGINNING = 0.02
const ELSEWHERE = 0.03
const ALIKE = 2
const POINTS = {
  first: { spelling: ALIKE, letter: 3, sound: 3 },
  last: { spelling: ALIKE, letter: 4, sound: 7 },
} as const

function pointsOf(
  member: Searchable,
  readings: readonly string[][],
  numbers: MemberSearch['numbers'],
): number {
  const digits = phoneDigits(member.phone)
  const isCalled = numbers.every(
    ({ start, end }) => digits.startsWith(start) || digits.endsWith(end),
  )
  if (!isCalled) return Number.POSITIVE_INFINITY
  const words = {
    own: `${member.first_name} ${member.last_name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u),
    first: wordsOfName(firstNames(member)),
    last: wordsOfName(lastNames(member)),
    other: otherWords(member),
  }
  const sums = readings.map((reading) =>
    reading.reduce((sum, word) => sum + pointsOfWord(word, words), 0),
  )
  return Math.min(...sums)
}

type Words = Record<'own' | 'first' | 'last' | 'other', readonly string[]>

function pointsOfWord(typed: string, { own, first, last, other }: Words): number {
  if (own.includes(typed)) return 0
  const word = foldText(typed)
  if (first.includes(word) || last.includes(word)) return 0.001
  const begins = (one: string) => one.startsWith(word)
  if (first.some(begins) || last.some(begins)) return BEGINNING
  if (other.some(begins)) return ELSEWHERE
  if (/\d/.test(word)) return Number.POSITIVE_INFINITY
  return Math.min(nearest(word, first, POINTS.first), nearest(word, last, POINTS.last))
}

function nearest(
  word: string,
  names: readonly string[],
  points: (typeof POINTS)[keyof typeof POINTS],
): number {
  return names.reduce((least, name) => {
    const likeness = likenessOf(word, name)
    return likeness === null ? least : Math.min(least, points[likeness])
  }, Number.POSITIVE_INFINITY)
}

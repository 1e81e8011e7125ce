// Searching the day's list by birth date, and by a name that was written as it sounds.
import { foldedWords } from '../fold-text.ts'
import { latinName } from '../latin-names.ts'
import { findPeople } from './day-people.ts'
import type { DayPerson } from './day-schemas.ts'
import { takeDate, takeMonth } from './member-search.ts'

type Listed = Omit<DayPerson, 'appointment_id'>

/** As findPeople, and those born on the day or in the month that the search names. */
export function findAtDoor<T extends Listed>(people: readonly T[], search: string): T[] {
  const born = bornIn(search)
  const byWords = new Set(findPeople(people, search))
  if (born === null) return people.filter((one) => byWords.has(one))
  const named = new Set(findPeople(people, born.rest))
  return people.filter(
    (one) => byWords.has(one) || (named.has(one) && one.date_of_birth.startsWith(born.date)),
  )
}

/** The day 'YYYY-MM-DD' or the month 'YYYY-MM' that a search names; null without one. */
function bornIn(search: string): { date: string; rest: string } | null {
  const text = search.trim()
  for (const { date, rest } of [takeDate(text), takeMonth(text)])
    if (date !== null) return { date, rest }
  return null
}

const LEAST_LETTERS = 3
const LONG = 7

/**
 * People of whom every word typed is nearly a name: one letter, or in long words two, may be wrong,
 * missing, too many or in each other's place. For a search that finds nobody; none for digits.
 */
export function findNearly<T extends Listed>(people: readonly T[], search: string): T[] {
  const words = foldedWords(search)
  if (/\d/.test(search) || words.every(({ length }) => length < LEAST_LETTERS)) return []
  return people.filter((person) => {
    const names = foldedWords(`${person.first_name} ${person.last_name} ${latinName(person) ?? ''}`)
    return words.every((word) => names.some((name) => isNear(word, name)))
  })
}

function isNear(word: string, name: string): boolean {
  if (name.startsWith(word)) return true
  if (word.length < LEAST_LETTERS) return false
  return distance(word, name) <= (word.length >= LONG ? 2 : 1)
}

/** Letters that differ, are missing or too many; two neighbours in each other's place count once. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (const [j, same] of b.entries()) {
      const changed = (row[j] ?? 0) + (letter === same ? 0 : 1)
      const swapped =
        i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === same
          ? (before[j - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      next.push(Math.min(changed, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

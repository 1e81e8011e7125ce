// What the office's search finds a member by.
import { comparable, foldedWords } from '../fold-text.ts'
import type { LatinNames, Name } from '../latin-names.ts'
import { spellingKeys } from './spelling-keys.ts'

export type Searchable = Name &
  LatinNames & { email: string | null; phone: string; postcode: string | null }

/** Marks the digits of a telephone number from its end; nobody types it. */
const FROM_END = '<'

/**
 * The words of name, email address and postcode without accents, the telephone number from its start and
 * from its end, and the spelling keys of the name's words.
 */
export function searchWords(person: Searchable): string[] {
  const names = nameWords(person)
  const digits = phoneDigits(person.phone)
  return [
    ...new Set([
      ...names,
      ...names.flatMap(spellingKeys),
      ...otherWords(person),
      ...(digits === '' ? [] : [digits, fromEnd(digits)]),
    ]),
  ]
}

/** As of searchWords, of first and last names: each word, and those that signs and spaces part as one. */
function nameWords(person: Name & LatinNames): string[] {
  return [...wordsOfName(firstNames(person)), ...wordsOfName(lastNames(person))]
}

export function firstNames(person: Name & LatinNames): string[] {
  return [person.first_name, person.latin_first_name ?? '']
}

export function lastNames(person: Name & LatinNames): string[] {
  return [person.last_name, person.latin_last_name ?? '']
}

export function wordsOfName(names: readonly string[]): string[] {
  return names
    .flatMap((name) => [
      ...foldedWords(name),
      ...name.split(/\s+/).map(comparable),
      comparable(name),
    ])
    .filter(Boolean)
}

/** The words of email address and postcode. */
export function otherWords({ email, postcode }: Pick<Searchable, 'email' | 'postcode'>): string[] {
  const [beforeAt = ''] = (email ?? '').split('@')
  return [...foldedWords(beforeAt), ...wordsOfName([postcode ?? ''])]
}

/** Without the country or trunk prefix; '' for none. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0044|44|0)/, '')
}

/** The word that begins as this end of a telephone number. */
export function fromEnd(digits: string): string {
  return FROM_END + [...digits].reverse().join('')
}

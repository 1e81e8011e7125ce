import { type LatinNames, type Name, spokenName } from '../../../domain/latin-names.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

type Named = Name & LatinNames & Pick<ShownPerson, 'date_of_birth'>

/** With the name in Latin letters before one that documents cannot print. */
export function nameOf(person: Named): string {
  return spokenName(person)
}

/** 'George Adams, 11 September 1970' */
export function nameAndBirth(person: Named): string {
  return `${nameOf(person)}, ${dayInWords(person.date_of_birth)}`
}

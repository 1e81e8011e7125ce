import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

type Named = Pick<ShownPerson, 'first_name' | 'last_name' | 'date_of_birth'>

export function nameOf({ first_name: first, last_name: last }: Named): string {
  return `${first} ${last}`
}

/** 'George Adams, 11 September 1970' */
export function nameAndBirth(person: Named): string {
  return `${nameOf(person)}, ${dayInWords(person.date_of_birth)}`
}

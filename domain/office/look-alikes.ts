import { comparable } from '../fold-text.ts'
import { type LatinNames, type Name, printedName } from '../latin-names.ts'
import { likenessOf } from './spelling-keys.ts'

type Named = Name & LatinNames & { date_of_birth: string }

/**
 * Who on the list may be the person at the door: the same date of birth, or a last name that is alike
 * with the same first letter of the first name.
 */
export function lookAlikes<T extends Named>(people: readonly T[], typed: Named): T[] {
  const names = namesOf(typed)
  return people.filter(
    (person) =>
      person.date_of_birth === typed.date_of_birth ||
      namesOf(person).some((one) => names.some((other) => areAlike(one, other))),
  )
}

type PlainName = { last: string; initial: string }

/** Their own and that in Latin letters. */
function namesOf(person: Named): PlainName[] {
  return [person, printedName(person)].map(({ first_name: first, last_name: last }) => ({
    last,
    initial: comparable(first).slice(0, 1),
  }))
}

function areAlike(one: PlainName, other: PlainName): boolean {
  return one.initial === other.initial && likenessOf(one.last, other.last) !== null
}

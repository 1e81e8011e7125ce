import { type LatinNames, type Name, printedName } from '../latin-names.ts'
import { comparable } from './duplicates.ts'

type Named = Name & LatinNames & { date_of_birth: string }

/**
 * Who on the list may be the person at the door: the same date of birth, or the same last name
 * with the same first letter of the first name.
 */
export function lookAlikes<T extends Named>(people: readonly T[], typed: Named): T[] {
  const names = keysOf(typed)
  return people.filter(
    (person) =>
      person.date_of_birth === typed.date_of_birth ||
      keysOf(person).some((key) => names.includes(key)),
  )
}

/** Of the name and of the one in Latin letters: the last name and the first letter of the first. */
function keysOf(person: Named): string[] {
  return [person, printedName(person)].flatMap(({ first_name: first, last_name: last }) => {
    const name = comparable(last)
    return name === '' ? [] : [`${name} ${comparable(first).slice(0, 1)}`]
  })
}

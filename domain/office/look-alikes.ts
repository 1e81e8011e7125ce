import { comparable } from './doubles.ts'

type Named = Record<'first_name' | 'last_name' | 'date_of_birth', string>

/**
 * Who on the list may be the person at the door: the same date of birth, or the same last name
 * with the same first letter of the first name.
 */
export function lookAlikes<T extends Named>(people: readonly T[], typed: Named): T[] {
  const last = comparable(typed.last_name)
  const initial = comparable(typed.first_name).slice(0, 1)
  return people.filter((person) => {
    if (person.date_of_birth === typed.date_of_birth) return true
    const isNamed = last !== '' && comparable(person.last_name) === last
    return isNamed && comparable(person.first_name).slice(0, 1) === initial
  })
}

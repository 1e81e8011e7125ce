// Who else of the day could be taken for a person.
import { foldText } from '../fold-text.ts'
import { latinName } from '../latin-names.ts'
import { isSamePerson, type ShownPerson } from './day-people.ts'

export type Namesake = { person: ShownPerson; same: 'name' | 'birth date' | 'both' }

/** Those of the day with the same name or the same birth date, without regard to letters' cases and accents. */
export function namesakesOf(person: ShownPerson, people: readonly ShownPerson[]): Namesake[] {
  const names = plainNames(person)
  return people.flatMap((other): Namesake[] => {
    if (isSamePerson(person, other)) return []
    const isSameName = plainNames(other).some((name) => names.includes(name))
    const isSameBirth = other.date_of_birth === person.date_of_birth
    if (isSameName && isSameBirth) return [{ person: other, same: 'both' }]
    if (isSameName) return [{ person: other, same: 'name' }]
    return isSameBirth ? [{ person: other, same: 'birth date' }] : []
  })
}

/** Their own and that in Latin letters, as far as there are letters in it. */
function plainNames(person: ShownPerson): string[] {
  const { first_name: first, last_name: last } = person
  return [`${first} ${last}`, latinName(person) ?? ''].map(plainName).filter(Boolean)
}

function plainName(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

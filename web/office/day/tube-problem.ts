import {
  isSamePerson,
  personWithTube,
  type ShownPerson,
} from '../../../domain/office/day-people.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'

/** Why the typed code cannot be this person's tube, or undefined. */
export function tubeProblem(
  typed: string,
  person: ShownPerson,
  people: readonly ShownPerson[],
): string | undefined {
  if (readTubeCode(typed) === null)
    return 'This is not the code of a tube. Please scan it again, or check each digit.'
  const owner = personWithTube(people, typed)
  if (owner && !isSamePerson(owner, person))
    return `This tube belongs to ${owner.first_name} ${owner.last_name}. Please take a new label.`
  return undefined
}

import {
  formerOwner,
  isSamePerson,
  personWithTube,
  type ShownPerson,
} from '../../../domain/office/day-people.ts'
import { readScan } from '../../../domain/office/day-scans.ts'
import { readTime } from '../../../domain/office/paper-list.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { nameAndBirth, nameOf } from './who-text.ts'

/** Why the typed code cannot be this person's tube, or undefined. */
export function tubeProblem(
  typed: string,
  person: ShownPerson,
  people: readonly ShownPerson[],
  rule: TubeRule,
): string | undefined {
  const named = personOfCode(typed, people)
  if (named) return `This is the code of ${nameAndBirth(named)}, not of a tube. Scan the tube.`
  if (readTime(typed) !== null) return 'This is a time, not the code of a tube.'
  if (readTubeCode(typed, rule) === null)
    return 'This is not a tube code. Scan it again, or check each digit.'
  const owner = personWithTube(people, typed)
  if (owner && !isSamePerson(owner, person))
    return `This tube belongs to ${nameAndBirth(owner)}. Please take a new label.`
  const former = formerOwner(people, typed)
  if (former && !isSamePerson(former, person))
    return `This tube was removed from ${nameAndBirth(former)}. Take a new label, or ask the day lead, who can give it to ${nameOf(person)}, with a reason.`
  return undefined
}

/** The member of the day whose confirmation, or its reference, was scanned or typed. */
function personOfCode(typed: string, people: readonly ShownPerson[]): ShownPerson | null {
  const scan = readScan(typed, { people, cancelled: [] })
  return scan.of === 'person' ? scan.person : null
}

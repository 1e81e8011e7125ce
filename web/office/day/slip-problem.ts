import { isSamePerson, type ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf, knownPresses } from '../../../domain/office/day-presses.ts'
import { readSlipCode, slipCodeOf, slipOf, standingSlip } from '../../../domain/office/slips.ts'
import { groupedTubeCode, plainTubeCode } from '../../../domain/office/tube-code.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { nameAndBirth, nameOf } from './who-text.ts'

type Around = { person: ShownPerson; people: readonly ShownPerson[]; rule: TubeRule }

/** The tube code of the slip that the person has; null without one. */
export function slipOfPerson(person: ShownPerson): string | null {
  return standingSlip(actionsOf(knownPresses(person)))
}

/** Why this cannot be the slip that the person is given, or undefined. */
export function givenSlipProblem(typed: string, { person, people, rule }: Around) {
  const unreadable = unreadableSlip(typed, rule)
  if (unreadable) return unreadable
  const code = readSlipCode(typed, rule)
  const others = people.filter((one) => !isSamePerson(one, person))
  const owner = others.find((one) => slipOfPerson(one) === code || one.tubes.includes(code ?? ''))
  if (owner) return `${nameAndBirth(owner)} has this number. Take a new pair of labels.`
  const [tube] = person.tubes
  if (tube !== undefined && !person.tubes.includes(code ?? ''))
    return `${nameOf(person)} has the sample ${groupedTubeCode(tube)}. This slip is for another tube.`
  return undefined
}

/** Why tube and slips do not agree, or undefined. */
export function slipProblem(
  typed: { slip: string; tube: string },
  { person, people, rule }: Around,
): string | undefined {
  const unreadable = unreadableSlip(typed.slip, rule)
  if (unreadable) return unreadable
  const slip = readSlipCode(typed.slip, rule)
  const tube = plainTubeCode(typed.tube)
  if (slip === null || tube === null) return undefined
  const stop = `Stop. This is tube ${groupedTubeCode(tube)}`
  if (slip !== tube) return `${stop}, and the slip is ${groupedTubeCode(slipCodeOf(slip))}.`
  const own = slipOfPerson(person)
  if (own !== null && own !== tube)
    return `${stop}, and ${nameOf(person)} was given the slip ${groupedTubeCode(slipCodeOf(own))}.`
  const other = people.find((one) => !isSamePerson(one, person) && slipOfPerson(one) === tube)
  return other ? `${stop}, which is on the slip of ${nameAndBirth(other)}.` : undefined
}

function unreadableSlip(typed: string, rule: TubeRule): string | undefined {
  if (typed.trim() === '') return 'Scan the slip of the member, or type its code.'
  if (slipOf(typed) === null)
    return 'This is the label of a tube. Scan the slip of the member: its code begins with CHS.'
  if (readSlipCode(typed, rule) === null)
    return 'This is not the code of a slip. Scan it again, or check each digit.'
  return undefined
}

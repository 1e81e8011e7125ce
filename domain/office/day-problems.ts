// Which problems of the day nobody needs to look at any more, because later actions mended them.
import { hasDoubtfulSamples, standingActions } from './attendance.ts'
import { actionsOf, knownPresses } from './day-presses.ts'
import type { DayPerson, DayPress, DayProblem } from './day-schemas.ts'

type Concerned = Omit<DayPerson, 'appointment_id'>

type Problem = Pick<DayProblem, 'code' | 'also' | 'at'> & Partial<Pick<DayProblem, 'id'>>

/**
 * Whether later actions about `person` have mended the problem. A code of which no action can tell
 * stays until a person has dealt with it.
 */
export function isMended(problem: Problem, person: Concerned): boolean {
  return isMendedBy(problem, knownPresses(person))
}

/** The same by all presses about one person. */
export function isMendedBy({ id, code, also, at }: Problem, actions: readonly DayPress[]): boolean {
  const standing = standingActions(actionsOf(actions))
  const count = (...types: string[]) => standing.filter(({ type }) => types.includes(type)).length
  const hasSampleSince = standing.some(
    (action) => action.type === 'sample' && action.at.getTime() > Date.parse(at),
  )
  const mended: Record<string, boolean> = {
    already_sampled: !hasDoubtfulSamples(standing),
    already_arrived: count('arrive', 'walk_in') < 2,
    sampled_before: count('sample') === 0 || count('not_sampled') === 0,
    slip_differs: !standing.some((action) => action.id === id),
    undone_before: true,
    tube_misread: hasSampleSince,
    tube_taken: hasSampleSince,
  }
  return [code, ...also].every((one) => mended[one] ?? false)
}

/** Those that nobody has dealt with and no later action has mended. */
export function openProblems(
  problems: readonly DayProblem[],
  personOf: (problem: DayProblem) => Concerned | undefined,
): DayProblem[] {
  return problems.filter((problem) => {
    if (problem.reviewed) return false
    const person = personOf(problem)
    return !person || !isMended(problem, person)
  })
}

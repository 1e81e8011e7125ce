import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { Day, DayAction } from '../../../domain/office/day-schemas.ts'
import { readTime, writtenAt } from '../../../domain/office/paper-list.ts'
import { tubeRuleOf } from '../../../domain/office/tube-patterns.ts'
import { givenSlipProblem, slipProblem } from './slip-problem.ts'
import { tubeProblem } from './tube-problem.ts'

export type LineErrors = { arrived?: string; slip?: string; tube?: string; reason?: string }
export type LineAction = Pick<DayAction, 'type' | 'at'> &
  Partial<Pick<DayAction, 'slip' | 'tube' | 'reason' | 'note' | 'drawn_by'>>

/** The actions of one written line, none for an empty one; or what is wrong with it. */
export function readLine(
  typed: { arrived: string; slip?: string; tube: string; reason: string; drawnBy?: string },
  of: {
    person: ShownPerson
    people: readonly ShownPerson[]
    event: Day['event']
    writer: string
    now: Date
  },
): { actions: LineAction[] } | { errors: LineErrors } {
  const { person, event, now } = of
  const { slip = '', tube, reason, drawnBy = '' } = typed
  const known = person.arrived_at
  if (!known && typed.arrived === '') {
    if (slip === '' && tube === '' && reason === '') return { actions: [] }
    return { errors: { arrived: 'When did they arrive?' } }
  }
  const time = readTime(typed.arrived)
  if (!known && time === null) return { errors: { arrived: 'Enter a time, for example 10:42.' } }
  const at = known ? new Date(known) : writtenAt(event, person.time, time ?? '')
  if (!known && at > now) return { errors: { arrived: 'This time is in the future.' } }
  if (tube !== '' && reason !== '')
    return { errors: { reason: 'Enter a tube code or a reason for no sample, not both.' } }
  const rule = tubeRuleOf(event)
  const around = { person, people: of.people, rule }
  const wrong = slip === '' ? undefined : slipErrors({ slip, tube }, around)
  if (wrong) return { errors: { slip: wrong } }
  const problem = tube === '' ? undefined : tubeProblem(tube, person, of.people, rule)
  if (problem) return { errors: { tube: problem } }
  const shared = { at: at.toISOString(), note: `From a paper list written by ${of.writer}` }
  return {
    actions: [
      ...(known ? [] : [{ type: 'arrive' as const, ...shared }]),
      ...(slip === '' || tube !== '' ? [] : [{ type: 'slip' as const, slip, ...shared }]),
      ...(tube === ''
        ? []
        : [
            {
              type: 'sample' as const,
              tube,
              ...(slip !== '' && { slip }),
              drawn_by: drawnBy || null,
              ...shared,
            },
          ]),
      ...(reason === '' ? [] : [{ type: 'not_sampled' as const, reason, ...shared }]),
    ],
  }
}

/** Why the slip that was written is not this member's, or not that of the tube beside it. */
function slipErrors(
  typed: { slip: string; tube: string },
  around: Parameters<typeof givenSlipProblem>[1],
): string | undefined {
  const given = givenSlipProblem(typed.slip, around)
  return given ?? (typed.tube === '' ? undefined : slipProblem(typed, around))
}

// What was pressed about one person of the day: as the server told, with what waits on this tablet.
import type { AttendanceAction } from './attendance.ts'
import type { DayAction, DayPerson, DayPress } from './day-schemas.ts'
import { slipOf } from './slips.ts'
import { plainTubeCode } from './tube-code.ts'

type Known = Omit<DayPerson, 'appointment_id'>

/** By their time; `waiting` are the person's own, in order. */
export function pressesAfter(person: Known, waiting: readonly DayAction[]): DayPress[] {
  const actions = knownPresses(person)
  for (const action of waiting) {
    const dayAction = toPress(action)
    if (action.type === 'undo') undo(actions, action)
    else if (dayAction && !actions.some(({ id }) => id === dayAction.id)) actions.push(dayAction)
  }
  return actions.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** With an undo for each press that was undone. */
export function actionsOf(actions: readonly DayPress[]): AttendanceAction[] {
  return actions.flatMap(({ id, type, at, tube, samples, slip = null, undone }) => {
    const action = { id, type, at: new Date(at), tube, reason: null, undoes: null, samples, slip }
    if (!undone) return [action]
    const undo = { id: `undo of ${id}`, type: 'undo' as const, at: new Date(undone.at) }
    return [action, { ...undo, tube: null, reason: null, undoes: id }]
  })
}

export function knownPresses(person: Known): DayPress[] {
  return person.presses?.map((dayAction) => ({ ...dayAction })) ?? pressesOfState(person)
}

function undo(actions: DayPress[], { undoes, at }: DayAction): void {
  const dayAction = actions.find(({ id }) => id === undoes)
  if (dayAction) dayAction.undone ??= { by: null, at }
}

function toPress({
  id,
  type,
  at,
  tube,
  slip,
  samples,
  drawn_by: drawnBy,
}: DayAction): DayPress | null {
  if (type === 'taking' || type === 'undo' || type === 'doubt') return null
  return {
    id,
    type,
    at,
    by: null,
    tube: tube ? plainTubeCode(tube) : null,
    samples: samples ?? null,
    ...(slip && { slip: slipOf(slip) }),
    ...(drawnBy && { drawn_by: drawnBy }),
    undone: null,
  }
}

/** Presses that give the state that an older version kept. */
function pressesOfState(person: Known): DayPress[] {
  const { state, since, arrived_at: arrivedAt, action_id: id, by, tubes } = person
  const none = { tube: null, samples: null, undone: null }
  const arrival: DayPress[] =
    arrivedAt !== null && state !== 'arrived'
      ? [{ ...none, id: 'arrival', type: 'arrive', at: arrivedAt, by: null }]
      : []
  if (state === 'expected' || since === null || id === null) return arrival
  const type = TYPE_OF[state]
  const [tube = null] = type === 'sample' ? tubes : []
  return [...arrival, { ...none, id, type, at: since, by, tube }]
}

const TYPE_OF = {
  arrived: 'arrive',
  sampled: 'sample',
  not_sampled: 'not_sampled',
  did_not_attend: 'did_not_attend',
} as const

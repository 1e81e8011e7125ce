// Money taken from a person of the day: as the server told, with what waits on this tablet.
import type { DayAction, DayPerson, DayTaking } from './day-shapes.ts'

type Known = Pick<DayPerson, 'takings' | 'to_pay_pence'>

/** By their time, with what is then to pay in pence; `waiting` are the person's own, in order. */
export function takingsAfter(
  person: Known,
  waiting: readonly DayAction[],
): { takings: DayTaking[]; toPayPence: number } {
  const takings = (person.takings ?? []).map((taking) => ({ ...taking }))
  let toPayPence = person.to_pay_pence
  for (const action of waiting) {
    // Without its sum it is refused, and a person looks; nobody is asked twice meanwhile.
    if (action.type === 'taking' && !action.pence) toPayPence = 0
    const taking = toTaking(action)
    const undone = takings.find(({ id, undone }) => id === action.undoes && undone === null)
    if (taking && !takings.some(({ id }) => id === taking.id)) {
      takings.push(taking)
      toPayPence = Math.max(0, toPayPence - taking.pence)
    } else if (action.type === 'undo' && undone) {
      undone.undone = { by: null, at: action.at }
      toPayPence += undone.pence
    }
  }
  return { takings, toPayPence }
}

/** Those that can be undone at the door. */
export function standingTakings({ takings = [] }: Pick<DayPerson, 'takings'>): DayTaking[] {
  return takings.filter(({ undone, is_from_door: isFromDoor }) => undone === null && isFromDoor)
}

function toTaking({ id, type, at, how, pence }: DayAction): DayTaking | null {
  if (type !== 'taking' || !how || !pence) return null
  return { id, pence, how, at, by: null, is_from_door: true, undone: null }
}

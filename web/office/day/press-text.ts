import { pounds } from '../../../domain/money.ts'
import { standingActions } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf, knownPresses } from '../../../domain/office/day-presses.ts'
import type { DayPress, DayVenuePayment } from '../../../domain/office/day-schemas.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { ukTime } from '../../../domain/uk-time.ts'

const TYPE_WORDS: Record<DayPress['type'], string> = {
  arrive: 'Checked in',
  walk_in: 'Registered at the door',
  sample: 'Sample taken',
  not_sampled: 'No sample',
  did_not_attend: 'Did not attend',
  both_theirs: 'Both samples are theirs',
  slip: 'Slip given',
}

/** 'Sample taken, tube CHP 0000 0015, 10:42, by Eva Nurse' */
export function pressText({ type, tube, slip, drawn_by: drawnBy, at, by }: DayPress): string {
  return [
    TYPE_WORDS[type],
    tube && `tube ${groupedTubeCode(tube)}`,
    drawnBy && `blood taken by ${drawnBy}`,
    type === 'slip' && slip && `for tube ${groupedTubeCode(slip)}`,
    ukTime(new Date(at)),
    by === null ? 'by you' : `by ${by}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** '£25.00 in cash, 10:42, by Ann Door' */
export function takingText({ pence, how, at, by }: DayVenuePayment): string {
  const way = how === 'cash' ? 'in cash' : 'by card machine'
  const who = by === null ? 'by you' : `by ${by}`
  return `${pounds(pence)} ${way}, ${ukTime(new Date(at))}, ${who}`
}

/** By their time. */
export function standingPresses(person: ShownPerson): DayPress[] {
  const actions = knownPresses(person)
  const standing = new Set(standingActions(actionsOf(actions)).map(({ id }) => id))
  return actions.filter(({ id }) => standing.has(id))
}

/** Tubes of samples that were undone and of none that stands. */
export function takenBackTubes(person: ShownPerson): DayPress[] {
  return knownPresses(person).filter(
    ({ type, tube, undone }) =>
      type === 'sample' && undone !== null && tube !== null && !person.tubes.includes(tube),
  )
}

import { afterActions } from '../../../../domain/office/day-people.ts'
import type { Day, DayAction } from '../../../../domain/office/day-schemas.ts'
import type { Situation } from './draft.ts'

/** Places for walk-ins; `all` includes those kept back. */
export type Left = { all: number; keptBack: number }

/** Places that are left after the registrations that wait: those kept back go first. */
export function placesLeft({ places }: Pick<Day, 'places'>, waiting: readonly DayAction[]): Left {
  const keptBack = places.reduce((sum, { kept_back }) => sum + kept_back, 0)
  const free = places.reduce((sum, one) => sum + one.free, 0)
  const taken = waiting.filter(takesPlace).length
  return {
    all: Math.max(0, keptBack + free - taken),
    keptBack: Math.max(0, keptBack - taken),
  }
}

export function situationOf(day: Day, waiting: readonly DayAction[]): Situation {
  const { event } = day
  return {
    day: event.date,
    price: event.price_pence,
    left: placesLeft(day, waiting).all,
    needsNhsNumber: event.requires_nhs_number,
    people: afterActions(day, waiting),
  }
}

/** A registration that ends with a doubt takes none. */
function takesPlace({ type, registration }: DayAction): boolean {
  return type === 'walk_in' && !(registration && 'doubt' in registration)
}

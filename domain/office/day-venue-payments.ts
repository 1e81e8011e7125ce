// Money taken from a person of the day: as the server told, with what waits on this tablet.
import type { DayAction, DayPerson, DayVenuePayment } from './day-schemas.ts'

type Known = Pick<DayPerson, 'takings' | 'to_pay_pence'>

/** By their time, with what is then to pay in pence; `waiting` are the person's own, in order. */
export function takingsAfter(
  person: Known,
  waiting: readonly DayAction[],
): { takings: DayVenuePayment[]; toPayPence: number } {
  const venuePayments = (person.takings ?? []).map((venuePayment) => ({ ...venuePayment }))
  let toPayPence = person.to_pay_pence
  for (const action of waiting) {
    // Without its sum it is refused, and a person looks; nobody is asked twice meanwhile.
    if (action.type === 'taking' && !action.pence) toPayPence = 0
    const venuePayment = toVenuePayment(action)
    const undone = venuePayments.find(({ id, undone }) => id === action.undoes && undone === null)
    if (venuePayment && !venuePayments.some(({ id }) => id === venuePayment.id)) {
      venuePayments.push(venuePayment)
      toPayPence = Math.max(0, toPayPence - venuePayment.pence)
    } else if (action.type === 'undo' && undone) {
      undone.undone = { by: null, at: action.at }
      toPayPence += undone.pence
    }
  }
  return { takings: venuePayments, toPayPence }
}

/** Those that can be undone at the door. */
export function standingVenuePayments({
  takings = [],
}: Pick<DayPerson, 'takings'>): DayVenuePayment[] {
  return takings.filter(({ undone, is_from_door: isFromDoor }) => undone === null && isFromDoor)
}

function toVenuePayment({ id, type, at, how, pence }: DayAction): DayVenuePayment | null {
  if (type !== 'taking' || !how || !pence) return null
  return { id, pence, how, at, by: null, is_from_door: true, undone: null }
}

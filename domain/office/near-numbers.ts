// Whether an NHS number that a laboratory wrote is a slip of the one on record: a fact to show, never
// a proof, since a neighbour in the register may have the very next number.
import { isNhsNumber, onlyNhsDigits } from '../nhs-number.ts'

export const NEAR_NUMBERS = ['one_digit', 'two_swapped'] as const
type NearNumber = (typeof NEAR_NUMBERS)[number]

/** Null when they are the same, differ in more, or one of them has not ten digits. */
export function nearNumber(written: string, ours: string): NearNumber | null {
  const [one, other] = [onlyNhsDigits(written), onlyNhsDigits(ours)]
  if (one === null || other === null || !isNhsNumber(one) || !isNhsNumber(other)) return null
  const places = [...one].flatMap((digit, place) => (digit === other[place] ? [] : place))
  const [first, second] = places
  if (first === undefined || places.length > 2) return null
  if (second === undefined) return 'one_digit'
  const isSwapped = one[first] === other[second] && one[second] === other[first]
  return second === first + 1 && isSwapped ? 'two_swapped' : null
}

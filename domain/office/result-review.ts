// What clinicians decide about a result, and when it may be released (office.md §5). Nothing here, and
// nothing before it, is worked out from the number.

import type { Band } from '../results.ts'
import { ukDate, ukTime, weekday } from '../uk-time.ts'
import type { LabResultState } from './result-states.ts'

export type Found = { hasValue: boolean; isWithdrawal: boolean }
export type Decided = { band: Band | null; ringFirst: boolean }

export type ReviewRefusal = 'not_in_review' | 'band_needed' | 'no_band_here'

/** A value needs a band; a withdrawal or an outcome without a number has none. */
export function whyNotReview(
  { state, ...found }: Found & { state: LabResultState },
  { band }: Pick<Decided, 'band'>,
): ReviewRefusal | null {
  if (state !== 'review') return 'not_in_review'
  const needsBand = found.hasValue && !found.isWithdrawal
  if (needsBand) return band === null ? 'band_needed' : null
  return band === null ? null : 'no_band_here'
}

/** Red waits for another clinician. */
export function stateAfterReview({ band, ringFirst }: Decided): LabResultState {
  return band === 'Red' ? 'second' : readyState(ringFirst)
}

/** The second clinician who disagrees with red sends the result back. */
export function stateAfterSecond({ band, ringFirst }: Decided): LabResultState {
  return band === 'Red' ? readyState(ringFirst) : 'review'
}

function readyState(ringFirst: boolean): LabResultState {
  return ringFirst ? 'ring first' : 'ready'
}

/** Before its release. */
export function whyNotSendBack(state: LabResultState): 'not_in_review' | null {
  return state === 'second' || state === 'ready' || state === 'ring first' ? null : 'not_in_review'
}

/** Before its release, also when nobody has reviewed it. */
export function whyNotTakeBack(state: LabResultState): 'not_in_review' | null {
  return state === 'review' ? null : whyNotSendBack(state)
}

const [THURSDAY, NOON] = [4, '12:00']

/**
 * Whether this moment is after Thursday noon (London): who then reads amber or red reaches neither
 * surgery nor charity before Monday.
 */
export function isLateInTheWeek(at: Date): boolean {
  const day = weekday(ukDate(at))
  return day > THURSDAY || (day === THURSDAY && ukTime(at) >= NOON)
}

export function needsOverride(band: Band | null, at: Date): boolean {
  return (band === 'Amber' || band === 'Red') && isLateInTheWeek(at)
}

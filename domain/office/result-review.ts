// What clinicians decide about a result, and when it may be released (rules §9.5). Nothing here, and
// nothing before it, is worked out from the number.

import type { Band } from '../results.ts'
import { ukDate, ukTime, weekday } from '../uk-time.ts'
import type { LabResultState, ReviewKind } from './result-states.ts'

export type Found = { hasValue: boolean; isWithdrawal: boolean }
export type Decided = { band: Band | null; ringFirst: boolean }

type ReviewRefusal = 'not_in_review' | 'band_needed' | 'no_band_here'

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

/** A review of a report or of one that it replaces; `report` is the laboratory result's id. */
export type PastReview = Decided & { report: number; kind: ReviewKind; staffId: number }

/**
 * The state after a first review, the last one of `reviews`, which are those of the report and of all
 * that it replaces, the earliest first.
 */
export function stateAfterReview(reviews: readonly PastReview[]): LabResultState {
  return needsTwo(reviews) ? 'second' : readyState(mustRing(reviews))
}

/** The second clinician who differs from the first sends the result back. */
export function stateAfterSecond(reviews: readonly PastReview[]): LabResultState {
  const [first, second] = ['first', 'second'].map((kind) =>
    reviews.findLast((review) => review.kind === kind),
  )
  return first?.band === second?.band ? readyState(mustRing(reviews)) : 'review'
}

/**
 * Whether two clinicians have to agree, whatever the band: somebody called it red, two differed, or
 * the charity had to take it back.
 */
export function needsTwo(reviews: readonly PastReview[]): boolean {
  const decisions = reviews.filter(isDecision)
  return (
    decisions.some(({ band }) => band === 'Red') ||
    reviews.some(({ kind }) => kind === 'taken back') ||
    decisions.some((one) => decisions.some((other) => differ(one, other)))
  )
}

/**
 * Whether a second clinician has still to read `report`: what it replaces may have been taken back after
 * its only review. `reviews` as for stateAfterReview.
 */
export function lacksSecond(reviews: readonly PastReview[], report: number): boolean {
  const hasSecond = reviews.some((one) => one.report === report && one.kind === 'second')
  return needsTwo(reviews) && !hasSecond
}

/**
 * Whether the member is rung before the release: once anybody asked for the call, also when the result
 * was sent back meanwhile; and where what was released is replaced and either side was called red.
 */
function mustRing(reviews: readonly PastReview[]): boolean {
  const decisions = reviews.filter(isDecision)
  const isReplacement = reviews.some(({ kind }) => kind === 'released')
  return (
    decisions.some(({ ringFirst }) => ringFirst) ||
    (isReplacement && decisions.some(({ band }) => band === 'Red'))
  )
}

function isDecision({ kind }: PastReview): boolean {
  return kind === 'first' || kind === 'second'
}

function differ(one: PastReview, other: PastReview): boolean {
  return one.report === other.report && one.staffId !== other.staffId && one.band !== other.band
}

/** Whether the reader is to decide without knowing what the first clinician decided. */
export function isBlindReader(
  state: LabResultState,
  reviews: readonly { kind: ReviewKind; staffId: number }[],
  readerId: number,
): boolean {
  return (
    state === 'second' && reviews.findLast(({ kind }) => kind === 'first')?.staffId !== readerId
  )
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
function isLateInTheWeek(at: Date): boolean {
  const day = weekday(ukDate(at))
  return day > THURSDAY || (day === THURSDAY && ukTime(at) >= NOON)
}

export function needsOverride(band: Band | null, at: Date): boolean {
  return (band === 'Amber' || band === 'Red') && isLateInTheWeek(at)
}

/** Several are released at once only of one band; red ones each by itself. */
export function mayReleaseTogether(bands: readonly (Band | null)[]): boolean {
  return new Set(bands).size <= 1 && !bands.includes('Red')
}

/** `freeUntil` is the end of the right that a change of time by the office gave; null without one. */
export type FreeCancellation = { startsAt: Date; freeUntil?: Date | null }

export function isFreeToCancel(
  { startsAt, freeUntil = null }: FreeCancellation,
  now: Date,
): boolean {
  return freeUntil !== null && now <= freeUntil && now < startsAt
}

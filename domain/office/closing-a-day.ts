/** How long after the end of a slot somebody who has not come may still be on the way. */
const LATE_MINUTES = 30

/** Slots that ended by then are over for those who have not come. */
export function missedBefore(now: Date): Date {
  return new Date(now.getTime() - LATE_MINUTES * 60_000)
}

/** Per member, and per visitor who is not signed in (rules §3.4). */
export const MAX_HOLDS_PER_SLOT = 2

/** A visitor's hold lasts so long past the last act of booking or sign-up (decision 58). */
export const VISITOR_HOLD_MINUTES = 5

/** Of all signed-out visitors of one address together. */
export const MAX_VISITOR_HOLDS_PER_SLOT = 4

export function maxHoldsPerIpPrefix(places: number): number {
  return Math.max(4, Math.floor(places / 5))
}

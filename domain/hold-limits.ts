/** Per member, and per visitor who is not signed in (design §3a). */
export const MAX_HOLDS_PER_SLOT = 2

/** Of all signed-out visitors of one address together. */
export const MAX_VISITOR_HOLDS_PER_SLOT = 4

export function maxHoldsPerIpPrefix(places: number): number {
  return Math.max(4, Math.floor(places / 5))
}

/** Per member (design §3a). */
export const MAX_HOLDS_PER_SLOT = 2

export function maxHoldsPerIpPrefix(places: number): number {
  return Math.max(4, Math.floor(places / 5))
}

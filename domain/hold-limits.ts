// Limits on places held without a booking (design §3a).

/** How often one member may hold the same slot. */
export const HOLDS_OF_A_SLOT = 2

/** Places of an event that one IP prefix may hold at a time: a fifth, at least 4. */
export function holdsOfAddress(places: number): number {
  return Math.max(4, Math.floor(places / 5))
}

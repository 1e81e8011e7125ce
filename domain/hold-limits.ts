// What one member, or all who share an address, may keep from others without a booking (design §3a).

/** How often a slot is held for one member: once, and once more. */
export const HOLDS_OF_A_SLOT = 2

/** Places of an event with so many that may be held from one address at a time: a fifth, at least 4. */
export function holdsOfAddress(places: number): number {
  return Math.max(4, Math.floor(places / 5))
}

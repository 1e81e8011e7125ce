const LEAST_DISTINCT = 8

/** Whether a key of 16 bytes or more may be random: no few distinct bytes, no repeated sequence. */
export function looksRandom(key: Uint8Array): boolean {
  if (new Set(key).size < LEAST_DISTINCT) return false
  const periods = Array.from({ length: Math.floor(key.length / 2) }, (_, n) => n + 1)
  return !periods.some((period) => key.every((byte, at) => byte === key[at % period]))
}

const MIN_DISTINCT = 8

/** Whether 16 bytes or more have neither few distinct bytes nor a repeated sequence. */
export function looksRandom(key: Uint8Array): boolean {
  if (new Set(key).size < MIN_DISTINCT) return false
  const periods = Array.from({ length: Math.floor(key.length / 2) }, (_, n) => n + 1)
  return !periods.some((period) => key.every((byte, at) => byte === key[at % period]))
}

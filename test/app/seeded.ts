/** Of everything that a test draws at random; vitest.config.ts chooses it. */
export const SEED = Number(process.env.SEED)

export type Random = {
  below(n: number): number
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** A seeded random number generator (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}

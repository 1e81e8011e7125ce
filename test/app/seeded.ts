export type Random = {
  /** A whole number from 0 up to, not including, `n`. */
  below(n: number): number
  /** True this often, 0 to 1. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Chance that repeats itself: the same seed gives the same numbers (mulberry32). */
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

/** The seed that SEED=n gives, so that a run can be repeated, or a new one. */
export function seedFrom(given: string | undefined): number {
  return given === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(given)
}

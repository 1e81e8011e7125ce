import { createEntry, type KeptEntry, type Made } from './kept-entry.ts'

export type Kept = {
  /**
   * The kept answer of this key, or what `make` makes now: one `make` however many ask at once. An
   * answer of 500 and above reaches those who waited for it and is not kept.
   */
  answer(key: string, make: () => Promise<Made>): Promise<KeptEntry>
  /** To be called after commit of a change to what visitors see: what was begun before is forgotten. */
  forgetAll(): void
}

type Held = { entry: Promise<KeptEntry>; madeAt: number }

/**
 * Keeps the bytes of answers that are the same for every visitor for `maxAge` milliseconds, `max`
 * of them, the oldest given up first.
 */
export function createKept({
  maxAge,
  max,
  now,
}: {
  maxAge: number
  max: number
  now: () => Date
}): Kept {
  // Replaced whole by forgetAll: an answer still being made belongs to the old map and cannot come
  // back, and whoever asks after the change makes a new one.
  let held = new Map<string, Held>()

  return {
    answer(key, make) {
      const found = held.get(key)
      if (found && isFresh(found)) return found.entry
      return begin(key, make)
    },
    forgetAll() {
      held = new Map()
    },
  }

  function isFresh({ madeAt }: Held): boolean {
    return now().getTime() - madeAt < maxAge
  }

  function begin(key: string, make: () => Promise<Made>) {
    const home = held
    const isCurrent = () => held === home && isFresh(one)
    const one: Held = {
      entry: make().then((made) => createEntry(made, isCurrent)),
      madeAt: Number.POSITIVE_INFINITY,
    }
    home.delete(key)
    if (home.size >= max) home.delete(home.keys().next().value ?? '')
    home.set(key, one)
    one.entry.then(
      (entry) => {
        if (entry.status < 500) one.madeAt = now().getTime()
        else if (home.get(key) === one) home.delete(key)
      },
      () => {
        if (home.get(key) === one) home.delete(key)
      },
    )
    return one.entry
  }
}

import { type CachedResponse, createEntry, type ResponseBody } from './cached-response.ts'

export type ResponseCache = {
  /**
   * The kept answer of this key, or what `make` makes now: one `make` however many ask at once. An
   * answer of 500 and above reaches those who waited for it and is not kept.
   */
  answer(key: string, make: () => Promise<ResponseBody>): Promise<CachedResponse>
  /** To be called after commit of a change to what visitors see: what was begun before is forgotten. */
  clear(): void
}

/** The place of one key: what was made last, and what is being made now. */
type Slot = { made: CachedResponse | null; making: Promise<CachedResponse> | null }

/** From this part of its age on, an answer that is still asked for is made anew beside being given. */
const RENEW_FROM = 0.75

/**
 * Keeps the bytes of answers that are the same for every visitor for `maxAge` milliseconds, `max`
 * of them, the oldest given up first.
 */
export function createResponseCache({
  maxAge,
  max,
  now,
}: {
  maxAge: number
  max: number
  now: () => Date
}): ResponseCache {
  // Replaced whole by clear: an answer still being made belongs to the old map and cannot come
  // back, and whoever asks after the change makes a new one.
  let held = new Map<string, Slot>()

  return {
    async answer(key, make) {
      const slot = held.get(key) ?? { made: null, making: null }
      if (slot.made?.isCurrent()) return slot.made
      return slot.making ?? begin(key, slot, make)
    },
    clear() {
      held = new Map()
    },
  }

  function begin(
    key: string,
    slot: Slot,
    make: () => Promise<ResponseBody>,
  ): Promise<CachedResponse> {
    const home = held
    home.delete(key)
    if (home.size >= max) home.delete(home.keys().next().value ?? '')
    home.set(key, slot)

    let madeAt = Number.NaN
    const isYounger = (age: number) => held === home && now().getTime() - madeAt < age
    const making = make().then((made) => {
      const entry: CachedResponse = createEntry(made, {
        isCurrent: () => isYounger(maxAge),
        renew: () => {
          const isDue = slot.made === entry && !slot.making && !isYounger(maxAge * RENEW_FROM)
          return isDue && held === home ? begin(key, slot, make) : null
        },
      })
      return entry
    })
    slot.making = making
    making.then(
      (entry) => {
        slot.making = null
        if (entry.status >= 500) return forgetEmpty()
        slot.made = entry
        madeAt = now().getTime()
      },
      () => {
        slot.making = null
        forgetEmpty()
      },
    )
    return making

    function forgetEmpty() {
      if (!slot.made && home.get(key) === slot) home.delete(key)
    }
  }
}

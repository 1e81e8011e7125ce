import { type CachedResponse, createEntry, type ResponseBody } from './cached-response.ts'

export type ResponseCache = {
  /**
   * The cached response of this key, or of `make`, which callers share. None of 500 or above is
   * cached.
   */
  answer(key: string, make: () => Promise<ResponseBody>): Promise<CachedResponse>
  /** Responses still being made are not cached either. */
  clear(): void
}

type Slot = { made: CachedResponse | null; making: Promise<CachedResponse> | null }

/** Share of `maxAge` after which a request also starts the renewal. */
const RENEW_FROM = 0.75

/** Caches for `maxAge` milliseconds at most `max` responses; the oldest is evicted first. */
export function createResponseCache({
  maxAge,
  max,
  now,
}: {
  maxAge: number
  max: number
  now: () => Date
}): ResponseCache {
  // clear() replaces the map, so a response still being made is stored in the old one only.
  let slots = new Map<string, Slot>()

  return {
    async answer(key, make) {
      const slot = slots.get(key) ?? { made: null, making: null }
      if (slot.made?.isCurrent()) return slot.made
      return slot.making ?? begin(key, slot, make)
    },
    clear() {
      slots = new Map()
    },
  }

  function begin(
    key: string,
    slot: Slot,
    make: () => Promise<ResponseBody>,
  ): Promise<CachedResponse> {
    const ours = slots
    ours.delete(key)
    if (ours.size >= max) ours.delete(ours.keys().next().value ?? '')
    ours.set(key, slot)

    let madeAt = Number.NaN
    const isYoungerThan = (age: number) => slots === ours && now().getTime() - madeAt < age
    const making = make().then((made) => {
      const entry: CachedResponse = createEntry(made, {
        isCurrent: () => isYoungerThan(maxAge),
        renew: () => {
          const isDue = slot.made === entry && !slot.making && !isYoungerThan(maxAge * RENEW_FROM)
          return isDue && slots === ours ? begin(key, slot, make) : null
        },
      })
      return entry
    })
    slot.making = making
    making.then(
      (entry) => {
        slot.making = null
        if (entry.status >= 500) return deleteEmpty()
        slot.made = entry
        madeAt = now().getTime()
      },
      () => {
        slot.making = null
        deleteEmpty()
      },
    )
    return making

    function deleteEmpty() {
      if (!slot.made && ours.get(key) === slot) ours.delete(key)
    }
  }
}

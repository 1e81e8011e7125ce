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

type Entry = { response: CachedResponse | null; pending: Promise<CachedResponse> | null }

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
  let entries = new Map<string, Entry>()

  return {
    async answer(key, make) {
      const entry = entries.get(key) ?? { response: null, pending: null }
      if (entry.response?.isCurrent()) return entry.response
      return entry.pending ?? start(key, entry, make)
    },
    clear() {
      entries = new Map()
    },
  }

  function start(
    key: string,
    entry: Entry,
    make: () => Promise<ResponseBody>,
  ): Promise<CachedResponse> {
    const ours = entries
    ours.delete(key)
    if (ours.size >= max) ours.delete(ours.keys().next().value ?? '')
    ours.set(key, entry)

    let madeAt = Number.NaN
    const isYoungerThan = (age: number) => entries === ours && now().getTime() - madeAt < age
    const pending = make().then((made) => {
      const response: CachedResponse = createEntry(made, {
        isCurrent: () => isYoungerThan(maxAge),
        renew: () => {
          const isOld = !isYoungerThan(maxAge * RENEW_FROM)
          const isDue = entry.response === response && !entry.pending && isOld
          return isDue && entries === ours ? start(key, entry, make) : null
        },
      })
      return response
    })
    entry.pending = pending
    pending.then(
      (response) => {
        entry.pending = null
        if (response.status >= 500) return deleteEmpty()
        entry.response = response
        madeAt = now().getTime()
      },
      () => {
        entry.pending = null
        deleteEmpty()
      },
    )
    return pending

    function deleteEmpty() {
      if (!entry.response && ours.get(key) === entry) ours.delete(key)
    }
  }
}

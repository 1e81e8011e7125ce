import { isDatabaseUnavailable } from '../../../auth/db/database-unavailable.ts'
import { cacheCounts } from '../metrics/registry.ts'
import { type CachedResponse, createEntry, type ResponseBody } from './cached-response.ts'
import { createRooms } from './rooms.ts'

export type ResponseCache = {
  /**
   * The cached response of this key, or of `make`, which callers share. A stale response is made
   * again for the next request, but at most four times a second. Requests wait for it, unless
   * changes come faster than that: then they get the stale one until the next is ready. The stale
   * one is also returned while `make` fails, up to `maxAge`, and up to `staleIfErrorMs` beyond it
   * while the database is unavailable or hangs. None of 500 or above is cached.
   */
  answer(key: string, make: () => Promise<ResponseBody>, options?: Options): Promise<CachedResponse>
  /** Makes stale what is about one of these events, or about all. Without ids, about any event. */
  invalidate(eventIds?: readonly number[] | 'any'): void
  /** Makes every response stale, also those about no event. */
  renewAll(): void
  /** Drops every response, also those still being made. */
  clear(): void
}

type Options = {
  /** Events that the response shows: all unless given. */
  about?: About
  /**
   * One of endlessly many answers: a fifth of the room at most, evicting none of the others. So is
   * every answer that is not 200, which anybody can ask for at endlessly many addresses.
   */
  isSearch?: boolean
  /** Never a stale response; for rendering another response from this one. */
  fresh?: boolean
  /** The share of its sender, who gets a copy up to a minute old, or its refusal, beyond it. */
  share?: Share | undefined
  /** One of few answers: beyond the share it is made all the same when no copy is left. */
  isUsual?: boolean
}

/** How many responses may be made for one sender. */
export type Share = {
  /** Counts a response that is about to be made; false beyond the share. */
  consume(): boolean
  refusal(): Error
}

export type About = 'all events' | 'no event' | number

/** `seen` is the number of changes when the response was begun. */
type StoredResponse = { response: CachedResponse; madeAt: number; seen: number }
type Entry = {
  about: About
  isSearch: boolean
  made: StoredResponse | null
  /** Whether the last attempt met an unavailable database, or is taking too long. */
  isFailing: boolean
  pending: { response: Promise<CachedResponse>; seen: number } | null
  restedAt: number
  /** Whether a stale response was returned because the next one could not be started yet. */
  isBehind: boolean
}

/** Share of `maxAge` after which a request also starts the renewal. */
const RENEW_FROM = 0.75
/** Two may be made at once, then one each 334 ms: four in a second at most. */
const REST_MS = 334
/** How long a request waits for the next response when an old one could be sent instead. */
const PATIENCE_MS = 3_000
/** The age of a copy for senders beyond their share: as long as a share lasts. */
const BEYOND_SHARE_MS = 60_000
const NO_LIMIT: Share = { consume: () => true, refusal: () => new Error('without a limit') }

function newEntry(about: About, isSearch: boolean): Entry {
  return {
    about,
    isSearch,
    made: null,
    isFailing: false,
    pending: null,
    restedAt: 0,
    isBehind: false,
  }
}

/** Caches for `maxAge` milliseconds at most `max` responses; the one used longest ago is evicted first. */
export function createResponseCache({
  maxAge,
  max,
  now,
  staleIfErrorMs = 0,
}: {
  maxAge: number
  max: number
  now: () => Date
  staleIfErrorMs?: number
}): ResponseCache {
  // clear() replaces the rooms, so a response still being made is stored in the old ones only.
  let rooms = createRooms<Entry>(max)
  let changes = 0
  let changesOfAny = 0
  let changesOfSite = 0
  const changesOf = new Map<number, number>()

  return {
    async answer(key, make, options = {}) {
      const { about = 'all events', fresh = false, isSearch = false } = options
      const { share = NO_LIMIT, isUsual = false } = options
      const entry = rooms.get(key) ?? newEntry(about, isSearch)
      const { made, pending } = entry
      const stored = made && isYoung(made) ? made : null
      if (stored && isUpToDate(about, stored)) {
        cacheCounts.hit += 1
        if (!isYoung(stored, maxAge * RENEW_FROM)) renew()
        return stored.response
      }
      if (stored && !fresh && mayStand(entry)) {
        cacheCounts.stale += 1
        renew()
        return stored.response
      }
      const spare = fresh ? null : spareOf(entry)
      if (spare && entry.isFailing) {
        cacheCounts.stale += 1
        renew()
        return spare.response
      }
      const begun = begunOf()
      if (!begun && !share.consume()) {
        if (made && isYoung(made, BEYOND_SHARE_MS)) {
          cacheCounts.stale += 1
          return made.response
        }
        if (!isUsual) throw share.refusal()
      }
      cacheCounts.miss += 1
      const next = orStored(begun ?? start(key, entry, make), stored)
      return spare ? orSpare(next, entry, spare) : next

      function renew() {
        if (!pending && mayStart(entry) && share.consume()) start(key, entry, make)
      }

      function begunOf() {
        if (pending && isUpToDate(about, pending)) return pending.response
        return fresh || mayStart(entry) ? undefined : pending?.response
      }
    },
    invalidate(eventIds = 'any') {
      if (eventIds.length === 0) return
      changes += 1
      if (eventIds === 'any') changesOfAny = changes
      else for (const id of eventIds) changesOf.set(id, changes)
    },
    renewAll() {
      changes += 1
      changesOfSite = changes
    },
    clear() {
      rooms = createRooms(max)
    },
  }

  function start(
    key: string,
    entry: Entry,
    make: () => Promise<ResponseBody>,
  ): Promise<CachedResponse> {
    const ours = rooms
    ours.begin(key, entry)
    entry.restedAt = Math.min(restedAt(entry) + REST_MS, time() + 2 * REST_MS)

    const seen = changes
    const response = make().then((body) => {
      const made: StoredResponse = {
        response: createEntry(body),
        madeAt: time(),
        seen,
      }
      if (made.response.status < 500 && seen >= (entry.made?.seen ?? 0)) {
        entry.made = made
        ours.store(key, entry, entry.isSearch || made.response.status !== 200)
      }
      if (isUpToDate(entry.about, made)) entry.isBehind = false
      entry.isFailing = made.response.status === 503
      return made.response
    })
    const pending = { response, seen }
    entry.pending = pending
    const end = () => {
      if (entry.pending === pending) entry.pending = null
      if (!entry.made && !entry.pending) ours.drop(key, entry)
    }
    response.then(end, (error) => {
      entry.isFailing = isDatabaseUnavailable(error)
      // What no longer exists must not come back in a later outage.
      if (!entry.isFailing && entry.made && !isYoung(entry.made)) entry.made = null
      end()
    })
    return response
  }

  /** The stored response, while it is young, instead of a failure. */
  async function orStored(next: Promise<CachedResponse>, stored: StoredResponse | null) {
    if (!stored) return next
    try {
      const response = await next
      return response.status >= 500 && isYoung(stored) ? stored.response : response
    } catch (error) {
      if (isYoung(stored)) return stored.response
      throw error
    }
  }

  function spareOf({ made }: Entry): StoredResponse | null {
    return staleIfErrorMs > 0 && made && isYoung(made, maxAge + staleIfErrorMs) ? made : null
  }

  /** The old response when the database is unavailable, or says nothing for three seconds. */
  async function orSpare(next: Promise<CachedResponse>, entry: Entry, spare: StoredResponse) {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(late.resolve, PATIENCE_MS, null)
    try {
      const response = await Promise.race([next, late.promise])
      if (response?.status !== 503 && response) return response
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
    } finally {
      clearTimeout(timer)
    }
    entry.isFailing = true
    cacheCounts.stale += 1
    return spare.response
  }

  /** Whether a stale response is returned without waiting for the next one: for half a second. */
  function mayStand(entry: Entry): boolean {
    const { pending } = entry
    const isAwaited = pending !== null && isUpToDate(entry.about, pending)
    if (!mayStart(entry) && !isAwaited) entry.isBehind = true
    return entry.isBehind && restedAt(entry) - time() > REST_MS / 2
  }

  function isUpToDate(about: About, { seen }: { seen: number }): boolean {
    if (seen < changesOfSite) return false
    if (about === 'no event') return true
    if (about === 'all events') return seen === changes
    return seen >= changesOfAny && seen >= (changesOf.get(about) ?? 0)
  }

  function isYoung({ madeAt }: StoredResponse, age = maxAge): boolean {
    return time() - madeAt < age
  }

  function mayStart(entry: Entry): boolean {
    return restedAt(entry) - time() <= REST_MS
  }

  /** Not later than after two rests, also when the clock was set back. */
  function restedAt(entry: Entry): number {
    const isPossible = entry.restedAt <= time() + 2 * REST_MS
    return isPossible ? Math.max(entry.restedAt, time()) : time()
  }

  function time(): number {
    return now().getTime()
  }
}

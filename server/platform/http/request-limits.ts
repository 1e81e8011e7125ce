import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networksOf } from '../../../auth/limits/ip-prefix.ts'
import type { App, Deps } from '../../deps.ts'
import type { Share } from '../cache/response-cache.ts'
import { Refused } from './refused.ts'

// Per address and minute. A works canteen or a mobile network shares one address. Renderings and
// lists are reads that the response cache could not answer.
const PER_MINUTE = { reads: 3_000, writes: 240, reports: 20, renderings: 60, lists: 240 }
type Kind = keyof typeof PER_MINUTE
type Counts = { windowStart: number } & Partial<Record<Kind, Count>>
/** `own` are of this process, of which `shared` reached the others; `elsewhere` are of the others. */
type Count = { own: number; shared: number; elsewhere: number; isSharing: boolean }

/** Adds to a count of all processes; its sum in the minute that began at `windowStart`. */
export type ShareCount = (
  key: { kind: string; prefix: string },
  added: number,
  windowStart: Date,
) => Promise<number>

const WINDOW_MS = 60_000
/** Processes tell each other in tenths of a limit, so that together they exceed it by a tenth each. */
const TOLD_AT_ONCE = 0.1
/** Beyond that, the network that asked longest ago is forgotten; a flood asks on and stays. */
const MOST_NETWORKS = 100_000

export const IN_PROCESS = 'in-process'

export type Limits = {
  /** Counts one request of this address; false when it or a wider network is over its limit. */
  consume(kind: Kind, address: string): boolean
  secondsLeft(): number
}

/**
 * Request limits per address, counted in memory because they run before every response. What comes
 * near a limit goes to the other processes by `shareCount`; without it each counts alone.
 * Limits of passwords and codes must hold exactly: they are in the database (rate-limits/).
 */
export function createLimits(
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  shareCount?: ShareCount,
): Limits {
  const counts = new LRUCache<string, Counts>({ max: MOST_NETWORKS })

  return {
    consume(kind, address) {
      const windowStart = currentWindow()
      return networksOf(address).every(({ prefix, times }) => {
        const count = countOf(prefix, windowStart, kind)
        count.own += 1
        const limit = PER_MINUTE[kind] * settings.rateLimitScale * times
        const isWithin = count.own + count.elsewhere <= limit
        const untold = count.own - count.shared
        if (isWithin && untold >= limit * TOLD_AT_ONCE) tell({ kind, prefix }, count, windowStart)
        return isWithin
      })
    },
    secondsLeft() {
      return Math.ceil((currentWindow() + WINDOW_MS - now().getTime()) / 1000)
    },
  }

  /** The same minute in all processes. */
  function currentWindow(): number {
    return Math.floor(now().getTime() / WINDOW_MS) * WINDOW_MS
  }

  function tell(key: { kind: Kind; prefix: string }, count: Count, windowStart: number): void {
    if (!shareCount || count.isSharing) return
    const untold = count.own - count.shared
    count.isSharing = true
    shareCount(key, untold, new Date(windowStart))
      .then((sum) => {
        count.shared += untold
        count.elsewhere = Math.max(count.elsewhere, sum - count.shared)
      })
      // Reported by shareCount; until the next tenth this process counts alone.
      .catch(() => undefined)
      .finally(() => {
        count.isSharing = false
      })
  }

  function countOf(prefix: string, windowStart: number, kind: Kind): Count {
    const known = counts.get(prefix)
    const current: Counts = known?.windowStart === windowStart ? known : { windowStart }
    if (current !== known) counts.set(prefix, current)
    current[kind] ??= { own: 0, shared: 0, elsewhere: 0, isSharing: false }
    return current[kind]
  }
}

/** The share of a sender in what the response cache has to have made; our own have no limit. */
export function shareOf(
  limits: Limits,
  kind: 'renderings' | 'lists',
  request: FastifyRequest,
): Share | undefined {
  if (isInProcess(request)) return undefined
  return {
    consume: () => limits.consume(kind, request.ip),
    refusal: () => tooManyNow(limits),
  }
}

function tooManyNow(limits: Limits): Refused {
  return new Refused('too_many_requests', {}, { retryAfter: limits.secondsLeft() })
}

/** Refuses requests over the limit before any other hook. */
export function limitRequests(app: App, limits: Limits): void {
  app.addHook('onRequest', (request, _, done) => {
    if (isInProcess(request)) return done()
    if (limits.consume(kindOf(request), request.ip)) return done()
    done(tooManyNow(limits))
  })
}

/** Whether the server asks itself, to render a page. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.raw.socket.remoteAddress === IN_PROCESS
}

function kindOf(request: FastifyRequest): Kind {
  if (request.method === 'GET' || request.method === 'HEAD') return 'reads'
  return request.routeOptions.url?.startsWith('/api/logs/') ? 'reports' : 'writes'
}

import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networksOf } from '../../auth/limits/ip-prefix.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from './refused.ts'

// Requests per address and minute. A works canteen or a mobile network shares one address.
const PER_MINUTE = { reads: 3_000, writes: 240, reports: 20 }
type Kind = keyof typeof PER_MINUTE
type Counts = Record<Kind, number> & { windowStart: number }

const WINDOW_MS = 60_000
/** Beyond that, the network that asked longest ago is forgotten; a flood asks on and stays. */
const MOST_NETWORKS = 100_000

export const IN_PROCESS = 'in-process'

export type Limits = {
  /** Counts one request of this address; false when it or a wider network is over its limit. */
  consume(kind: Kind, address: string): boolean
  secondsLeft(): number
}

/**
 * Request limits per address for each process, in memory because they run before every response;
 * several processes multiply them. Rate limits of passwords and codes must hold across processes:
 * they are counted in the database (rate-limits/).
 */
export function createLimits({ settings, now }: Pick<Deps, 'settings' | 'now'>): Limits {
  const counts = new LRUCache<string, Counts>({ max: MOST_NETWORKS })
  let windowStart = now().getTime()

  return {
    consume(kind, address) {
      const elapsed = now().getTime() - windowStart
      if (elapsed >= WINDOW_MS) windowStart += elapsed
      return networksOf(address).every(({ prefix, times }) => {
        const counted = countsOf(prefix)
        counted[kind] += 1
        return counted[kind] <= PER_MINUTE[kind] * settings.rateLimitScale * times
      })
    },
    secondsLeft() {
      const elapsed = now().getTime() - windowStart
      return Math.ceil((WINDOW_MS - (elapsed % WINDOW_MS)) / 1000)
    },
  }

  function countsOf(prefix: string): Counts {
    const known = counts.get(prefix)
    if (known?.windowStart === windowStart) return known
    const fresh = { windowStart, reads: 0, writes: 0, reports: 0 }
    counts.set(prefix, fresh)
    return fresh
  }
}

/** Refuses requests over the limit before any other hook. */
export function limitRequests(app: App, limits: Limits): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isInProcess(request)) return done()
    if (limits.consume(kindOf(request), request.ip)) return done()
    reply.header('retry-after', limits.secondsLeft())
    done(new Refused('too_many_requests'))
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

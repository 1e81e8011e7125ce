import type { FastifyRequest } from 'fastify'
import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from './refused.ts'

// Requests per address and minute. A works canteen or a mobile network shares one address.
const PER_MINUTE = { reads: 3_000, writes: 240, reports: 20 }
type Kind = keyof typeof PER_MINUTE

const WINDOW_MS = 60_000
/** Addresses counted at once; beyond that, likely an attack, all counts are reset. */
const MOST_ADDRESSES = 50_000

export const IN_PROCESS = 'in-process'

export type Limits = {
  /** Counts one request of this address; false when it is over the limit. */
  take(kind: Kind, address: string): boolean
  secondsLeft(): number
}

/**
 * Request limits per address for each process, in memory because they run before every response;
 * several processes multiply them. Rate limits of passwords and codes must hold across processes:
 * they are counted in the database (rate-limits/) and not scaled (design §1).
 */
export function createLimits({ settings, now }: Pick<Deps, 'settings' | 'now'>): Limits {
  const counts: Record<Kind, Map<string, number>> = {
    reads: new Map(),
    writes: new Map(),
    reports: new Map(),
  }
  let windowStart = now().getTime()

  return {
    take(kind, address) {
      const elapsed = now().getTime() - windowStart
      if (elapsed >= WINDOW_MS) startWindow(elapsed)
      return countOne(counts[kind], address) <= PER_MINUTE[kind] * settings.rateLimitScale
    },
    secondsLeft() {
      const elapsed = now().getTime() - windowStart
      return Math.ceil((WINDOW_MS - (elapsed % WINDOW_MS)) / 1000)
    },
  }

  function startWindow(elapsed: number) {
    windowStart += elapsed
    for (const kind of Object.values(counts)) kind.clear()
  }
}

/** Refuses requests over the limit before any other hook. */
export function limitRequests(app: App, limits: Limits): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress === IN_PROCESS) return done()
    if (limits.take(kindOf(request), request.ip)) return done()
    reply.header('retry-after', limits.secondsLeft())
    done(new Refused('too_many_requests'))
  })
}

function countOne(counts: Map<string, number>, address: string): number {
  const prefix = ipPrefix(address)
  const count = (counts.get(prefix) ?? 0) + 1
  if (count === 1 && counts.size >= MOST_ADDRESSES) counts.clear()
  counts.set(prefix, count)
  return count
}

function kindOf(request: FastifyRequest): Kind {
  if (request.method === 'GET' || request.method === 'HEAD') return 'reads'
  return request.routeOptions.url?.startsWith('/api/logs/') ? 'reports' : 'writes'
}

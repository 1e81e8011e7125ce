import type { FastifyRequest } from 'fastify'
import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from './refused.ts'

// Requests per address and minute. A works canteen or a mobile network shares one address.
const PER_MINUTE = { reads: 3_000, writes: 240, reports: 20 }
type Kind = keyof typeof PER_MINUTE

const WINDOW_MS = 60_000
/** Addresses remembered at once; more than that in a minute is an attack, and counting starts anew. */
const MOST_ADDRESSES = 50_000

/** Where a request of our own, made in process while rendering, says it comes from. */
export const IN_PROCESS = 'in-process'

export type Limits = {
  /** Counts one request of this address; false when it is one too many. */
  take(kind: Kind, address: string): boolean
  /** Seconds until counting starts anew. */
  secondsLeft(): number
}

/**
 * Limits requests per address in each process: generous for reads, tighter for writes, tightest for
 * fault reports. Guesses of passwords and codes are counted elsewhere and not scaled (design §1).
 * Counted in one step and in memory: it stands before every answer, also those kept as bytes. So
 * with several processes an address may ask that many times as often, which is what it should: the
 * limit saves the time of the process that counts, and counting in the database would cost each
 * request more than most answers do. What must hold across processes is counted there (guesses/).
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

/** Refuses what is over the limits, before anything else is done for it. */
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

import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Settings } from './parts.ts'
import { Refused } from './refused.ts'

// Requests per address and minute. A works canteen or a mobile network shares one address.
const PER_MINUTE = { reads: 3_000, writes: 240, reports: 20 }

/** Where a request of our own, made in process while rendering, says it comes from. */
export const IN_PROCESS = 'in-process'

/**
 * Limits requests per address: generous for reads, tighter for writes, tightest for fault reports.
 * Guesses of passwords and codes are counted elsewhere and are not scaled (design §1).
 */
export async function limitRequests(app: App, { rateLimitScale }: Settings): Promise<void> {
  await app.register(rateLimit, { global: false })
  const limiterOf = (perMinute: number) =>
    app.createRateLimit({ max: Math.ceil(perMinute * rateLimitScale), timeWindow: 60_000 })
  const limiters = {
    reads: limiterOf(PER_MINUTE.reads),
    writes: limiterOf(PER_MINUTE.writes),
    reports: limiterOf(PER_MINUTE.reports),
  }

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.socket.remoteAddress === IN_PROCESS) return
    const used = await limiters[kindOf(request)](request)
    if (used.isAllowed || !used.isExceeded) return
    reply.header('retry-after', used.ttlInSeconds)
    throw new Refused('too_many_requests')
  })
}

function kindOf(request: FastifyRequest): 'reads' | 'writes' | 'reports' {
  if (request.method === 'GET' || request.method === 'HEAD') return 'reads'
  return request.routeOptions.url === '/api/logs/error' ? 'reports' : 'writes'
}

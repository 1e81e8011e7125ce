import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { pingDatabase } from './health.queries.ts'

const TIMEOUT_MS = 2_000
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/**
 * `/healthz`: the process responds. `/readyz`: database and jobs work too and the site is not
 * about to stop, otherwise 503; what is wrong is said on this machine only.
 */
export function healthRoutes(app: App, { database, jobs }: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    const checks = { database: await respondsInTime(), jobs: jobs.ready() }
    const { isLeaving } = app.drain
    const ready = checks.database && checks.jobs && !isLeaving
    if (!ready && !isLeaving) request.log.warn(checks, 'not ready')
    const { warnings } = app
    const status = ready ? 'ok' : isLeaving ? 'stopping' : 'not ready'
    reply.code(ready ? 200 : 503)
    if (!isFromThisMachine(request)) return reply.send({ status })
    return reply.send({ status, ...checks, ...(warnings.length > 0 && { warnings }) })
  })

  async function respondsInTime(): Promise<boolean> {
    const late = new AbortController()
    try {
      return await Promise.race([
        pingDatabase(database.db).then(
          () => true,
          () => false,
        ),
        wait(TIMEOUT_MS, false, { signal: late.signal }),
      ])
    } finally {
      late.abort()
    }
  }
}

/** Not through a proxy of this machine either. */
function isFromThisMachine({ headers, raw }: FastifyRequest): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return !isForwarded && LOOPBACK.test(raw.socket.remoteAddress ?? '')
}

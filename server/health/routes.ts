import { setTimeout as wait } from 'node:timers/promises'
import type { App, Deps } from '../deps.ts'
import { pingDatabase } from './health.queries.ts'

const TIMEOUT_MS = 2_000

/**
 * `/healthz`: the process responds. `/readyz`: database and jobs work too and the site is not
 * about to stop, otherwise 503.
 */
export function healthRoutes(app: App, { database, jobs }: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    const checks = { database: await respondsInTime(), jobs: jobs.ready() }
    const { isLeaving } = app.drain
    const ready = checks.database && checks.jobs && !isLeaving
    if (!ready && !isLeaving) request.log.warn(checks, 'not ready')
    const { warnings } = app
    const answer = { status: ready ? 'ok' : isLeaving ? 'stopping' : 'not ready', ...checks }
    return reply
      .code(ready ? 200 : 503)
      .send({ ...answer, ...(warnings.length > 0 && { warnings }) })
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

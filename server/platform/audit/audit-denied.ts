import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { claimedSession } from '../http/session.ts'
import { type Denial, denialOf } from './denial.ts'
import { type Denials, keyOf, ROWS_PER_HOUR, writeDenials } from './write-denials.ts'

/** Beyond this many callers, denials are only logged. */
const MAX_QUEUED = 10_000

/** Audits denied accesses after the response, one writer per process; logs writes that fail. */
export function auditDeniedAccess(app: App, deps: Deps): void {
  const waiting = new Map<string, Denials>()
  const identifying = new Set<Promise<void>>()
  let writing: Promise<void> | null = null

  app.addHook('onResponse', (request, reply, done) => {
    done()
    const denial = reply.statusCode >= 400 ? denialOf(request, reply) : null
    if (!denial) return
    const work = identify(denial, request)
      .catch((err: unknown) => app.log.error({ err }, 'a denied access was not audited'))
      .finally(() => identifying.delete(work))
    identifying.add(work)
  })
  app.addHook('onClose', async () => {
    await Promise.all(identifying)
    while (writing) await writing
  })

  /** Calls that bypass the session hooks, such as the gateway's, are identified by their token. */
  async function identify(denial: Denial, request: FastifyRequest): Promise<void> {
    const session = denial.session ?? (await claimedSession(request, deps))
    if (!session && denial.reason !== 'staff only') return
    enqueue({ ...denial, session })
  }

  function enqueue(denial: Denial): void {
    const key = keyOf(denial)
    const denials = waiting.get(key) ?? { first: [], count: 0 }
    if (denials.count === 0 && waiting.size >= MAX_QUEUED) {
      app.log.error('denied accesses of too many callers at once: one was not audited')
      return
    }
    denials.count += 1
    if (denials.first.length < ROWS_PER_HOUR) denials.first.push(denial)
    waiting.set(key, denials)
    startWriting()
  }

  function startWriting(): void {
    writing ??= writeAll().finally(() => {
      writing = null
      if (waiting.size > 0) startWriting()
    })
  }

  async function writeAll(): Promise<void> {
    for (const [key, denials] of waiting) {
      waiting.delete(key)
      await writeDenials(deps, denials).catch((err: unknown) =>
        app.log.error({ err, count: denials.count }, 'denied accesses were not audited'),
      )
    }
  }
}

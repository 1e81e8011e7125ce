import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../deps.ts'
import { claimedSession } from '../http/session.ts'
import { type Denial, denialOf } from './denial.ts'
import { type Denials, keyOf, ROWS_PER_HOUR, writeDenials } from './write-denials.ts'

/** Accounts and addresses that may wait to be written down; more at once are logged as a number. */
const MOST_WAITING = 10_000

/**
 * Writes denied accesses to the audit log, for every route. An answer has gone out before anything is
 * done about it, so that no answer is another or later for it; one writer per process uses one
 * connection, however many are denied. What cannot be written is logged. Closing the app waits for
 * what is left.
 */
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

  /** Calls that pass the session hooks by, as those of the gateway, are known by their token alone. */
  async function identify(denial: Denial, request: FastifyRequest): Promise<void> {
    const session = denial.session ?? (await claimedSession(request, deps))
    // A token that nobody gave out, or none, is no session that was refused.
    if (!session && denial.reason !== 'staff only') return
    remember({ ...denial, session })
  }

  function remember(denial: Denial): void {
    const key = keyOf(denial)
    const denials = waiting.get(key) ?? { first: [], count: 0 }
    if (denials.count === 0 && waiting.size >= MOST_WAITING) {
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
      // What came between the last look and now.
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

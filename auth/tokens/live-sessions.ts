import { setTimeout as wait } from 'node:timers/promises'

export type ClaimedSession = { sessionId: string; userId: string }

const LONGEST_WAIT_MS = 50

/**
 * Returns a function that tells whether a session is live. `read` is called with the sessions that
 * were asked about since its last call, and not again before that call ended, 50 ms at most: in a
 * rush one statement checks many sessions.
 */
export function checkTogether(
  read: (asked: ClaimedSession[]) => Promise<ReadonlySet<ClaimedSession>>,
): (session: ClaimedSession) => Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { asked: ClaimedSession[]; live: ReturnType<typeof read> } | null = null

  return async (session) => {
    next ??= collect()
    next.asked.push(session)
    return (await next.live).has(session)
  }

  function collect() {
    const asked: ClaimedSession[] = []
    const live = last.then(() => {
      next = null
      const reading = read(asked)
      last = Promise.race([reading.catch(() => undefined), wait(LONGEST_WAIT_MS)])
      return reading
    })
    return { asked, live }
  }
}

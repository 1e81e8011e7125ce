import type pg from 'pg'
import { vi } from 'vitest'

export type Cost = { roundTrips: number; durableCommits: number }

/** Counts what connections that the pool makes from now on send after `reset`. */
export function countRoundTrips(pool: pg.Pool): { reset(): void; cost(): Cost } {
  let roundTrips = 0
  let statements: string[] = []
  pool.on('connect', (client) => {
    const query = client.query
    let unanswered = 0
    vi.spyOn(client, 'query').mockImplementation((...args: unknown[]) => {
      const [asked] = args
      statements.push(typeof asked === 'string' ? asked : String((asked as { text: string }).text))
      // Sent together with those before it, otherwise a round trip of its own.
      if (unanswered === 0) roundTrips += 1
      unanswered += 1
      const answered = () => {
        unanswered -= 1
      }
      // The pool passes a callback.
      const last = args.at(-1)
      if (typeof last === 'function') {
        const callback = (...results: unknown[]) => {
          answered()
          last(...results)
        }
        return Reflect.apply(query, client, [...args.slice(0, -1), callback])
      }
      const answer: Promise<unknown> = Reflect.apply(query, client, args)
      answer.then(answered, answered)
      return answer
    })
  })
  return {
    reset() {
      roundTrips = 0
      statements = []
    },
    cost: () => ({ roundTrips, durableCommits: countDurableCommits(statements) }),
  }
}

/** Of calls one after another: transactions, and statements outside of one, that write and wait for the disk. */
function countDurableCommits(statements: string[]): number {
  let commits = 0
  let isOpen = false
  let hasWritten = false
  for (const text of statements) {
    if (/^begin/.test(text)) isOpen = true
    else if (/\b(insert into|update|delete from) (auth\.|")/.test(text))
      hasWritten ||= !text.includes('synchronous_commit')
    if (/^(commit|rollback)/.test(text)) isOpen = false
    if (isOpen || !hasWritten) continue
    commits += 1
    hasWritten = false
  }
  return commits
}

import type pg from 'pg'
import { StatementBatch } from '../../server/platform/db/statement-batch.ts'
import { textOf, wrapQueries } from './wrap-queries.ts'

/** Of the check of a new connection (auth/db/pool.ts), which is part of opening it. */
const OPENING = "current_setting('transaction_read_only')"

export type Cost = { roundTrips: number; durableCommits: number }

/** Counts what connections that the pool makes from now on send after `reset`. */
export function countRoundTrips(pool: pg.Pool): { reset(): void; cost(): Cost } {
  let roundTrips = 0
  let statements: string[] = []
  pool.on('connect', (client) => {
    wrapQueries(client, (query) => (...sent) => {
      const [asked] = sent
      if (!textOf(asked).includes(OPENING)) {
        statements.push(...textsOf(asked))
        roundTrips += 1
      }
      return query(...sent)
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

function textsOf(asked: unknown): string[] {
  // Sent at once, and one transaction.
  if (asked instanceof StatementBatch)
    return ['begin', ...asked.statements.map(({ text }) => text), 'commit']
  return [textOf(asked)]
}

/** Of calls one after another: transactions, and statements outside of one, that write and wait for the disk. */
function countDurableCommits(statements: string[]): number {
  let commits = 0
  let isOpen = false
  let hasWritten = false
  let isAsync = false
  for (const text of statements) {
    if (/^begin/.test(text)) isOpen = true
    else if (text.startsWith("select set_config('synchronous_commit', 'off', true)")) isAsync = true
    else if (/\b(insert into|update|delete from) (auth\.|")/.test(text))
      hasWritten ||= !isAsync && !text.includes('synchronous_commit')
    if (/^(commit|rollback)/.test(text)) isOpen = false
    if (isOpen) continue
    if (hasWritten) commits += 1
    hasWritten = false
    isAsync = false
  }
  return commits
}

// The connection of a transaction is lost before one of its statements is sent, or before the
// answer of one arrives, as when the server or the database is killed.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { TestApp } from '../app/test-app.ts'
import { type SendQuery, textOf, wrapQueries } from '../database/wrap-queries.ts'

export type Moment = { statement: number; when: 'before' | 'after' }

const BEGINS = /^begin/
const ENDS = /^(commit|rollback)/

/**
 * Runs `work` with a kill at the moment; the statements of all its transactions are counted from 0,
 * those of jobs that run meanwhile are not. Not `isAtomic`: each statement is a transaction of its
 * own. Returns whether the kill came, and the answer of `work`.
 */
export async function withKill<T>(
  { deps }: TestApp,
  { statement, when, isAtomic }: Moment & { isAtomic: boolean },
  work: () => Promise<T>,
): Promise<{ isKilled: boolean; answer: T }> {
  const { pool } = deps.database
  const ofWork = new AsyncLocalStorage<true>()
  const unwrap = new Map<pg.PoolClient, () => void>()
  const kill = (client: pg.PoolClient) => Reflect.get(client, 'connection').stream.destroy()
  let seen = 0
  let isKilled = false
  const wrap = (client: pg.PoolClient) => {
    let isOpen = false
    unwrap.set(client, wrapQueries(client, sendOrKill))

    function sendOrKill(query: SendQuery): SendQuery {
      return async (...sent) => {
        if (!ofWork.getStore()) return query(...sent)
        const text = textOf(sent[0])
        const isBracket = BEGINS.test(text) || ENDS.test(text)
        isOpen = BEGINS.test(text) || isOpen
        if (!isOpen) return query(...sent)
        if (ENDS.test(text)) isOpen = false
        const isNow = !isKilled && seen++ === statement
        if (isNow) isKilled = true
        if (isNow && when === 'before') kill(client)
        const answer = await query(...(isBracket && !isAtomic ? ['select 1'] : sent))
        if (!isNow || when === 'before') return answer
        kill(client)
        throw new Error('the answer was lost')
      }
    }
  }
  const unwrapReleased = (_: Error, client: pg.PoolClient) => {
    unwrap.get(client)?.()
    unwrap.delete(client)
  }
  pool.on('acquire', wrap).on('release', unwrapReleased)
  try {
    const answer = await ofWork.run(true, work)
    return { isKilled, answer }
  } finally {
    pool.off('acquire', wrap).off('release', unwrapReleased)
    // Of clients that jobs still have.
    for (const end of unwrap.values()) end()
  }
}

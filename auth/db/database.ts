import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The pool or a client inside a transaction: what functions in queries*.ts take first. */
export type Queryable = pg.Pool | pg.PoolClient

const ATTEMPTS = 6

/** What each transaction has put off until it is committed. */
const putOff = new WeakMap<pg.PoolClient, (() => void)[]>()

/**
 * Runs `work` in one READ COMMITTED transaction: commits its answer, rolls back and throws its
 * error. `work` runs again from the start when the database asks for it (40001, 40P01), so it must
 * do nothing outside the database but by `afterCommit`.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt(pool, work)
    } catch (error) {
      const state = sqlState(error)
      if (n === ATTEMPTS || (state !== '40001' && state !== '40P01')) throw error
      await wait(Math.random() * 10 * 2 ** n)
    }
  }
}

/** Has `start` called when the transaction of this client is committed, and never if it is not. */
export function afterCommit(client: pg.PoolClient, start: () => void): void {
  const starts = putOff.get(client)
  if (!starts) throw new Error('afterCommit: this client is in no transaction')
  starts.push(start)
}

/** The SQLSTATE of an error of the database, '' for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level read committed')
    const starts: (() => void)[] = []
    putOff.set(client, starts)
    const answer = await work(client)
    await client.query('commit')
    for (const start of starts) start()
    return answer
  } catch (error) {
    // A connection that cannot even roll back must not go back into the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    putOff.delete(client)
    client.release(broken)
  }
}

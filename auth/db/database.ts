import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The pool or a client inside a transaction: what functions in queries*.ts take first. */
export type Queryable = pg.Pool | pg.PoolClient

const ATTEMPTS = 6

/**
 * Runs `work` in one READ COMMITTED transaction: commits its answer, rolls back and throws its
 * error. `work` runs again from the start when the database asks for it (40001, 40P01), so it must
 * do nothing outside the database.
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

/** The SQLSTATE of an error of the database, '' for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level read committed')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    // A connection that cannot even roll back must not go back into the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

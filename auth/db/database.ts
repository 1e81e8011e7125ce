import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Queryable = pg.Pool | pg.PoolClient

const ATTEMPTS = 6

const commitCallbacks = new WeakMap<pg.PoolClient, (() => void)[]>()

/** READ COMMITTED. Retries on 40001 and 40P01, so side effects must go through `afterCommit`. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await retryOnDeadlock(() => attempt(pool, work))
}

/** Also on a serialization failure. For a transaction, or a statement that is one. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if (n === ATTEMPTS || (state !== '40001' && state !== '40P01')) throw error
      await wait(Math.random() * 10 * 2 ** n)
    }
  }
}

/** Throws outside a transaction. */
export function afterCommit(client: pg.PoolClient, callback: () => void): void {
  const callbacks = commitCallbacks.get(client)
  if (!callbacks) throw new Error('afterCommit: this client is in no transaction')
  callbacks.push(callback)
}

/**
 * A FROM item that lets the commit of this one statement not wait for the disk. Empty in a
 * transaction, whose other rows must be durable.
 */
export function asyncCommit(q: Queryable): string {
  return q instanceof pg.Pool ? ", set_config('synchronous_commit', 'off', true) as commits" : ''
}

/** '' for any other error. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level read committed')
    const callbacks: (() => void)[] = []
    commitCallbacks.set(client, callbacks)
    const result = await work(client)
    await client.query('commit')
    for (const callback of callbacks) callback()
    return result
  } catch (error) {
    // A connection that fails to roll back must not return to the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    commitCallbacks.delete(client)
    client.release(broken)
  }
}

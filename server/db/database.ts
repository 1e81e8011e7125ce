import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { databaseFault } from './database-fault.ts'
import * as schema from './schema.ts'

export { databaseFault }

export type Queryable = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Tx = Parameters<Parameters<NodePgDatabase<typeof schema>['transaction']>[0]>[0]

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  /**
   * Runs `work` in one READ COMMITTED transaction. Retries it from the start on a serialization
   * failure, a deadlock or two concurrent holds of one member.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same in one round trip: `work` starts all its statements before it returns, so none can
   * depend on the result of another; what must hold is checked in SQL (refuseUnlessRow). Rejects
   * with the first error, and then nothing is written.
   */
  sendTransaction(work: (q: Queryable) => Promise<unknown>[]): Promise<void>
  close(): Promise<void>
}

const ATTEMPTS = 6

/** Connections are made on first use: an unreachable database shows as a rejected query. */
export function openDatabase(url: string, { max }: { max: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'charity',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    // Statements are sent without waiting for the response to the one before.
    pipeline: true,
  })
  // Without a listener, the 'error' of a connection that PostgreSQL ended would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = drizzle(pool, { schema })

  return {
    db,
    pool,
    transaction: (work) =>
      retryConflicts(() => db.transaction(work, { isolationLevel: 'read committed' })),
    sendTransaction: (work) => retryConflicts(() => send(pool, work)),
    close: () => pool.end(),
  }
}

async function send(pool: pg.Pool, work: (q: Queryable) => Promise<unknown>[]): Promise<void> {
  const client = await pool.connect()
  try {
    const begun = client.query('begin isolation level read committed')
    const [statements, end] = start(senderOn(client), work)
    await allDone([begun, ...statements, client.query(end)])
  } finally {
    client.release()
  }
}

function start(
  sender: Sender,
  work: (q: Queryable) => Promise<unknown>[],
): [Promise<unknown>[], end: 'commit' | 'rollback'] {
  sender.isOpen = true
  try {
    return [work(sender.q), 'commit']
  } catch (error) {
    return [[Promise.reject(error)], 'rollback']
  } finally {
    sender.isOpen = false
  }
}

/** Waits for all; rejects with the first one's error, since the others only follow from it. */
export async function allDone(statements: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(statements)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

type Sender = { q: Queryable; isOpen: boolean }
/** One for each connection, so that its prepared queries are built once. */
const senders = new WeakMap<pg.PoolClient, Sender>()

function senderOn(client: pg.PoolClient): Sender {
  const known = senders.get(client)
  if (known) return known
  const query = (...args: Parameters<pg.PoolClient['query']>) => {
    if (!sender.isOpen) throw new Error('a statement started after its transaction was sent')
    return client.query(...args)
  }
  const q = drizzle(Object.create(client, { query: { value: query } }), { schema })
  const sender: Sender = { q, isOpen: false }
  senders.set(client, sender)
  return sender
}

export function queryableOn(client: pg.PoolClient): Queryable {
  return drizzle(client, { schema })
}

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (n === ATTEMPTS || !isRetryable(error)) throw error
      await wait(Math.random() * 10 * 2 ** n)
    }
  }
}

function isRetryable(error: unknown): boolean {
  const fault = databaseFault(error)
  if (!fault) return false
  if (fault.state === '40001' || fault.state === '40P01') return true
  return fault.state === '23505' && fault.constraint === 'one_hold_per_member'
}

// Ids, counts and pence are far below 2^53; strings would break sums.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

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
    close: () => pool.end(),
  }
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

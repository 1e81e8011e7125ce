import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { openPool } from '../../../auth/db/pool.ts'
import { databaseFault } from './database-fault.ts'
import * as schema from './schema.ts'
import { type Statement, StatementBatch, type TextRow } from './statement-batch.ts'

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
   * depend on the result of another, and what must hold is checked in SQL (refuseUnlessRow).
   * Returns the rows of the last statement. Rejects with the first error, and then nothing is
   * written.
   */
  sendTransaction(work: (q: Queryable) => Started[]): Promise<TextRow[]>
  close(): Promise<void>
}

/** What runs several transactions, or several steps of one: see `joinTransaction`. */
export type Transactions = { db: Queryable; transaction: Database['transaction'] }

/** Work of several transactions as part of `tx`: all of it is committed, or nothing. */
export function joinTransaction(tx: Tx): Transactions {
  return { db: tx, transaction: (work) => work(tx) }
}

/** undefined: no statement was needed. */
export type Started = Promise<unknown> | undefined

const ATTEMPTS = 6
// Violated when requests of one member or visitor race for a hold.
const ONE_HOLD = new Set(['one_hold_per_member', 'one_hold_per_visitor'])

/** `statementMs`: the limit of each statement, 10,000 unless given; 0 for none (openPool). */
export function openDatabase(
  url: string,
  { max, statementMs }: { max: number; statementMs?: number },
): Database {
  const pool = openPool(url, {
    max,
    name: 'charity',
    ...(statementMs !== undefined && { statementMs }),
  })
  const db = drizzle(pool, { schema })
  const collect = createCollector()

  return {
    db,
    pool,
    transaction: (work) => retryConflicts(() => transact(pool, work)),
    async sendTransaction(work) {
      const sent = Promise.withResolvers<{ rows: [] }>()
      const { started, statements } = collect(work, sent.promise)
      const committed = retryConflicts(() => send(pool, statements))
      sent.resolve(committed.then(() => ({ rows: [] })))
      await allDone([committed, ...started])
      return committed
    },
    close: () => pool.end(),
  }
}

/**
 * The client is ours, not drizzle's: drizzle 0.45 keeps the client of a transaction whose `begin`
 * fails, so every lost connection would leave the pool one smaller.
 */
async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let hasBegun = false
  const begun = (tx: Tx) => {
    hasBegun = true
    return work(tx)
  }
  try {
    return await databaseOn(client).transaction(begun, { isolationLevel: 'read committed' })
  } finally {
    client.release(!hasBegun)
  }
}

/** Waits for all; rejects with the first one's error, since the others only follow from it. */
async function allDone(statements: Started[]): Promise<void> {
  const results = await Promise.allSettled(statements)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function send(pool: pg.Pool, statements: Statement[]): Promise<TextRow[]> {
  const batch = new StatementBatch(statements)
  const client = await pool.connect()
  try {
    client.query<StatementBatch>(batch)
    return await batch.done
  } finally {
    client.release()
  }
}

/** Connects to nothing: each statement goes to `collect`. */
class CollectingPool extends pg.Pool {
  readonly #collect: (statement: Statement, values: unknown[]) => unknown

  constructor(collect: (statement: Statement, values: unknown[]) => unknown) {
    super()
    this.#collect = collect
  }

  override query(...[statement, values]: unknown[]): never {
    return this.#collect(statement as Statement, values as unknown[]) as never
  }
}

/** Collects the statements that `work` starts; their promises follow `sent`. */
function createCollector() {
  let collecting: { statements: Statement[]; sent: Promise<{ rows: [] }> } | null = null
  const pool = new CollectingPool((statement, values) => {
    if (!collecting) throw new Error('a statement started after its transaction was sent')
    collecting.statements.push({ name: statement.name, text: statement.text, values })
    return collecting.sent
  })
  const q = drizzle(pool, { schema })

  return (work: (q: Queryable) => Started[], sent: Promise<{ rows: [] }>) => {
    const statements: Statement[] = []
    collecting = { statements, sent }
    try {
      return { started: work(q), statements }
    } finally {
      collecting = null
    }
  }
}

export function queryableOn(client: pg.PoolClient): Queryable {
  return databaseOn(client)
}

const onClients = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>()

/** Made once per client: drizzle reads the whole schema for it. */
function databaseOn(client: pg.PoolClient): NodePgDatabase<typeof schema> {
  const known = onClients.get(client)
  if (known) return known
  const made = drizzle(client, { schema })
  onClients.set(client, made)
  return made
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
  return fault.state === '23505' && ONE_HOLD.has(fault.constraint ?? '')
}

// Ids, counts and pence are far below 2^53; strings would break sums.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

import type { Socket } from 'node:net'
import pg from 'pg'

const CONNECT_MS = 10_000
const STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
const KEEP_ALIVE_MS = 10_000
/** Of a statement's own limit: beyond it, not the statement is slow but PostgreSQL unreachable. */
const SILENCE = 1.5
const READ_ONLY = '25006'

type PoolOptions = {
  /** Connections. */
  max: number
  name: string
  /** Limit of each statement in milliseconds; 0 for none, as for migrations. */
  statementMs?: number
}

/**
 * Connections are made on first use: an unreachable database shows as a rejected query. A
 * connection is closed, and another made for the next query, when it leads to a standby, or when
 * PostgreSQL says nothing for one and a half times `statementMs` after a statement was sent. The
 * outcome of a COMMIT is then unknown, so the request must be safe to repeat.
 */
export function openPool(
  url: string,
  { max, name, statementMs = STATEMENT_MS }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    Client: ObservedClient,
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    verify: (client, done) => refuseReadOnly(client).then(() => done(), done),
  })
  // Without a listener, the 'error' of a connection that PostgreSQL ended would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenReadOnly(client)
    if (statementMs > 0) endWhenSilent(client, statementMs * SILENCE)
  })
  return pool
}

type SendQuery = (...sent: unknown[]) => unknown
type QueryObserver = (send: SendQuery, sent: unknown[]) => unknown

let observer: QueryObserver | null = null

/** From now on each query of every pool goes through `observe`; returns what ends this. */
export function observeQueries(observe: QueryObserver): () => void {
  observer = observe
  return () => {
    observer = null
  }
}

class ObservedClient extends pg.Client {
  /** False while a statement is under way. */
  isIdle = true

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('drain', () => {
      this.isIdle = true
    })
  }

  override query(...sent: unknown[]): never {
    this.isIdle = false
    const send: SendQuery = (...same) => super.query(...(same as [string]))
    return (observer ? observer(send, sent) : send(...sent)) as never
  }
}

/** A balancer can lead to a standby for a moment after a fail-over, where reads would be old. */
async function refuseReadOnly(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ read_only: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as read_only`,
  )
  if (rows[0]?.read_only !== false)
    throw Object.assign(new Error('the database takes no writes: a standby'), { code: READ_ONLY })
}

function endWhenReadOnly(client: pg.PoolClient): void {
  client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
    if (code === READ_ONLY) client.end()
  })
}

function endWhenSilent(client: pg.PoolClient, ms: number): void {
  const stream = client.connection.stream as Socket
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (!(client instanceof ObservedClient) || client.isIdle) return
    const message = `PostgreSQL has said nothing for ${ms / 1000} s`
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

import { rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseFault } from './database-fault.ts'
import { type Home, openHome } from './postgres-home.ts'
import { breakLock, isHeld, readLock } from './postgres-lock.ts'
import { choosePostgresOwner, type Owner, runAs } from './postgres-owner.ts'
import { findPrograms, type Programs } from './postgres-programs.ts'

export type EmbeddedPostgres = {
  /** Address of the database `charity` for the role `charity`, which owns it and is no superuser. */
  url: string
  /** Ends the watch; stops PostgreSQL unless another process of ours still watches it. */
  stop(): Promise<void>
}

type Server = Home & {
  owner: Owner
  programs: Programs
  settings: Record<string, string>
  /** Known once it runs; kept when it is started again, since the site's processes know it too. */
  port: number | null
}

const START_LIMIT_MS = 60_000
const LOG_LIMIT_BYTES = 10_000_000
const WATCH = 'watch'

/**
 * Runs PostgreSQL on the cluster under `dataDir`, listening on 127.0.0.1 only: makes the cluster the
 * first time, adopts a server that already runs on it, and starts it again whenever it dies. Each
 * process that calls this watches through one connection; the last one to stop() stops the server.
 * `settings` are PostgreSQL's own (fsync=off for tests). Throws when it does not run in a minute.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  onLog: (line: string) => void
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const owner = await choosePostgresOwner()
  const programs = await findPrograms(owner)
  const home = await openHome(resolve(options.dataDir), owner, programs)
  const server: Server = { ...home, owner, programs, settings: options.settings ?? {}, port: null }
  const leaving = new AbortController()

  let watcher = await ensureRunning(server, leaving.signal)
  let repair = Promise.resolve()
  await createRole(watcher, server)
  watch()

  return {
    url: `postgresql://charity:${server.password}@127.0.0.1:${server.port}/charity`,
    async stop() {
      leaving.abort()
      await repair
      await leave(server, watcher)
    },
  }

  function watch(): void {
    watcher.once('end', () => {
      if (!leaving.signal.aborted) repair = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    options.onLog('PostgreSQL has gone. Starting it again.')
    for (let pause = 100; !leaving.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        watcher = await ensureRunning(server, leaving.signal)
        options.onLog('PostgreSQL runs again.')
        return watch()
      } catch (error) {
        options.onLog(`PostgreSQL does not start: ${wordsOf(error)}`)
        await wait(pause)
      }
    }
  }
}

async function ensureRunning(server: Server, signal: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const tried = await adoptOrStart(server).catch((error: unknown) => wordsOf(error))
    if (tried instanceof pg.Client) return tried
    signal.throwIfAborted()
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${tried}`)
    await wait(50)
  }
}

/** A connection to the running server, or words about why there is none yet. */
async function adoptOrStart(server: Server): Promise<pg.Client | string> {
  const lock = await readLock(server.cluster)
  if (!lock) return start(server, null)
  if (await isHeld(server.cluster, lock)) return connect(server, lock.port)
  await breakLock(server.cluster, lock)
  return start(server, lock.port)
}

async function start(server: Server, formerPort: number | null): Promise<pg.Client | string> {
  const port = server.port ?? (await freePort(formerPort ?? 0))
  const log = join(server.cluster, 'server.log')
  const size = await stat(log).then(
    ({ size }) => size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rm(log)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    timezone: 'UTC',
    // The log is for faults of the machine: no statement and no value of a row goes into it.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...server.settings,
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  await runAs(server.owner, server.programs.pg_ctl, [
    ...['-D', server.cluster, '-l', log, '-w', '-s', '-o', `-p ${port} ${flags.join(' ')}`],
    'start',
  ])
  return connect(server, port)
}

async function connect(server: Server, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    password: server.superuserPassword,
    application_name: WATCH,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // The loss of the connection is told by 'end'; without a listener 'error' would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    )
    if (rows[0]?.folder !== server.cluster)
      throw new Error(`port ${port} belongs to another PostgreSQL`)
  } catch (error) {
    await client.end()
    throw error
  }
  server.port = port
  return client
}

async function createRole(client: pg.Client, { password }: Server): Promise<void> {
  await once(
    client,
    `create role charity login createdb password ${client.escapeLiteral(password)}`,
  )
  await once(client, 'create database charity owner charity')
}

async function once(client: pg.Client, creation: string): Promise<void> {
  await client.query(creation).catch((error: unknown) => {
    const exists = ['42710', '42P04', '23505'].includes(databaseFault(error)?.state ?? '')
    if (!exists) throw error
  })
}

async function leave(server: Server, watcher: pg.Client): Promise<void> {
  const isNeeded = await isWatchedByOthers(watcher).catch(() => true)
  await watcher.end()
  if (isNeeded) return
  await runAs(server.owner, server.programs.pg_ctl, [
    ...['-D', server.cluster, '-m', 'fast', '-w', '-s'],
    'stop',
  ])
}

// Says it is leaving before it looks, so that of two that leave at once at least one sees nobody.
async function isWatchedByOthers(watcher: pg.Client): Promise<boolean> {
  await watcher.query(`set application_name = 'leaving'`)
  const { rows } = await watcher.query(
    `select 1 from pg_stat_activity where application_name = '${WATCH}'`,
  )
  return rows.length > 0
}

async function freePort(wanted: number): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((done, fail) => {
    probe.once('error', (error) => (wanted ? done(0) : fail(error)))
    probe.listen(wanted, '127.0.0.1', () => done((probe.address() as AddressInfo).port))
  })
  await new Promise((done) => probe.close(done))
  return port || freePort(0)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

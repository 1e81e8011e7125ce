import { rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toError } from '../../../auth/to-error.ts'
import type { Home } from './postgres-home.ts'
import { isLockActive, readLock, removeStaleLock } from './postgres-lock.ts'
import { type Owner, runAs } from './postgres-owner.ts'
import type { Programs } from './postgres-programs.ts'

export type Server = Home & {
  owner: Owner
  programs: Programs
  settings: Record<string, string>
  port: number | null
}

export const WATCH = 'watch'

const START_LIMIT_MS = 60_000
const LOG_LIMIT_BYTES = 10_000_000

/** A superuser's connection; rejects after a minute, or when `signal` aborts. */
export async function ensureRunning(server: Server, signal: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const tried = await adoptOrStart(server).catch((error: unknown) => toError(error).message)
    if (tried instanceof pg.Client) return tried
    signal.throwIfAborted()
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${tried}`)
    await wait(50)
  }
}

async function adoptOrStart(server: Server): Promise<pg.Client | string> {
  const lock = await readLock(server.cluster)
  if (!lock) return start(server, null)
  if (await isLockActive(server.cluster, lock)) return connect(server, lock.port)
  await removeStaleLock(server.cluster, lock)
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

export function superuserClient(
  { superuserPassword, port }: Pick<Server, 'superuserPassword' | 'port'>,
  options: { database: string; application_name?: string },
): pg.Client {
  return new pg.Client({
    host: '127.0.0.1',
    port: port ?? 0,
    user: 'postgres',
    password: superuserPassword,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...options,
  })
}

async function connect(server: Server, port: number): Promise<pg.Client> {
  const watch = { database: 'postgres', application_name: WATCH }
  const client = superuserClient({ ...server, port }, watch)
  // Without a listener, 'error' would end the process.
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

export async function stopServer({ cluster, owner, programs }: Server): Promise<void> {
  await runAs(owner, programs.pg_ctl, [...['-D', cluster, '-m', 'fast', '-w', '-s'], 'stop'])
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, readLock } from './postgres-lock.ts'

let dataDir: string
let cluster: string
let log: string[]
let started: EmbeddedPostgres[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  cluster = join(dataDir, 'postgres', 'cluster')
  return () => rm(dataDir, { recursive: true })
})
beforeEach(() => {
  log = []
  started = []
})
afterEach(async () => {
  for (const postgres of started) await postgres.stop()
})

describe('PostgreSQL of our own', () => {
  test('serves a role that owns nothing and is no superuser, on this machine only', async () => {
    const { url } = await start()
    const [role] = await ask(
      url,
      `select current_user as name, rolsuper, rolcreatedb, pg_get_userbyid(datdba) as owner,
              pg_encoding_to_char(encoding) as encoding, datlocale
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(role).toEqual({
      name: 'charity',
      rolsuper: false,
      rolcreatedb: false,
      owner: 'charity_owner',
      encoding: 'UTF8',
      datlocale: 'C.UTF-8',
    })
    expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    const [, , , , socketFolder] = (await readLock(cluster))?.text.split('\n') ?? []
    expect(socketFolder).toBe('')
  })

  test('refuses connections without the password, which only its owner can read', async () => {
    const { url } = await start()
    const guessed = Object.assign(new URL(url), { password: 'guessed' }).href
    await expect(ask(guessed, 'select 1')).rejects.toThrow('password authentication failed')
    for (const name of ['password', 'owner-password', 'superuser-password'])
      expect((await stat(join(dataDir, 'postgres', name))).mode & 0o777).toBe(0o600)
    expect((await stat(cluster)).mode & 0o777).toBe(0o700)
    const hba = await readFile(join(cluster, 'pg_hba.conf'), 'utf8')
    expect(hba).not.toMatch(/^(local|host).*\b(trust|password|md5)$/m)
  })

  test('has the same rows after a stop and a start', async () => {
    const first = await start()
    await ask(first.ownerUrl, 'create table kept as select 7 as n')
    await stop(first)
    expect(await readLock(cluster)).toBeNull()
    const second = await start()
    expect(await ask(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
  })
})

describe('a second process', () => {
  test('adopts the running server, and the last one to leave stops it', async () => {
    const first = await start()
    const pid = await pidOfPostgres()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await pidOfPostgres()).toBe(pid)

    await stop(first)
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop(second)
    expect(isAlive(pid) && (await readLock(cluster))).toBeFalsy()
  })

  test('adopts the server of one that was killed, and stops it in the end', async () => {
    const script = `const { startEmbeddedPostgres } = await import(process.argv[1])
      const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2], onLog: () => {} })
      console.log(url)`
    const module = new URL('./embedded-postgres.ts', import.meta.url).href
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, module, dataDir])
    const [url] = await once(other.stdout, 'data')
    const pid = await pidOfPostgres()
    other.kill('SIGKILL')
    await once(other, 'exit')

    const heir = await start()
    expect(heir.url).toBe(String(url).trim())
    expect(await pidOfPostgres()).toBe(pid)
    await until(async () => expect(await watchers(heir.url)).toBe(1))
    await stop(heir)
    expect(await readLock(cluster)).toBeNull()
  })

  test('that starts at the same moment shares one server', async () => {
    const all = await Promise.all([start(), start(), start()])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
  })
})

describe('when PostgreSQL is killed', () => {
  test('it comes back at the same address with every row that was committed', async () => {
    const { ownerUrl: url } = await start()
    await ask(url, 'create table survivors as select generate_series(1, 1000) as n')
    const killed = await pidOfPostgres()
    process.kill(killed, 'SIGKILL')

    const rows = await until(() => ask(url, 'select count(*)::int as n from survivors'))
    expect(rows).toEqual([{ n: 1000 }])
    expect(await pidOfPostgres()).not.toBe(killed)
    expect(log).toContain('PostgreSQL has gone. Starting it again.')
  })

  test('two watchers bring back one server', async () => {
    const [first, second] = await Promise.all([start(), start()])
    process.kill(await pidOfPostgres(), 'SIGKILL')
    await until(() => ask(first.url, 'select 1'))
    await until(async () => expect(log.filter((line) => line.endsWith('again.'))).toHaveLength(4))
    await stop(first)
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })
})

test('a data folder inside a closed one works too, for root as for anybody', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'closed-'))
  expect((await stat(closed)).mode & 0o777).toBe(0o700)
  const inside = { dataDir: join(closed, 'data'), onLog: (line: string) => log.push(line) }
  const postgres = await startEmbeddedPostgres(inside)
  await postgres.stop()
  const again = await startEmbeddedPostgres(inside)
  expect(await ask(again.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await again.stop()

  const note = join(closed, 'data', 'postgres', 'kept-elsewhere')
  const elsewhere = await readFile(note, 'utf8').catch(() => null)
  expect(elsewhere !== null).toBe(process.getuid?.() === 0)
  expect((await stat(closed)).mode & 0o777).toBe(0o700)
  for (const folder of [closed, elsewhere]) if (folder) await rm(folder, { recursive: true })
})

describe('a lock file that was left behind', () => {
  test('does not matter when its process is gone', async () => {
    await leaveLock(await pidOfTheDead())
    const { url } = await start()
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('does not matter when its number now belongs to another program', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      await leaveLock(stranger.pid ?? 0)
      const { url } = await start()
      expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
      expect(isAlive(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill()
    }
  })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: (line) => log.push(line) })
  started.push(postgres)
  return postgres
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  started = started.filter((other) => other !== postgres)
  await postgres.stop()
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function watchers(url: string): Promise<number> {
  const rows = await ask(url, `select 1 from pg_stat_activity where application_name = 'watch'`)
  return rows.length
}

async function pidOfPostgres(): Promise<number> {
  const lock = await readLock(cluster)
  if (!lock) throw new Error('PostgreSQL does not run')
  return lock.pid
}

async function leaveLock(pid: number): Promise<void> {
  const server = await start()
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
  await stop(server)
  await writeFile(join(cluster, 'postmaster.pid'), text.replace(/^\d+/, String(pid)))
}

async function pidOfTheDead(): Promise<number> {
  const child = spawn(process.execPath, ['--version'])
  await new Promise((done) => child.once('exit', done))
  return child.pid ?? 0
}

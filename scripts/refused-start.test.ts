import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSigningKeys } from '../auth/tokens/keys.ts'
import { makeFieldKeys } from '../server/platform/keys/field-keys.ts'
import { prepareDatabase } from '../server/platform/prepare-database.ts'
import { createEmptyDatabase } from '../test/database/database.ts'
import { reservePorts } from '../test/reserve-ports.ts'

// Starts each program with unusable values: it prints one sentence for each and does nothing.

const ROOT = join(import.meta.dirname, '..')
const SITE = 'scripts/start.mjs'
const SERVER = 'server/main.ts'
const AUTH = 'auth/standalone/main.ts'

let port: number
let dataDir: string
let databaseUrl: string
let signingKeys: string
beforeAll(async () => {
  port = await reservePorts()
  dataDir = await mkdtemp(join(tmpdir(), 'refused-start-'))
  signingKeys = JSON.stringify(await makeSigningKeys())
})
afterAll(() => rm(dataDir, { recursive: true }))
beforeEach(async () => {
  databaseUrl = await createEmptyDatabase()
})

async function run(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: join(dataDir, 'data'),
      DATABASE_URL: databaseUrl,
      ...settings,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

async function isRefused(program: string, settings: Record<string, string>, keys: string[]) {
  const { code, said } = await run(program, settings)
  expect(code, said).toBe(1)
  for (const key of keys) expect(said).toMatch(new RegExp(`(^|\\s)${key} `, 'm'))
  expect(said).not.toMatch(/^ {4}at |node:internal|\.ts:\d/m)
  expect(said).not.toContain('hunter2')
  expect(await tables()).toEqual([])
  return said
}

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

const BAD = {
  TRUSTED_PROXY: 'hunter2',
  FIELD_KEYS: '{"current":"hunter2"}',
  SMTP_URL: 'hunter2',
  AUTH_SIGNING_KEYS: '{"keys":[{"kty":"oct","k":"hunter2","kid":"1"}]}',
  WORKERS: 'hunter2',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'hunter2',
  PAYPAL_CLIENT_ID: 'id',
}

describe.each([SITE, SERVER])('%s', (program) => {
  test('names every bad value at once, before any migration', async () => {
    const keys = Object.keys(BAD).filter((key) => key !== 'PAYPAL_CLIENT_ID')
    await isRefused(program, BAD, [...keys, 'PAYPAL_SECRET'])
  })

  test('refuses weak keys and unencrypted connections in production, before any migration', async () => {
    const zeros = Buffer.alloc(32).toString('base64')
    const weak = {
      NODE_ENV: 'production',
      AUTH_URL: 'http://auth.example.com',
      AUTH_KEY: '0'.repeat(40),
      FIELD_KEYS: JSON.stringify({ current: '1', index: '1', keys: { 1: zeros } }),
      PAYPAL_API_URL: 'http://api.example.com',
    }
    const missing = ['PUBLIC_URL', 'SMTP_URL', 'PAYPAL_SECRET']
    await isRefused(program, weak, [...Object.keys(weak).slice(1), ...missing])
  })

  test('names a database that does not answer', async () => {
    const away = { DATABASE_URL: 'postgresql://a:hunter2@localhost:1/c' }
    const keys = { FIELD_KEYS: makeFieldKeys(), AUTH_SIGNING_KEYS: signingKeys }
    await isRefused(program, { ...away, ...keys }, ['DATABASE_URL'])
  })
})

describe(SITE, () => {
  test.each(['field-keys.json', 'auth-signing-keys.json'])(
    'names the file of its own keys that cannot be read: %s',
    async (name) => {
      const { code, said } = await run(SITE, { DATA_DIR: await folderWith(name) })
      expect(code).toBe(1)
      expect(said).toMatch(new RegExp(`keys/${name} must be`))
      expect(said).not.toMatch(/^ {4}at /m)
      expect(await tables()).toEqual([])
    },
    30_000,
  )

  test('names a folder without write access, and a host of another machine', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    await isRefused(SITE, { DATA_DIR: join(file, 'data') }, ['DATA_DIR'])
    await isRefused(SITE, { HOST: '203.0.113.7' }, ['HOST'])
  })
})

describe(SERVER, () => {
  test('names every missing setting', async () => {
    const keys = ['DATABASE_URL', 'FIELD_KEYS', 'AUTH_SIGNING_KEYS']
    await isRefused(SERVER, { DATABASE_URL: '' }, keys)
  })

  test('needs a migrated database and its field keys', async () => {
    const keys = { FIELD_KEYS: makeFieldKeys(), AUTH_SIGNING_KEYS: signingKeys }
    await isRefused(SERVER, keys, ['DATABASE_URL'])
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    await prepareDatabase(pool, { siteRole: await roleOf(pool) })
    await pool.query(
      `insert into field_key_canaries (name, sealed) values ('key 1', $1), ('index', $1)`,
      [randomBytes(40)],
    )
    const before = await tables()
    await pool.end()
    const { code, said } = await run(SERVER, keys)
    expect(code).toBe(1)
    expect(said.trim()).toBe(
      'FIELD_KEYS has other bytes for the key "1" than this database was written with',
    )
    expect(await tables()).toEqual(before)
  })
})

describe(AUTH, () => {
  test('names every bad value at once, before any migration', async () => {
    const bad = {
      GOTRUE_SITE_URL: 'hunter2',
      GOTRUE_JWT_KEYS: 'hunter2',
      PORT: '99999',
      GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: '0'.repeat(64),
      GOTRUE_JWT_EXP: 'soon',
    }
    await isRefused(AUTH, bad, Object.keys(bad))
    await isRefused(AUTH, { ...bad, DATABASE_URL: 'mysql://hunter2@db/x' }, ['DATABASE_URL'])
  })

  test('names a database that does not answer', async () => {
    const good = { GOTRUE_SITE_URL: 'https://site.example', GOTRUE_JWT_KEYS: signingKeys }
    const away = { DATABASE_URL: 'postgresql://a:hunter2@localhost:1/c', PORT: '0' }
    await isRefused(AUTH, { ...good, ...away }, ['DATABASE_URL'])
  })
})

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('select current_user::text as role')
  return rows[0].role
}

async function folderWith(name: string): Promise<string> {
  const folder = await mkdtemp(join(dataDir, 'data-'))
  const keys = join(folder, 'keys')
  await mkdir(keys)
  await writeFile(join(keys, name), '{"hunter2":')
  return folder
}

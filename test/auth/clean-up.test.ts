import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { createEmptyDatabase, openTestDatabase } from '../database/database.ts'
import { startAlone } from './standalone-service.ts'
import { must, openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
let t: TestAuth
let userId: string
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(() => t.close())
// Data of one test is stale before the next.
beforeEach(() => t.pass(400 * DAY))

const ago = (seconds: number) => new Date(t.now().getTime() - seconds * 1000)

async function rowsOf(table: string): Promise<number> {
  const { rows } = await t.pool.query(`select count(*)::int as n from auth.${table}`)
  return rows[0].n
}

async function add(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, n) => `$${n + 1}`)
  await t.pool.query(
    `insert into auth.${table} (${columns}) values (${places})`,
    Object.values(row),
  )
}

const bytes = () => Buffer.from(randomUUID())
const dated = (since: Date) => ({ created_at: since, updated_at: since })

async function addUser(): Promise<string> {
  const id = randomUUID()
  await add('users', { id, ...dated(t.now()) })
  return id
}

async function addToken(linkExpiresAt: Date, user = userId): Promise<void> {
  await add('one_time_tokens', {
    id: randomUUID(),
    user_id: user,
    token_type: randomUUID(),
    relates_to: 'x',
    link_hash: bytes(),
    link_expires_at: linkExpiresAt,
    code_hash: bytes(),
    code_expires_at: linkExpiresAt,
    created_at: linkExpiresAt,
  })
}

async function addFlow(since: Date, user: string | null = null): Promise<void> {
  const about = { provider_type: 'x', authentication_method: 'oauth' }
  await add('flow_state', { id: randomUUID(), user_id: user, ...about, ...dated(since) })
}

async function addSession(notAfter: Date | null, usedAt = t.now()): Promise<string> {
  const id = randomUUID()
  const key = { refresh_token_hmac_key: bytes(), not_after: notAfter }
  const times = { created_at: ago(500 * DAY), updated_at: usedAt }
  await add('sessions', { id, user_id: userId, ...key, ...times })
  return id
}

async function addFactor(status: string, since: Date): Promise<string> {
  const id = randomUUID()
  const about = { friendly_name: id, factor_type: 'totp', status }
  await add('mfa_factors', { id, user_id: userId, ...about, ...dated(since) })
  return id
}

/** Inserts one row of each table with an expiry, with `since` as the time it is counted from. */
const FILL: Record<string, (since: Date) => Promise<unknown>> = {
  one_time_tokens: (since) => addToken(since),
  flow_state: (since) => addFlow(since),
  oauth_client_states: (since) =>
    add('oauth_client_states', { id: randomUUID(), provider_type: 'x', created_at: since }),
  mfa_factors: (since) => addFactor('unverified', since),
  async mfa_challenges(since) {
    const factor_id = await addFactor('verified', ago(500 * DAY))
    await add('mfa_challenges', {
      id: randomUUID(),
      factor_id,
      ip_address: '',
      created_at: since,
    })
  },
  sessions: addSession,
  async mfa_amr_claims(since) {
    const claim = { session_id: await addSession(since), authentication_method: 'otp' }
    await add('mfa_amr_claims', { id: randomUUID(), ...claim, ...dated(ago(500 * DAY)) })
  },
  failed_attempts: (since) =>
    add('failed_attempts', { key: randomUUID(), failures: 1, last_failed_at: since }),
  rate_limits: (since) =>
    add('rate_limits', { key: randomUUID(), window_starts_at: since, count: 1 }),
  used_id_tokens: (since) => add('used_id_tokens', { mark: bytes(), expires_at: since }),
}
/** Tables whose rows last at least as long as the account. */
const KEPT = ['users', 'identities', 'mfa_recovery_codes', 'sealed_secrets', 'migrations']

describe('the clean-up', () => {
  beforeEach(async () => {
    await t.auth.cleanUp()
    await t.pool.query('delete from auth.users')
    userId = await addUser()
  })

  test('knows every table of the schema', async () => {
    const { rows } = await t.pool.query(
      `select table_name as name from information_schema.tables where table_schema = 'auth'`,
    )
    const known = [...Object.keys(FILL), ...KEPT, 'audit_log_entries']
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
  })

  test.each(Object.keys(FILL))('takes of %s what ended more than a day ago', async (table) => {
    const fill = must(FILL[table])
    await fill(ago(DAY + 1))
    await fill(ago(DAY - 1))
    await fill(t.now())
    const before = await rowsOf(table)
    await t.auth.cleanUp()
    expect(await rowsOf(table)).toBe(before - 1)
  })

  test('leaves a factor that is verified, a session without an end, and codes on paper', async () => {
    await addFactor('verified', ago(500 * DAY))
    await addSession(null)
    const code = { code_hash: bytes(), used_at: ago(500 * DAY), created_at: ago(500 * DAY) }
    await add('mfa_recovery_codes', { id: randomUUID(), user_id: userId, ...code })
    await t.auth.cleanUp()
    const left = ['mfa_factors', 'sessions', 'mfa_recovery_codes', 'users'].map(rowsOf)
    expect(await Promise.all(left)).toEqual([1, 1, 1, 1])
  })

  test('takes a session without an end that was not used for 400 days', async () => {
    await addSession(null, ago(400 * DAY + 1))
    const used = await addSession(null, ago(400 * DAY - 1))
    await t.auth.cleanUp()
    const { rows } = await t.pool.query('select id from auth.sessions')
    expect(rows).toEqual([{ id: used }])
  })

  test('leaves the flow of a mail whose link still opens, however old it is', async () => {
    await addToken(new Date(t.now().getTime() + HOUR * 1000))
    await addFlow(ago(3 * DAY), userId)
    await addFlow(ago(3 * DAY), await addUser())
    await t.auth.cleanUp()
    expect(await rowsOf('flow_state')).toBe(1)
  })

  test('takes of the audit what is older than a year', async () => {
    for (const since of [ago(365 * DAY + 1), ago(365 * DAY - 1)])
      await add('audit_log_entries', { id: randomUUID(), action: 'login', created_at: since })
    await t.auth.cleanUp()
    expect(await rowsOf('audit_log_entries')).toBe(1)
  })

  test('takes more than a batch, twice at once, and what a user’s own day has left', async () => {
    const body = { email: 'one@example.org', password: PASSWORD }
    await t.ask('POST', '/signup', { body })
    await t.ask('POST', '/recover', { body })
    await t.ask('POST', '/token?grant_type=password', { body: { ...body, password: 'wrong' } })
    await t.auth.idle()
    await t.pool.query(
      `insert into auth.failed_attempts select 'old ' || n, 1, '2020-01-01' from generate_series(1, 2500) n`,
    )
    const tables = ['failed_attempts', 'rate_limits', 'one_time_tokens', 'sessions']
    await Promise.all([t.auth.cleanUp(), t.auth.cleanUp()])
    expect(await Promise.all(tables.map(rowsOf))).toEqual([5, 5, 1, 1])
    t.pass(25 * HOUR)
    await t.auth.cleanUp()
    expect(await Promise.all(tables.map(rowsOf))).toEqual([0, 0, 0, 1])
  })
})

test('the service alone cleans up as it starts', async () => {
  const DATABASE_URL = await createEmptyDatabase()
  const settings = {
    DATABASE_URL,
    GOTRUE_SITE_URL: 'https://site.example',
    GOTRUE_JWT_KEYS: JSON.stringify(await makeSigningKeys()),
  }
  await (await startAlone(settings)).stop()
  const pool = new pg.Pool({ connectionString: DATABASE_URL })
  await pool.query(
    `insert into auth.failed_attempts values ('old', 1, '2020-01-01'), ('new', 1, now())`,
  )
  const alone = await startAlone(settings)
  const left = async () => (await pool.query('select key from auth.failed_attempts')).rows
  await expect.poll(left).toEqual([{ key: 'new' }])
  await alone.stop()
  await pool.end()
})

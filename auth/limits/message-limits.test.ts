import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestAuth, PASSWORD, readMail, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

const MINUTE = 60
let t: TestAuth
let people = 0

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { confirmEmail: true })
})
afterAll(() => t.close())
// Two days on, to the start of an hour, where every window begins.
beforeEach(() => t.pass(2 * 86_400 + 3_600 - ((t.now().getTime() / 1000) % 3_600)))

async function member(confirmed = true) {
  people += 1
  const email = `user-${people}@example.org`
  await t.auth.createUser({ email, password: PASSWORD, confirmed })
  return email
}

const recover = (email: string, address = '192.0.2.1') =>
  t.ask('POST', '/recover', { body: { email }, address })
const mailsTo = async (address: string) => (await t.mails()).filter(({ to }) => to === address)

async function askOften(times: number, ask: (address: string) => Promise<{ status: number }>) {
  const statuses = new Set<number>()
  for (let n = 0; n < times; n++) {
    statuses.add((await ask(`198.51.100.${n}`)).status)
    await t.auth.idle()
    t.pass(MINUTE)
  }
  return [...statuses]
}

describe('mails to one account', () => {
  test('trap 34: are five in half an hour from all addresses together, and no response says so', async () => {
    const email = await member()
    const link = (address: string) => t.ask('POST', '/otp', { body: { email }, address })
    expect(await askOften(20, link)).toEqual([200])
    expect(await mailsTo(email)).toHaveLength(5)
    const late = await link('192.0.2.1')
    expect([late.status, late.body]).toEqual([200, {}])
    t.pass(10 * MINUTE)
    await link('192.0.2.1')
    expect(await mailsTo(email)).toHaveLength(6)
  })

  test('used up by another visitor leave two with which the owner chooses a new password', async () => {
    const email = await member()
    const link = (address: string) => t.ask('POST', '/otp', { body: { email }, address })
    await askOften(6, link)
    await recover(email)
    const reset = (await mailsTo(email)).at(-1)
    expect(reset?.subject).toContain('Reset your password')
    expect(await askOften(10, (address) => recover(email, address))).toEqual([200])
    expect(await mailsTo(email)).toHaveLength(5 + 2)
    const last = (await mailsTo(email)).at(-1)
    const { tokenHash } = readMail(last ?? { to: '', subject: '', text: '' })
    const body = { type: 'recovery', token_hash: tokenHash }
    expect((await t.ask('POST', '/verify', { body })).status).toBe(200)
  })

  test('leave the owner a link that works until a new one', async () => {
    const email = await member()
    await askOften(29, (address) => recover(email, address))
    const last = (await mailsTo(email)).at(-1)
    const { tokenHash } = readMail(last ?? { to: '', subject: '', text: '' })
    const body = { type: 'recovery', token_hash: tokenHash }
    expect((await t.ask('POST', '/verify', { body })).status).toBe(200)
  })

  test('count together, whichever endpoint sends them', async () => {
    const email = await member(false)
    const ask = (path: string) => (address: string) =>
      t.ask('POST', path, { body: { type: 'signup', email, password: PASSWORD }, address })
    expect(await askOften(4, ask('/resend'))).toEqual([200])
    expect(await askOften(4, ask('/signup'))).toEqual([200])
    expect(await askOften(4, ask('/otp'))).toEqual([200])
    expect(await mailsTo(email)).toHaveLength(5)
    expect(await askOften(4, ask('/recover'))).toEqual([200])
    expect(await mailsTo(email)).toHaveLength(5 + 2)
  })
})

describe('one address', () => {
  test('has sixty mails an hour sent, and others as many', async () => {
    const emails = [await member(), await member(), await member()]
    const sent = () => Promise.all(emails.map(async (email) => (await mailsTo(email)).length))
    await recover(emails[0] ?? '', '203.0.113.7')
    expect(await sent()).toEqual([1, 0, 0])
    await t.pool.query(
      `update auth.rate_limits set count = 59 where key like 'mails asked from:%' and count = 1`,
    )
    for (const email of emails.slice(1)) {
      expect((await recover(email, '203.0.113.7')).status).toBe(200)
      expect(await sent()).toEqual([1, 1, 0])
    }
    await recover(emails[2] ?? '', '203.0.113.8')
    expect(await sent()).toEqual([1, 1, 1])
  })

  test('makes 120 accounts an hour, known or new alike, and then gets a time to retry', async () => {
    const known = await member()
    const signUp = (email: string, address = '203.0.113.9') =>
      t.ask('POST', '/signup', { body: { email, password: PASSWORD }, address })
    await t.pool.query('delete from auth.rate_limits')
    await signUp(known)
    await t.pool.query('update auth.rate_limits set count = 120')
    t.pass(15 * MINUTE)
    for (const email of [known, 'new-1@example.org']) {
      const { status, headers, body } = await signUp(email)
      expect([status, body.code]).toEqual([429, 'over_request_rate_limit'])
      expect(headers.get('retry-after')).toBe('2700')
    }
    expect((await signUp('new-1@example.org', '203.0.113.10')).status).toBe(200)
    t.pass(45 * MINUTE)
    expect((await signUp('new-2@example.org')).status).toBe(200)
  })

  test('gets no further by signing up many times at once', async () => {
    const busy = await openTestAuth((await openTestDatabase()).pool, { requestScale: 2 / 120 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        busy.ask('POST', '/signup', { body: { email: `a${n}@example.org`, password: PASSWORD } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    const { rows } = await busy.pool.query('select count(*)::int as made from auth.users')
    expect(rows).toEqual([{ made: 2 }])
    await busy.close()
  })
})

import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, readMail, type TestAuth } from './test-service.ts'

// Two services on one database, like two server processes: no state may be in memory.
let one: TestAuth
let two: TestAuth

beforeAll(async () => {
  const { url } = await openTestDatabase()
  const kept = { signingKeys: await makeSigningKeys(), secret: randomBytes(32) }
  const open = () => openTestAuth(new pg.Pool({ connectionString: url, max: 8 }), {}, kept)
  one = await open()
  two = await open()
})
afterAll(async () => {
  await one.close()
  await two.close()
})
beforeEach(() => pass(2 * 86_400))

const both = () => [one, two]
const pass = (seconds: number) => both().forEach((t) => void t.pass(seconds))
const inTurn = <T>(times: number, ask: (t: TestAuth) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(n % 2 ? two : one)))

let people = 0
async function member() {
  people += 1
  const email = `user-${people}@example.org`
  const { id } = await one.auth.createUser({ email, password: PASSWORD })
  return { email, id }
}

async function signedIn() {
  const { email, id } = await member()
  const { data } = await one.client().signInWithPassword({ email, password: PASSWORD })
  return { email, id, session: must(data.session) }
}

const refresh = (t: TestAuth, refresh_token: unknown) =>
  t.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
const tryPassword = (t: TestAuth, email: string, password: string) =>
  t.ask('POST', '/token?grant_type=password', { body: { email, password } })

describe('two processes keep one truth', () => {
  test('of rotation: twenty refreshes at once leave one chain, which both go on', async () => {
    const { session } = await signedIn()
    const answers = await inTurn(20, (t) => refresh(t, session.refresh_token))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [next, ...others] = new Set(answers.map(({ body }) => body.refresh_token))
    expect(others).toEqual([])
    pass(60)
    const third = await refresh(two, next)
    expect((await refresh(one, third.body.refresh_token)).status).toBe(200)
  })

  test('of reuse: what the one has rotated twice is a theft to the other', async () => {
    const { session } = await signedIn()
    const second = await refresh(one, session.refresh_token)
    const third = await refresh(one, second.body.refresh_token)
    pass(60)
    const replayed = await refresh(two, session.refresh_token)
    expect(replayed.body.code).toBe('refresh_token_already_used')
    expect((await refresh(one, third.body.refresh_token)).body.code).toBe('refresh_token_not_found')
  })

  test('of signing out: ended with the one, ended with the other', async () => {
    const { session } = await signedIn()
    const bearer = session.access_token
    expect((await two.ask('GET', '/user', { bearer })).status).toBe(200)
    expect((await one.ask('POST', '/logout', { bearer })).status).toBe(204)
    expect((await two.ask('GET', '/user', { bearer })).body.code).toBe('session_not_found')
    expect((await refresh(two, session.refresh_token)).body.code).toBe('refresh_token_not_found')
  })

  test('of guesses: five between them, and both refuse for a while', async () => {
    const { email } = await member()
    for (let n = 0; n < 5; n++) await tryPassword(n % 2 ? two : one, email, 'not this one')
    for (const t of both()) expect((await tryPassword(t, email, PASSWORD)).status).toBe(429)
    pass(10)
    expect((await tryPassword(two, email, PASSWORD)).status).toBe(200)
    expect((await tryPassword(one, email, PASSWORD)).status).toBe(200)
  })

  test('of mails: one, however many of both are asked at once', async () => {
    const { email } = await member()
    await inTurn(6, (t) => t.ask('POST', '/recover', { body: { email } }))
    const sent = [...(await one.mails()), ...(await two.mails())]
    expect(sent.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('of codes and links: counted together, and opened once', async () => {
    const { email } = await member()
    await one.ask('POST', '/recover', { body: { email } })
    const { code, tokenHash } = readMail(
      must((await one.mails()).findLast(({ to }) => to === email)),
    )
    const wrong = code === '000000' ? '000001' : '000000'
    const guess = (t: TestAuth, token: string) =>
      t.ask('POST', '/verify', { body: { type: 'recovery', email, token } })
    await inTurn(6, (t) => guess(t, wrong))
    for (const t of both()) expect((await guess(t, code)).body.code).toBe('otp_expired')
    const body = { type: 'recovery', token_hash: tokenHash }
    const opened = await inTurn(6, (t) => t.ask('POST', '/verify', { body }))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('of a second factor: one code opens once', async () => {
    const { email } = await member()
    const { client, phone, factorId } = await enrolled(email)
    pass(60)
    const bearer = must((await client.getSession()).data.session).access_token
    const path = `/factors/${factorId}`
    const code = phone.generate({ timestamp: one.now().getTime() })
    const challenges = await inTurn(4, (t) => t.ask('POST', `${path}/challenge`, { bearer }))
    const answers = await Promise.all(
      challenges.map(({ body }, n) =>
        (n % 2 ? two : one).ask('POST', `${path}/verify`, {
          bearer,
          body: { challenge_id: body.id, code },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  async function enrolled(email: string) {
    const client = one.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const { id: factorId, totp } = must((await client.mfa.enroll({ factorType: 'totp' })).data)
    const phone = new TOTP({ secret: totp.secret })
    const code = phone.generate({ timestamp: one.now().getTime() })
    await client.mfa.challengeAndVerify({ factorId, code })
    return { client, phone, factorId }
  }
})

describe('a new signing key', () => {
  test('signs beside the old one, whose tokens still hold until it is taken away', async () => {
    const { url } = await openTestDatabase()
    const secret = randomBytes(32)
    const [old, next] = [await makeSigningKeys(), await makeSigningKeys()]
    const open = (...sets: (typeof old)[]) =>
      openTestAuth(
        new pg.Pool({ connectionString: url, max: 4 }),
        {},
        { signingKeys: { keys: sets.flatMap(({ keys }) => keys) }, secret },
      )
    const [before, during, after] = [await open(old), await open(next, old), await open(next)]
    const client = before.client()
    const { data } = await client.signUp({ email: 'user@example.org', password: PASSWORD })
    const { access_token: bearer, refresh_token } = must(data.session)
    const kidOf = (token: unknown) => decodeProtectedHeader(String(token)).kid
    expect(kidOf(bearer)).toBe(old.keys[0]?.kid)

    expect((await during.ask('GET', '/user', { bearer })).status).toBe(200)
    const renewed = await refresh(during, refresh_token)
    expect(kidOf(renewed.body.access_token)).toBe(next.keys[0]?.kid)
    // Processes that do not have the new key yet refuse it: publish first, then sign.
    const early = await open(old, next)
    const published = await early.ask('GET', '/.well-known/jwks.json')
    expect(JSON.stringify(published.body)).toContain(String(next.keys[0]?.kid))
    const fresh = String(renewed.body.access_token)
    expect((await early.ask('GET', '/user', { bearer: fresh })).status).toBe(200)

    expect((await after.ask('GET', '/user', { bearer })).body.code).toBe('bad_jwt')
    expect((await after.ask('GET', '/user', { bearer: fresh })).status).toBe(200)
    expect((await refresh(after, renewed.body.refresh_token)).status).toBe(200)
    for (const t of [before, during, after, early]) await t.close()
  })
})

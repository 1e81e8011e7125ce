import { createHmac, randomUUID } from 'node:crypto'
import { base64url, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, readMail, SITE, type TestAuth } from './test-service.ts'

// Attacks besides those in the tests next to the code (docs/threat-model.md).
let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { confirmEmail: true })
})
afterAll(() => t.close())
// One day per test, so that mail limits do not carry over.
beforeEach(() => t.pass(86_400))

let people = 0
async function member() {
  people += 1
  const email = `user-${people}@example.org`
  const { id } = await t.auth.createUser({ email, password: PASSWORD })
  const { data } = await t.client().signInWithPassword({ email, password: PASSWORD })
  return { email, id, session: must(data.session) }
}

describe('a token that the service never gave out', () => {
  const encode = (part: unknown) => base64url.encode(JSON.stringify(part))
  const refused = async (bearer: string) => {
    const { status, body } = await t.ask('GET', '/user', { bearer })
    expect([status, body.code]).toEqual([403, 'bad_jwt'])
  }

  test('with claims changed under a true signature', async () => {
    const { session } = await member()
    const other = await member()
    const [head, , signature] = session.access_token.split('.')
    const claims = { ...decodeJwt(session.access_token), sub: other.id }
    await refused(`${head}.${encode(claims)}.${signature}`)
  })

  test.each([
    ['another issuer', { iss: 'https://evil.example/auth/v1' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'another-service' }],
    ['no audience', { aud: undefined }],
    ['an end that has passed', { exp: 1 }],
    ['a beginning that has not come', { nbf: 4_102_444_800 }],
  ])('with a true signature and %s', async (_what, change) => {
    const { session } = await member()
    await refused(await t.sign({ ...decodeJwt(session.access_token), ...change }))
  })

  test.each(['none', 'None', 'NONE', ''])('with the algorithm %j', async (alg) => {
    const { session } = await member()
    const payload = session.access_token.split('.')[1]
    for (const signature of ['', session.access_token.split('.')[2]])
      await refused(`${encode({ alg, typ: 'JWT' })}.${payload}.${signature}`)
  })

  test('signed with the public key as if it were a shared secret', async () => {
    const { session } = await member()
    const { body } = await t.ask('GET', '/.well-known/jwks.json')
    const { kid } = JSON.parse(JSON.stringify(body)).keys[0]
    const signed = `${encode({ alg: 'HS256', kid })}.${session.access_token.split('.')[1]}`
    for (const secret of [JSON.stringify(body), JSON.stringify(Object(body).keys[0]), kid])
      await refused(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`)
  })

  test('that brings its own key in its header', async () => {
    const { session } = await member()
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const { body } = await t.ask('GET', '/.well-known/jwks.json')
    const { kid } = JSON.parse(JSON.stringify(body)).keys[0]
    for (const header of [{ jwk }, { jwk, kid }, { kid, jku: 'https://evil.example/jwks.json' }])
      await refused(
        await new SignJWT(decodeJwt(session.access_token))
          .setProtectedHeader({ alg: 'ES256', ...header })
          .sign(privateKey),
      )
  })

  test('for another user’s session, or none, though every signature is true', async () => {
    const [his, other] = [await member(), await member()]
    const claims = decodeJwt(his.session.access_token)
    const { session_id } = decodeJwt(other.session.access_token)
    for (const changed of [
      { session_id },
      { session_id: randomUUID() },
      { session_id: undefined },
    ]) {
      const bearer = await t.sign({ ...claims, ...changed })
      expect((await t.ask('GET', '/user', { bearer })).body.code).toBe('session_not_found')
    }
  })

  test('a refresh token is no access token, nor the other way round', async () => {
    const { session } = await member()
    await refused(session.refresh_token)
    const body = { refresh_token: session.access_token }
    const answer = await t.ask('POST', '/token?grant_type=refresh_token', { body })
    expect(answer.body.code).toBe('validation_failed')
  })
})

describe('a mail that an attacker asks for', () => {
  const asks: [string, string, (email: string) => object][] = [
    ['/signup', 'new', (email) => ({ email, password: PASSWORD })],
    ['/recover', 'known', (email) => ({ email })],
    ['/resend', 'waiting', (email) => ({ email, type: 'signup' })],
  ]
  const TRICKS = [
    'https://evil.example/',
    '//evil.example/',
    `${SITE}.evil.example/`,
    `${SITE}@evil.example/`,
    'http://localhost:3000\\@evil.example/',
    'http://2130706433/',
    'javascript:alert(1)',
    'http://localhost:3000%2f@evil.example/',
  ]

  test.each(asks)('%s leads to the site, whatever address comes along', async (path, who, body) => {
    for (const trick of TRICKS) {
      people += 1
      const email = `tricked-${people}@example.org`
      if (who !== 'new')
        await t.auth.createUser({ email, password: PASSWORD, confirmed: who === 'known' })
      t.pass(61)
      const query = `?redirect_to=${encodeURIComponent(trick)}`
      const headers = {
        redirect_to: trick,
        referer: trick,
        origin: 'https://evil.example',
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      }
      const address = `198.51.100.${people % 250}`
      expect(
        (await t.ask('POST', path + query, { body: body(email), headers, address })).status,
      ).toBe(200)
      const { text, html } = must((await t.mails()).find(({ to }) => to === email))
      expect(new URL(must(/https?:\S+/.exec(text)?.[0])).origin).toBe(SITE)
      expect(text + html).not.toContain('evil.example')
    }
  })

  test('cannot put own words into it', async () => {
    const email = 'target@example.org'
    const data = { display_name: 'Click https://evil.example now', site_name: 'Evil' }
    await t.ask('POST', '/signup', { body: { email, password: PASSWORD, data } })
    const mail = must((await t.mails()).find(({ to }) => to === email))
    expect(JSON.stringify(mail)).not.toMatch(/evil/i)
  })

  test('goes to one address and no other', async () => {
    const before = (await t.mails()).length
    for (const email of [
      'a@example.org,b@evil.example',
      'a@example.org\nBcc: b@evil.example',
      'a@example.org%0ABcc:b@evil.example',
      '"a@example.org" <b@evil.example>',
      'a@example.org b@evil.example',
    ])
      for (const [path, , body] of asks)
        expect((await t.ask('POST', path, { body: body(email) })).body.code).toBe(
          'validation_failed',
        )
    expect(await t.mails()).toHaveLength(before)
  })
})

describe('a session is of the service’s making', () => {
  test('no call takes an id or a token that the caller has chosen', async () => {
    const { email, session } = await member()
    const chosen = randomUUID()
    const wish = { session_id: chosen, id: chosen, refresh_token: 'chosen', access_token: 'chosen' }
    const { body } = await t.ask('POST', `/token?grant_type=password&session_id=${chosen}`, {
      body: { email, password: PASSWORD, ...wish },
      headers: { cookie: `sb-access-token=${session.access_token}; session_id=${chosen}` },
    })
    const { session_id } = decodeJwt(String(body.access_token))
    expect([chosen, decodeJwt(session.access_token).session_id]).not.toContain(session_id)
    expect(String(body.refresh_token)).not.toBe('chosen')
  })

  test('each sign-in has its own, and the link of a mail opens a new one', async () => {
    const { email, session } = await member()
    const again = await t.client().signInWithPassword({ email, password: PASSWORD })
    await t.client().resetPasswordForEmail(email)
    const { tokenHash } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
    const bearer = session.access_token
    const body = { type: 'recovery', token_hash: tokenHash }
    const opened = await t.ask('POST', '/verify', { body, bearer })
    const ids = [bearer, must(again.data.session).access_token, String(opened.body.access_token)]
    expect(new Set(ids.map((token) => decodeJwt(token).session_id)).size).toBe(3)
  })

  test('a body names no role, no confirmation and no end of a ban', async () => {
    const email = 'climber@example.org'
    const wish = {
      role: 'service_role',
      aud: 'admin',
      email_confirm: true,
      email_confirmed_at: '2020-01-01',
      app_metadata: { staff: true },
      is_super_admin: true,
      banned_until: null,
    }
    const made = await t.ask('POST', '/signup', {
      body: { email, password: PASSWORD, ...wish, data: wish },
    })
    expect(made.body).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(made.body.email_confirmed_at).toBeUndefined()
    const early = await t.client().signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')
  })
})

describe('a link', () => {
  test('of one kind opens no other, and nothing opens by an address alone', async () => {
    const { email } = await member()
    await t.client().resetPasswordForEmail(email)
    const { tokenHash, code } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
    for (const type of ['signup', 'invite', 'email_change', 'sms']) {
      const body = { type, token_hash: tokenHash }
      expect((await t.ask('POST', '/verify', { body })).body.code).toBe('otp_expired')
    }
    const other = await member()
    for (const body of [
      { type: 'recovery', email: other.email, token: code },
      { type: 'recovery', email, token: ['0'].concat(code).join('') },
      { type: 'recovery', token_hash: code },
    ])
      expect((await t.ask('POST', '/verify', { body })).body.code).toBe('otp_expired')
  })
})

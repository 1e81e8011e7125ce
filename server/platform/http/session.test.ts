import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '../../../test/app/gateway-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.app.close())

describe('needsSession', () => {
  test('knows the member by the access cookie', async () => {
    const at = await site.auth.sign()
    const answer = await site.app.inject({ url: '/api/member', cookies: { at } })
    expect(answer.json()).toMatchObject({ email: 'man@example.org', accessToken: at })
  })

  test('knows the member by a Bearer token, which goes before the cookie', async () => {
    const at = await site.auth.sign()
    expect((await ask({ authorization: `Bearer ${at}` })).statusCode).toBe(200)
    const both = { authorization: 'Bearer nonsense', cookie: `at=${at}` }
    expect((await ask(both)).statusCode).toBe(401)
  })

  test.each([
    ['nothing at all', undefined],
    ['a malformed token', 'nonsense'],
    ['a token of another audience', { aud: 'somebody' }],
    ['a token of another issuer', { iss: 'https://elsewhere.example' }],
    ['a token of the service itself', { role: 'service_role' }],
    ['a token whose subject is no account', { sub: '12' }],
    ['a token without a session', { session_id: '' }],
    ['an expired token', { lifeSeconds: -6 }],
  ])('refuses %s', async (_what, claims) => {
    const at = typeof claims === 'object' ? await site.auth.sign(claims) : claims
    const answer = await ask(at === undefined ? {} : { cookie: `at=${at}` })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: 'Unauthorized', code: 'sign_in_required' })
  })

  test('refuses a good token whose session was ended', async () => {
    const { app, auth } = await openTestSite()
    const cookie = `at=${await auth.sign()}`
    expect((await app.inject({ url: '/api/member', headers: { cookie } })).statusCode).toBe(200)
    auth.endSessions()
    expect((await app.inject({ url: '/api/member', headers: { cookie } })).statusCode).toBe(401)
    await app.close()
  })

  test('refuses a token signed with another key, and an unsigned one', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const good = await site.auth.sign()
    const [, claims = ''] = good.split('.')
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const foreign = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .sign(privateKey)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    for (const at of [foreign, unsigned]) {
      expect((await ask({ cookie: `at=${at}` })).statusCode).toBe(401)
    }
  })
})

describe('a token whose signature was checked', () => {
  async function openCounted() {
    const { app, auth, advance } = await openTestSite()
    const { keys } = auth
    let checks = 0
    auth.keys = (...asked) => {
      checks += 1
      return keys(...asked)
    }
    const status = async (at: string) =>
      (await app.inject({ url: '/api/member', headers: { cookie: `at=${at}` } })).statusCode
    return { app, auth, advance, status, checks: () => checks }
  }

  test('is not checked again, but its session is', async () => {
    const { app, auth, status, checks } = await openCounted()
    const at = await auth.sign()
    expect([await status(at), await status(at), checks()]).toEqual([200, 200, 1])
    const other = await auth.sign({ sub: '3f1d2c4b-0000-4000-8000-000000000001' })
    expect([await status(other), checks()]).toEqual([200, 2])
    auth.endSessions()
    expect([await status(at), checks()]).toEqual([401, 2])
    await app.close()
  })

  test('ends with its time', async () => {
    const { app, auth, advance, status } = await openCounted()
    const at = await auth.sign({ lifeSeconds: 60 })
    expect(await status(at)).toBe(200)
    advance(59)
    expect(await status(at)).toBe(200)
    advance(7)
    expect(await status(at)).toBe(401)
    await app.close()
  })

  test('says nothing of another with its words', async () => {
    const { app, auth, status } = await openCounted()
    const at = await auth.sign()
    expect(await status(at)).toBe(200)
    const [head, claims, signature = ''] = at.split('.')
    const changed = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    expect(await status(`${head}.${claims}.${changed}`)).toBe(401)
    await app.close()
  })

  test('is checked again when it was bad', async () => {
    const { app, status, checks } = await openCounted()
    const elsewhere = await openTestSite()
    const foreign = await elsewhere.auth.sign()
    expect([await status(foreign), await status(foreign), checks()]).toEqual([401, 401, 2])
    await app.close()
    await elsewhere.app.close()
  })
})

describe('optionalSession', () => {
  test('takes visitors, and members as members', async () => {
    const at = await site.auth.sign()
    expect((await ask({}, '/api/anyone')).json()).toEqual({ session: null })
    expect((await ask({ cookie: 'at=nonsense' }, '/api/anyone')).json()).toEqual({ session: null })
    expect((await ask({ cookie: `at=${at}` }, '/api/anyone')).json()).toMatchObject({
      session: { email: 'man@example.org' },
    })
  })
})

test('a route that asks for the session without a hook fails', async () => {
  const at = await site.auth.sign()
  expect((await ask({ cookie: `at=${at}` }, '/api/unguarded')).statusCode).toBe(500)
})

async function ask(headers: Record<string, string>, url = '/api/member') {
  return await site.app.inject({ url, headers })
}

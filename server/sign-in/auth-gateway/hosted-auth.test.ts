import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthService } from '../../platform/auth-service.ts'
import { openHostedAuth } from './hosted-auth.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

let service: Server
let answer: (request: IncomingMessage) => Answer
let seen: IncomingMessage[]
let auth: AuthService
let url: string
beforeAll(async () => {
  service = createServer((request, response) => {
    seen.push(request)
    const { status = 200, headers = {}, body = {} } = answer(request)
    response.writeHead(status, headers).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/auth/v1`
})
afterAll(() => service.close())
beforeEach(() => {
  seen = []
  answer = () => ({})
  auth = openHostedAuth({ url: `${url}/`, key: 'service-key', confirmEmail: true })
})

const token = { accessToken: 'token', sessionId: 'session', userId: 'user', level: 'aal1' }

test('a call goes to the service as it is, with its key and the visitor', async () => {
  answer = () => ({ status: 400, body: { code: 'invalid_credentials' } })
  const response = await auth.call('/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    address: '192.0.2.7',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 'invalid_credentials' })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { apikey: 'service-key', 'x-forwarded-for': '192.0.2.7' },
  })
})

test("a redirect is handed on to the browser, not followed with the site's key", async () => {
  answer = () => ({ status: 303, headers: { location: 'https://elsewhere.example/' } })
  const call = { method: 'GET', headers: {}, address: '192.0.2.7' }
  const response = await auth.call('/verify?token=x', call)
  expect(response.status).toBe(303)
  expect(seen).toHaveLength(1)
})

test("tokens are verified with the service's public keys", async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }
  answer = () => ({ body: { keys: [jwk] } })
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer(url)
    .sign(privateKey)
  const { payload } = await jwtVerify(jwt, auth.keys, { issuer: auth.issuer })
  expect(payload.iss).toBe(url)
  expect(seen[0]?.url).toBe('/auth/v1/.well-known/jwks.json')
})

describe('a session', () => {
  test('lives while the service knows its token, and is over when it does not', async () => {
    expect(await auth.isSessionAlive(token)).toBe(true)
    expect(seen[0]?.headers.authorization).toBe('Bearer token')
    answer = () => ({ status: 403 })
    expect(await auth.isSessionAlive(token)).toBe(false)
  })

  test('is not live before its owner has verified the second factor', async () => {
    answer = () => ({ body: { factors: [{ status: 'unverified' }] } })
    expect(await auth.isSessionAlive(token)).toBe(true)
    answer = () => ({ body: { factors: [{ status: 'verified' }] } })
    expect(await auth.isSessionAlive(token)).toBe(false)
    expect(await auth.isSessionAlive({ ...token, level: 'aal2' })).toBe(true)
  })

  test('of staff is not there before a second factor is shown, had or not', async () => {
    answer = () => ({ body: { app_metadata: { staff: true } } })
    expect(await auth.isSessionAlive(token)).toBe(false)
    expect(await auth.isSessionAlive({ ...token, level: 'aal2' })).toBe(true)
    answer = () => ({ body: { app_metadata: { staff: false } } })
    expect(await auth.isSessionAlive(token)).toBe(true)
  })

  test('returns the account’s confirmed address, and none without a live session', async () => {
    const seen: object[] = []
    const addressSeen = async (account: object) => void seen.push(account)
    const told = openHostedAuth({ url, key: 'service-key', confirmEmail: true, addressSeen })
    const account = {
      id: 'user',
      email: 'now@example.org',
      email_confirmed_at: '2027-01-12T09:00:00Z',
      user_metadata: { email: 'chosen@example.org', email_verified: true },
    }
    const bodies = [
      { ...account, email_confirmed_at: null },
      { ...account, email: '' },
      { ...account, id: 'another' },
      { ...account, app_metadata: { staff: true } },
    ]
    for (const body of bodies) {
      answer = () => ({ body })
      await told.isSessionAlive(token)
    }
    answer = () => ({ status: 403, body: account })
    await told.isSessionAlive(token)
    expect(seen).toEqual([])
    answer = () => ({ body: account })
    await told.isSessionAlive(token)
    expect(seen).toEqual([{ userId: 'user', email: 'now@example.org' }])
  })

  test('does not end when the service fails', async () => {
    for (const status of [429, 500, 503]) {
      answer = () => ({ status })
      await expect(auth.isSessionAlive(token)).rejects.toThrow(`answered ${status}`)
    }
  })
})

describe('an account by its id', () => {
  test('is found with the service key', async () => {
    const body = { email: 'new@example.org', created_at: '2027-01-12T09:00:00Z' }
    answer = () => ({ body })
    expect(await auth.findUser?.('a/b')).toEqual({
      email: 'new@example.org',
      confirmed: false,
      createdAt: new Date('2027-01-12T09:00:00Z'),
    })
    expect(seen[0]).toMatchObject({
      url: '/auth/v1/admin/users/a%2Fb',
      headers: { authorization: 'Bearer service-key' },
    })
  })

  test('that does not exist is null', async () => {
    answer = () => ({ status: 404 })
    expect(await auth.findUser?.('nobody')).toBeNull()
  })

  test('is not looked for where addresses need no confirmation', () => {
    const open = openHostedAuth({ url, key: 'service-key', confirmEmail: false })
    expect(open.findUser).toBeUndefined()
  })
})

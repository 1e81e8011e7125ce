// A response that is neither a clear success nor a clear refusal says nothing about the outcome.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPayPal, type PayPal } from './paypal.ts'

type Answer = { status: number; body?: string; headers?: Record<string, string> }

let door: Server
let provider: PayPal
let token: Answer
let answer: Answer
const asked: { path: string; requestId: string | undefined }[] = []

const GIVEN = { status: 200, body: '{"access_token":"t","expires_in":3600}' }

beforeAll(async () => {
  door = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, requestId: request.headers['paypal-request-id'] as string | undefined })
    const { status, body = '', headers = {} } = path.includes('oauth2') ? token : answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  door.closeAllConnections()
  await new Promise((done) => door.close(done))
})
beforeEach(() => {
  token = GIVEN
  asked.length = 0
  const apiUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const account = { clientId: 'id', secret: 'secret', webhookId: 'hook', isAlways: false }
  provider = openPayPal({ apiUrl, ...account })
})

const kindOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

test.each<[string, Answer]>([
  ['a fault of its own', { status: 500, body: '{}' }],
  ['too many requests', { status: 429, body: '{}' }],
  ['at work on the same request', { status: 409, body: '{"name":"RESOURCE_CONFLICT"}' }],
  ['a token that it does not take', { status: 401, body: '{}' }],
  ['nothing', { status: 201 }],
  ['no JSON', { status: 201, body: '<html>' }],
  ['JSON of another shape', { status: 201, body: '{"id":1}' }],
  ['a list', { status: 200, body: '[]' }],
  ['a page of a proxy', { status: 403, body: '<html>' }],
  ['another address', { status: 302, headers: { location: '/elsewhere' } }],
])('%s: nobody knows what was done', async (_, given) => {
  answer = given
  const calls = [
    provider.capture('ORDER', 'request'),
    provider.refund({ captureId: 'CAPTURE', requestId: 'request', pence: 100 }),
    provider.findOrder('ORDER'),
  ]
  const outcomes = await Promise.allSettled(calls)
  const kinds = outcomes.map((one) => (one.status === 'rejected' ? kindOf(one.reason) : 'answered'))
  expect(kinds).toEqual(['ProviderUnavailable', 'ProviderUnavailable', 'ProviderUnavailable'])
})

test.each<[string, Answer]>([
  ['no token', { status: 401, body: '{"error":"invalid_client"}' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['no token in it', { status: 200, body: '{}' }],
])('%s: it is away, until it gives one', async (_, given) => {
  token = given
  answer = { status: 200, body: '{"id":"ORDER","status":"CREATED"}' }
  await expect(provider.findOrder('ORDER')).rejects.toThrow('The payment provider is away')
  token = GIVEN
  expect(await provider.findOrder('ORDER')).toMatchObject({ status: 'CREATED' })
})

test('a refusal is known by its issue, also without one', async () => {
  const details = [{ issue: 'INSTRUMENT_DECLINED', description: 'No.' }]
  answer = { status: 422, body: JSON.stringify({ name: 'X', debug_id: 'd', details }) }
  await expect(provider.capture('ORDER', 'r')).rejects.toMatchObject({
    name: 'ProviderRefused',
    issue: 'INSTRUMENT_DECLINED',
    description: 'No.',
    debugId: 'd',
  })
  answer = { status: 400, body: '"no"' }
  await expect(provider.capture('ORDER', 'r')).rejects.toMatchObject({ issue: 'UNKNOWN' })
})

test('what it does not know is null, and ids stay within their place in the address', async () => {
  answer = { status: 404, body: '{"name":"RESOURCE_NOT_FOUND"}' }
  expect(await provider.findOrder('../../v1/x?y=1')).toBeNull()
  expect(asked.at(-1)?.path).toBe('/v2/checkout/orders/..%2F..%2Fv1%2Fx%3Fy%3D1')
})

test('money is asked for under the id that was written down', async () => {
  answer = { status: 201, body: '{"id":"ORDER","status":"COMPLETED"}' }
  await provider.capture('ORDER', 'once')
  expect(asked.at(-1)).toEqual({ path: '/v2/checkout/orders/ORDER/capture', requestId: 'once' })
})

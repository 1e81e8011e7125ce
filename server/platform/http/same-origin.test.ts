import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '../../../test/app/gateway-site.ts'

const JSON_BODY = { 'content-type': 'application/json' }

let site: TestSite
let live: TestSite
beforeAll(async () => {
  site = await openTestSite()
  live = await openTestSite({ publicUrl: 'https://chaps.test', production: true })
})
afterAll(async () => {
  await site.app.close()
  await live.app.close()
})

describe('trap 40: a write', () => {
  test.each([
    ['by a script of our own page', { 'sec-fetch-site': 'same-origin', cookie: 'at=1' }, 200],
    ['that the person typed', { 'sec-fetch-site': 'none' }, 200],
    ['by another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['by a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }, 403],
    [
      'by another site that knows our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://chaps.test' },
      403,
    ],
    ['by an older browser on our page', { origin: 'https://chaps.test', cookie: 'at=1' }, 200],
    ['by an older browser on another page', { origin: 'https://evil.example' }, 403],
    ['by a page that hides its origin', { origin: 'null' }, 403],
    ['from a malformed origin', { origin: 'http://[' }, 403],
    [
      'from an origin that only looks like ours',
      { origin: 'https://chaps.test.evil.example' },
      403,
    ],
    ['from an origin like our Host', { origin: 'http://localhost:80', host: 'localhost:80' }, 403],
    ['with a cookie and no word of where from', { cookie: 'at=1' }, 403],
    ['with a Bearer token and a cookie', { authorization: 'Bearer x', cookie: 'at=1' }, 403],
    ['with a Bearer token alone', { authorization: 'Bearer x' }, 200],
    ['with nothing', {}, 403],
  ])('%s', async (_who, headers, status) => {
    const answer = await live.app.inject({
      method: 'POST',
      url: '/api/write',
      headers: { ...JSON_BODY, ...headers },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.json().code).toBe('not_same_origin')
  })

  test('at work may come from the address by which the server was reached', async () => {
    const headers = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }
    const answer = await site.app.inject({ method: 'POST', url: '/api/write', headers })
    expect(answer.statusCode).toBe(200)
  })

  test.each([
    ['application/json; charset=utf-8', 200],
    ['application/x-www-form-urlencoded', 400],
    ['text/plain', 400],
    ['application/jsonp', 400],
  ])('of %s answers %i', async (type, status) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type }
    const answer = await live.app.inject({
      method: 'POST',
      url: '/api/write',
      headers,
      payload: '{}',
    })
    expect(answer.statusCode).toBe(status)
  })

  test('without a body needs no content type', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await live.app.inject({ method: 'POST', url: '/api/write', headers })
    expect(answer.statusCode).toBe(200)
  })
})

test('a provider’s webhook comes from nowhere in particular', async () => {
  const answer = await live.app.inject({ method: 'POST', url: '/api/webhook', payload: {} })
  expect(answer.statusCode).toBe(200)
})

test('a public form may be a plain form, but only ours', async () => {
  const send = (from: string) =>
    live.app.inject({
      method: 'POST',
      url: '/forms/contact',
      headers: { 'sec-fetch-site': from, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a',
    })
  expect((await send('same-origin')).statusCode).toBe(200)
  expect((await send('cross-site')).statusCode).toBe(403)
})

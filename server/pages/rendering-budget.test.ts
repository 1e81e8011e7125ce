// The pages of the last build (`npm test` builds first), with the limits of production.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'

const FLOOD = '203.0.113.9'
const OTHER = '198.51.100.7'
let site: TestApp
let first: App
let second: App
let eventId: number
let at = new Date('2027-01-12T09:00:00Z').getTime()
let searches = 0

/** Two processes of one site: each has its own cache and its own counts. */
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
  eventId = (await site.event()).event_id
  const { now } = site.deps
  const process = () => {
    const cache = createResponseCache({ maxAge: 1_000, max: 500, now })
    return buildApp({ ...site.deps, cache })
  }
  first = await process()
  second = await process()
})
afterAll(async () => {
  await first.close()
  await second.close()
  await site.close()
})
beforeEach(() => wait(MINUTE_MS))

function wait(ms: number) {
  at += ms
  site.moveTo(new Date(at))
}

const open = (url: string, { from = FLOOD, by = first } = {}) =>
  by.inject({ url, remoteAddress: from })

/** How many of these new searches were answered. */
async function search(count: number, options?: { from?: string; by?: App }): Promise<number> {
  let answered = 0
  for (let n = 0; n < count; n++) {
    searches += 1
    const { statusCode } = await open(`/book-event-main?location=new${searches}`, options)
    if (statusCode === 200) answered += 1
  }
  return answered
}

test('an address has sixty renderings a minute, and then a page that says so', async () => {
  expect(await search(100)).toBe(60)
  const refused = await open('/book-event-main?location=York')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.headers['content-type']).toContain('text/html')
  expect(refused.body).toContain('Too many requests. Please wait a little and try again.')
  expect((await open(`/event/${900_000 + searches}`)).statusCode).toBe(429)
  expect(await search(3, { from: OTHER })).toBe(3)
  wait(MINUTE_MS)
  expect(await search(1)).toBe(1)
})

test('the addresses of a /48 have four times as many, and none uses up those of another', async () => {
  let answered = 0
  for (let n = 1; n <= 10; n++) answered += await search(61, { from: `2001:db8:1:${n}00::1` })
  expect(answered).toBe(240)
  expect(await search(1, { from: '2001:db8:2::1' })).toBe(1)
})

test('two processes together answer as many as one, and a tenth', async () => {
  let answered = 0
  for (let round = 0; round < 20; round++) {
    answered += await search(5, { by: first })
    answered += await search(5, { by: second })
  }
  expect(answered).toBeGreaterThanOrEqual(60)
  expect(answered).toBeLessThanOrEqual(72)
})

test('beyond it a copy of the last minute is sent, and the usual pages always', async () => {
  const event = `/event/${eventId}`
  expect((await open(event, { from: OTHER })).statusCode).toBe(200)
  await search(61)
  wait(10_000)
  const late = [event, '/', '/book-event-main', '/news', '/contact-us', '/nope']
  const answers = await Promise.all(late.map((url) => open(url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 404])
})

test('a search that somebody else made is a copy too, and is not made again', async () => {
  await search(60)
  const made = await open('/tell-me?location=york', { from: OTHER })
  wait(5_000)
  const copy = await open('/tell-me?location=york')
  expect([copy.statusCode, copy.headers.etag]).toEqual([200, made.headers.etag])
})

test('wrong forms as a page count too, and lists have a limit of their own', async () => {
  const send = () =>
    first.inject({
      method: 'POST',
      url: '/forms/p/charity/f/contact',
      remoteAddress: FLOOD,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
      },
      payload: 'email=nobody',
    })
  expect((await send()).statusCode).toBe(422)
  expect(await search(100)).toBe(59)
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['content-type']).toContain('text/html')
  const lists = { answered: 0 }
  for (let n = 0; n < 300; n++) {
    const { statusCode } = await open(`/api/events?location=new${n}`)
    if (statusCode === 200) lists.answered += 1
  }
  expect(lists.answered).toBe(240)
})

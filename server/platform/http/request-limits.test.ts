import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { testSettings } from '../../../test/app/settings.ts'
import type { App } from '../../deps.ts'
import { sendError } from './error-handler.ts'
import { createLimits, IN_PROCESS, limitRequests, type ShareCount } from './request-limits.ts'

/** Allows 30 reads, 3 writes (2.4) and 1 report per minute and address. */
function openLimited(share?: ShareCount) {
  let moment = new Date('2027-01-12T09:00:00Z')
  const settings = { ...testSettings, rateLimitScale: 0.01 }
  const app: App = fastify()
  app.setErrorHandler(sendError)
  const limits = createLimits({ settings, now: () => moment }, share)
  limitRequests(app, limits)
  app.get('/', async () => 'read')
  app.post('/', async () => 'written')
  const ask = async (method: 'GET' | 'POST', times: number, remoteAddress = '203.0.113.9') => {
    let last = await app.inject({ method, url: '/', remoteAddress })
    for (let i = 1; i < times; i++) last = await app.inject({ method, url: '/', remoteAddress })
    return last
  }
  const waitFor = (ms: number) => {
    moment = new Date(moment.getTime() + ms)
  }
  const read = (address: string) => limits.consume('reads', address)
  return { ask, waitFor, read }
}

describe('requests of one address', () => {
  test('are refused above the limit, with the seconds until the next minute', async () => {
    const { ask, waitFor } = openLimited()
    expect((await ask('GET', 30)).statusCode).toBe(200)
    waitFor(15_000)
    const refused = await ask('GET', 1)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '45'])
    expect(refused.json().code).toBe('too_many_requests')
  })

  test('are admitted again in the next minute', async () => {
    const { ask, waitFor } = openLimited()
    await ask('GET', 31)
    waitFor(60_000)
    expect((await ask('GET', 1)).statusCode).toBe(200)
  })

  test('are counted apart for each address, and writes apart from reads', async () => {
    const { ask } = openLimited()
    expect((await ask('POST', 3)).statusCode).toBe(429)
    expect((await ask('POST', 1, '203.0.113.10')).statusCode).toBe(200)
    expect((await ask('GET', 1)).statusCode).toBe(200)
  })

  test('of a /48 together are four times as many, and a refused one uses up no neighbour’s', () => {
    const { read } = openLimited()
    for (let n = 0; n < 500; n++) read('2001:db8:1::1')
    const answers = Array.from({ length: 500 }, (_, n) => read(`2001:db8:1:${(n % 99) + 1}00::1`))
    expect(answers.filter(Boolean)).toHaveLength(90)
    expect(read('2001:db8:2::1')).toBe(true)
  })

  test('stay refused while it asks on, however many other addresses ask', () => {
    const { read } = openLimited()
    for (let n = 0; n < 30; n++) expect(read('203.0.113.9')).toBe(true)
    const answers = new Set<boolean>()
    for (let n = 0; n < 60_000; n++) {
      read(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
      if (n % 5_000 === 0) answers.add(read('203.0.113.9'))
    }
    expect([...answers]).toEqual([false])
  })

  test('are forgotten after 100,000 other networks, so that memory stays bounded', () => {
    const { read } = openLimited()
    for (let n = 0; n < 31; n++) read('203.0.113.9')
    for (let n = 0; n < 49_999; n++) read(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(read('203.0.113.9')).toBe(false)
    for (let n = 0; n < 100_000; n++) read(`11.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(read('203.0.113.9')).toBe(true)
  })

  test('hold over processes that tell each other, and in each alone while they cannot', async () => {
    const sums = new Map<string, number>()
    let isAway = false
    const share: ShareCount = async ({ kind, prefix }, added, windowStart) => {
      if (isAway) throw new Error('away')
      const key = [kind, prefix, windowStart.toISOString()].join(' ')
      sums.set(key, (sums.get(key) ?? 0) + added)
      return sums.get(key) ?? 0
    }
    const processes = [openLimited(share), openLimited(share), openLimited(share)]
    const readAll = async (address: string) => {
      let admitted = 0
      for (let n = 0; n < 100; n++) {
        for (const { read } of processes) if (read(address)) admitted += 1
        await Promise.resolve()
      }
      return admitted
    }
    const together = await readAll('203.0.113.9')
    expect(together).toBeGreaterThanOrEqual(30)
    expect(together).toBeLessThanOrEqual(39)
    isAway = true
    expect(await readAll('203.0.113.10')).toBe(90)
  })

  test('are not counted when they are our own, made while a page is rendered', async () => {
    const { ask } = openLimited()
    expect((await ask('GET', 40, IN_PROCESS)).statusCode).toBe(200)
  })
})

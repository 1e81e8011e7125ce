import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiRefused, apiFetch, get, send } from './api.ts'

/** What the page asks the API, and what it is answered. */
let asked: { path: string; method: string; headers: Headers; body: unknown }[]
let answer: () => Response

const fakeFetch = async (path: RequestInfo | URL, init: RequestInit = {}) => {
  const { method = 'GET', headers, body } = init
  asked.push({ path: String(path), method, headers: new Headers(headers), body })
  return answer()
}

beforeEach(() => {
  asked = []
  answer = () => Response.json({ events: [] })
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const inBrowser = new RouterContextProvider()
const slotTaken = {
  error: 'Sorry, that time has just been taken. Please choose another.',
  code: 'slot_taken',
  slots: { '2027-01-16': { availableTimeSlots: ['10:20'] } },
}

describe('reading', () => {
  test('leaves out what was not asked', async () => {
    const query = { for: 'COMMUNITY,CORPORATE', location: '', date: undefined }
    await get(inBrowser, 'GET /api/events', { query })
    expect(asked[0]?.path).toBe('/api/events?for=COMMUNITY%2CCORPORATE')
  })

  test('writes what stands in the address so that it stays one part of it', async () => {
    await get(inBrowser, 'GET /api/events/:id', { params: { id: '7/slots?x' } })
    expect(asked[0]?.path).toBe('/api/events/7%2Fslots%3Fx')
  })

  test('on the server goes to the fetch that the server hands over', async () => {
    const onServer = new RouterContextProvider()
    onServer.set(apiFetch, async (path) => Response.json({ events: [path] }))
    expect(await get(onServer, 'GET /api/events')).toEqual({ events: ['/api/events'] })
    expect(asked).toEqual([])
  })

  test('of what does not exist becomes, on the server, the status of the page', async () => {
    vi.stubEnv('SSR', true)
    answer = () => Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 })
    const reading = get(inBrowser, 'GET /api/events/:id', { params: { id: 9 } })
    await expect(reading).rejects.toMatchObject({
      type: 'DataWithResponseInit',
      init: { status: 404 },
    })
  })
})

describe('writing', () => {
  test('sends JSON, and the key by which a repeat is known', async () => {
    answer = () => Response.json({ hold_id: 'h' }, { status: 201 })
    const body = { slot: '10:00' }
    await send('POST /api/events/:id/holds', { params: { id: 7 }, body, idempotencyKey: 'once' })
    expect(asked[0]).toMatchObject({
      path: '/api/events/7/holds',
      method: 'POST',
      body: '{"slot":"10:00"}',
    })
    expect(asked[0]?.headers.get('content-type')).toBe('application/json')
    expect(asked[0]?.headers.get('idempotency-key')).toBe('once')
  })

  test('without a body claims none, and may be answered with nothing', async () => {
    answer = () => new Response(null, { status: 204 })
    expect(await send('DELETE /api/holds/:id', { params: { id: 'h' } })).toBeNull()
    expect(asked[0]?.headers.has('content-type')).toBe(false)
  })

  test('that is refused throws the reason, its sentence and what comes beside it', async () => {
    answer = () => Response.json(slotTaken, { status: 409 })
    const refused = await send('POST /api/events/:id/holds', {
      params: { id: 7 },
      body: { slot: '10:00' },
    }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiRefused)
    expect(refused).toMatchObject({
      status: 409,
      code: 'slot_taken',
      message: slotTaken.error,
      body: slotTaken,
    })
  })

  test('that meets a proxy which answers in HTML is told as unexpected', async () => {
    const headers = { 'content-type': 'text/html' }
    answer = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers })
    await expect(send('DELETE /api/holds/:id', { params: { id: 'h' } })).rejects.toMatchObject({
      status: 502,
      code: 'unexpected',
      message: 'An unexpected error occurred. Please try again later.',
    })
  })
})

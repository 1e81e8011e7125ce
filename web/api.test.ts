import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, apiFetch, get, send } from './api.ts'
import { renewSession } from './auth-client.ts'

vi.mock('./auth-client.ts', () => ({ renewSession: vi.fn() }))
const renewal = vi.mocked(renewSession)

let requests: { path: string; method: string; headers: Headers; body: unknown }[]
let respond: () => Response

const fakeFetch = async (path: RequestInfo | URL, init: RequestInit = {}) => {
  const { method = 'GET', headers, body } = init
  requests.push({ path: String(path), method, headers: new Headers(headers), body })
  return respond()
}

beforeEach(() => {
  requests = []
  renewal.mockReset()
  vi.stubGlobal('document', { cookie: '' })
  respond = () => Response.json({ events: [] })
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
  test('leaves out empty query parameters', async () => {
    const query = { for: 'COMMUNITY,CORPORATE', location: '', date: undefined }
    await get(inBrowser, 'GET /api/events', { query })
    expect(requests[0]?.path).toBe('/api/events?for=COMMUNITY%2CCORPORATE')
  })

  test('encodes path parameters', async () => {
    await get(inBrowser, 'GET /api/events/:id', { params: { id: '7/slots?x' } })
    expect(requests[0]?.path).toBe('/api/events/7%2Fslots%3Fx')
  })

  test('uses the server’s fetch on the server', async () => {
    const onServer = new RouterContextProvider()
    onServer.set(apiFetch, async (path) => Response.json({ events: [path] }))
    expect(await get(onServer, 'GET /api/events')).toEqual({ events: ['/api/events'] })
    expect(requests).toEqual([])
  })

  test('turns a refusal on the server into the status of the page', async () => {
    vi.stubEnv('SSR', true)
    respond = () => Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 })
    const reading = get(inBrowser, 'GET /api/events/:id', { params: { id: 9 } })
    await expect(reading).rejects.toMatchObject({
      type: 'DataWithResponseInit',
      init: { status: 404 },
    })
  })
})

describe('writing', () => {
  test('sends JSON and the idempotency key', async () => {
    respond = () => Response.json({ hold_id: 'h' }, { status: 201 })
    const body = { slot: '10:00' }
    await send('POST /api/events/:id/holds', { params: { id: 7 }, body, idempotencyKey: 'once' })
    expect(requests[0]).toMatchObject({
      path: '/api/events/7/holds',
      method: 'POST',
      body: '{"slot":"10:00"}',
    })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(requests[0]?.headers.get('idempotency-key')).toBe('once')
  })

  test('without a body sends no content type, and accepts 204', async () => {
    respond = () => new Response(null, { status: 204 })
    expect(await send('DELETE /api/holds/:id', { params: { id: 'h' } })).toBeNull()
    expect(requests[0]?.headers.has('content-type')).toBe(false)
  })

  test('throws the reason, sentence and body of a refusal', async () => {
    respond = () => Response.json(slotTaken, { status: 409 })
    const refused = await send('POST /api/events/:id/holds', {
      params: { id: 7 },
      body: { slot: '10:00' },
    }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      status: 409,
      code: 'slot_taken',
      message: slotTaken.error,
      body: slotTaken,
    })
  })

  test('reads Retry-After in seconds', async () => {
    const refusedWith = (value: string) => {
      const headers = { 'content-type': 'application/json', 'retry-after': value }
      respond = () => new Response('{"error":"x","code":"busy"}', { status: 503, headers })
      return send('DELETE /api/holds/:id', { params: { id: 'h' } }).catch((error: unknown) => error)
    }
    expect(await refusedWith('45')).toMatchObject({ code: 'busy', retryAfter: 45 })
    expect(await refusedWith('Fri, 15 Jan 2027 10:00:00 GMT')).toMatchObject({ retryAfter: null })
  })

  test('reports an HTML response of a proxy as unexpected', async () => {
    const headers = { 'content-type': 'text/html' }
    respond = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers })
    await expect(send('DELETE /api/holds/:id', { params: { id: 'h' } })).rejects.toMatchObject({
      status: 502,
      code: 'unexpected',
      message: 'An unexpected error occurred. Please try again later.',
    })
  })
})

describe('a session whose access cookie has expired', () => {
  const refused = () =>
    Response.json({ error: 'Unauthorized', code: 'sign_in_required' }, { status: 401 })
  const repeat = { params: { id: 7 }, body: { slot: '10:00' }, idempotencyKey: 'once' }
  const hold = () => send('POST /api/events/:id/holds', repeat)

  function setUp(canRenew = true) {
    let isFresh = false
    vi.stubGlobal('document', { cookie: 'signed_in=1' })
    respond = () => (isFresh ? Response.json({ hold_id: 'h' }, { status: 201 }) : refused())
    renewal.mockImplementation(async () => {
      isFresh = canRenew
      return canRenew
    })
  }

  test('is renewed, and the call is repeated unchanged', async () => {
    setUp()
    expect(await hold()).toEqual({ hold_id: 'h' })
    expect(requests).toHaveLength(2)
    expect(requests[1]).toEqual(requests[0])
  })

  test('is renewed once for all waiting calls', async () => {
    setUp()
    await Promise.all([hold(), hold(), get(inBrowser, 'GET /api/events')])
    expect(renewal).toHaveBeenCalledTimes(1)
    expect(requests).toHaveLength(6)
  })

  test('is not renewed again for a late response', async () => {
    setUp()
    let answerLate = (_response: Response) => {}
    const late = new Promise<Response>((resolve) => {
      answerLate = resolve
    })
    vi.stubGlobal(
      'fetch',
      vi.fn(fakeFetch).mockImplementationOnce(() => late),
    )
    const slow = hold()
    await hold()
    answerLate(refused())
    expect(await slow).toEqual({ hold_id: 'h' })
    expect(renewal).toHaveBeenCalledTimes(1)
  })

  test('that cannot be renewed is an error, and the next call tries again', async () => {
    setUp(false)
    await expect(hold()).rejects.toMatchObject({ status: 401, code: 'sign_in_required' })
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(2)
    expect(renewal).toHaveBeenCalledTimes(2)
  })

  test('that is refused after renewal is not retried again', async () => {
    setUp()
    respond = refused
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(2)
  })

  test('is not treated as over when the renewal fails', async () => {
    setUp()
    renewal.mockRejectedValue(new Error('503'))
    await expect(hold()).rejects.toThrow('503')
  })

  test('is not renewed for a visitor or on the server', async () => {
    setUp()
    vi.stubGlobal('document', { cookie: '' })
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    vi.stubGlobal('document', undefined)
    vi.stubEnv('SSR', true)
    await expect(get(inBrowser, 'GET /api/events')).rejects.toMatchObject({ init: { status: 401 } })
    expect(renewal).not.toHaveBeenCalled()
  })
})

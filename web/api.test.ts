import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, apiFetch, get, send } from './api.ts'
import { renewSession } from './auth-client.ts'

vi.mock('./auth-client.ts', () => ({ renewSession: vi.fn() }))
const renewal = vi.mocked(renewSession)

let asked: { path: string; method: string; headers: Headers; body: unknown }[]
let answer: () => Response

const fakeFetch = async (path: RequestInfo | URL, init: RequestInit = {}) => {
  const { method = 'GET', headers, body } = init
  asked.push({ path: String(path), method, headers: new Headers(headers), body })
  return answer()
}

beforeEach(() => {
  asked = []
  renewal.mockReset()
  vi.stubGlobal('document', { cookie: '' })
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
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      status: 409,
      code: 'slot_taken',
      message: slotTaken.error,
      body: slotTaken,
    })
  })

  test('that is refused for a while says how long, when the server does', async () => {
    const refusedWith = (value: string) => {
      const headers = { 'content-type': 'application/json', 'retry-after': value }
      answer = () => new Response('{"error":"x","code":"busy"}', { status: 503, headers })
      return send('DELETE /api/holds/:id', { params: { id: 'h' } }).catch((error: unknown) => error)
    }
    expect(await refusedWith('45')).toMatchObject({ code: 'busy', retryAfter: 45 })
    expect(await refusedWith('Fri, 15 Jan 2027 10:00:00 GMT')).toMatchObject({ retryAfter: null })
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

describe('a session whose access cookie is over', () => {
  const refused = () =>
    Response.json({ error: 'Unauthorized', code: 'sign_in_required' }, { status: 401 })
  const repeat = { params: { id: 7 }, body: { slot: '10:00' }, idempotencyKey: 'once' }
  const hold = () => send('POST /api/events/:id/holds', repeat)

  function wake(isAlive = true) {
    let isFresh = false
    vi.stubGlobal('document', { cookie: 'signed_in=1' })
    answer = () => (isFresh ? Response.json({ hold_id: 'h' }, { status: 201 }) : refused())
    renewal.mockImplementation(async () => {
      isFresh = isAlive
      return isAlive
    })
  }

  test('is renewed in silence and the call repeated as it was', async () => {
    wake()
    expect(await hold()).toEqual({ hold_id: 'h' })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
  })

  test('is renewed once for all the calls that wait for it', async () => {
    wake()
    await Promise.all([hold(), hold(), get(inBrowser, 'GET /api/events')])
    expect(renewal).toHaveBeenCalledTimes(1)
    expect(asked).toHaveLength(6)
  })

  test('is not renewed again for an answer that comes late', async () => {
    wake()
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

  test('and that is over itself reaches the screen, and is asked for anew the next time', async () => {
    wake(false)
    await expect(hold()).rejects.toMatchObject({ status: 401, code: 'sign_in_required' })
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(2)
    expect(renewal).toHaveBeenCalledTimes(2)
  })

  test('and that is refused even when renewed is asked no third time', async () => {
    wake()
    answer = refused
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(2)
  })

  test('is not called over while nobody can tell', async () => {
    wake()
    renewal.mockRejectedValue(new Error('503'))
    await expect(hold()).rejects.toThrow('503')
  })

  test('is nothing that a visitor without one, or the server, would renew', async () => {
    wake()
    vi.stubGlobal('document', { cookie: '' })
    await expect(hold()).rejects.toMatchObject({ status: 401 })
    vi.stubGlobal('document', undefined)
    vi.stubEnv('SSR', true)
    await expect(get(inBrowser, 'GET /api/events')).rejects.toMatchObject({ init: { status: 401 } })
    expect(renewal).not.toHaveBeenCalled()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXAMPLE_ANSWERS } from '../../test/app/example-consent.ts'
import { createBooker } from './book.ts'

beforeEach(() => {
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const booking = { eventId: 3, eventDate: '2027-01-16', appointmentStartTime: '11:20' }
const consent = { ...EXAMPLE_ANSWERS, eventId: 3, psaTestDate: '2027-01-16' }

/** An Error stands for a response that never arrives. */
function stubApi(...answers: (Error | [status: number, body: object])[]) {
  const requests: { path: string; key: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, key: new Headers(init.headers).get('idempotency-key') })
    const answer = answers.shift()
    if (answer instanceof Error || !answer) throw answer
    return Response.json(answer[1], { status: answer[0] })
  })
  return requests
}

describe('a repeated booking', () => {
  it('has the same idempotency key when the response did not arrive', async () => {
    const requests = stubApi(new TypeError('Failed to fetch'), [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toThrow('Failed to fetch')
    await booker.book(booking)
    expect(requests[0]?.key).toBeTruthy()
    expect(requests[1]?.key).toBe(requests[0]?.key)
  })

  it('has a new key after a refusal', async () => {
    const requests = stubApi([409, { code: 'slot_taken' }], [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toMatchObject({ code: 'slot_taken' })
    await booker.book(booking)
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
  })

  it('has a new key for another time', async () => {
    const requests = stubApi(new TypeError('Failed to fetch'), [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toThrow('Failed to fetch')
    await booker.book({ ...booking, appointmentStartTime: '11:40' })
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
  })
})

describe('a repeated consent', () => {
  it('is sent once while nothing in it has changed', async () => {
    const requests = stubApi([201, {}], [201, {}])
    const booker = createBooker()
    await booker.giveConsent(consent)
    await booker.giveConsent(consent)
    await booker.giveConsent({ ...consent, gpSharing: true })
    expect(requests).toHaveLength(2)
  })

  it('is sent again after it failed', async () => {
    const requests = stubApi([500, {}], [201, {}])
    const booker = createBooker()
    await expect(booker.giveConsent(consent)).rejects.toMatchObject({ status: 500 })
    await booker.giveConsent(consent)
    expect(requests).toHaveLength(2)
  })
})

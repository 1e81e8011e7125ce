import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBooker } from './book.ts'

// In a browser, `get` and `send` throw ApiError itself, not a Response.
beforeEach(() => {
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const booking = { eventId: 3, eventDate: '2027-01-16', appointmentStartTime: '11:20' }
const consent = {
  eventId: 3,
  psaTestDate: '2027-01-16',
  numberOfPsaTest: 1,
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  familyHistoryBreastOvarianCancer: 'No',
  familyMemberWithOvarianCancer: [],
  medicationHistory: 'None',
  terms: true,
  sampleConsent: true,
  gpSharing: false,
  disclaimer: true,
} as const satisfies Parameters<ReturnType<typeof createBooker>['giveConsent']>[0]

/** Stubs fetch with these responses in order; an Error is a lost response. */
function apiAnswers(...answers: (Error | [status: number, body: object])[]) {
  const asked: { path: string; key: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, key: new Headers(init.headers).get('idempotency-key') })
    const answer = answers.shift()
    if (answer instanceof Error || !answer) throw answer
    return Response.json(answer[1], { status: answer[0] })
  })
  return asked
}

describe('a booking that is tried again', () => {
  it('keeps its key when the answer was lost, so that it cannot become two', async () => {
    const asked = apiAnswers(new TypeError('Failed to fetch'), [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toThrow('Failed to fetch')
    await booker.book(booking)
    expect(asked[0]?.key).toBeTruthy()
    expect(asked[1]?.key).toBe(asked[0]?.key)
  })

  it('is a new question after a refusal', async () => {
    const asked = apiAnswers([409, { code: 'slot_taken' }], [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toMatchObject({ code: 'slot_taken' })
    await booker.book(booking)
    expect(asked[1]?.key).not.toBe(asked[0]?.key)
  })

  it('is a new question for another time', async () => {
    const asked = apiAnswers(new TypeError('Failed to fetch'), [201, { appointment: {} }])
    const booker = createBooker()
    await expect(booker.book(booking)).rejects.toThrow('Failed to fetch')
    await booker.book({ ...booking, appointmentStartTime: '11:40' })
    expect(asked[1]?.key).not.toBe(asked[0]?.key)
  })
})

describe('a consent that is given again', () => {
  it('is sent once while nothing in it has changed', async () => {
    const asked = apiAnswers([201, {}], [201, {}])
    const booker = createBooker()
    await booker.giveConsent(consent)
    await booker.giveConsent(consent)
    await booker.giveConsent({ ...consent, gpSharing: true })
    expect(asked).toHaveLength(2)
  })

  it('is sent again after it failed', async () => {
    const asked = apiAnswers([500, {}], [201, {}])
    const booker = createBooker()
    await expect(booker.giveConsent(consent)).rejects.toMatchObject({ status: 500 })
    await booker.giveConsent(consent)
    expect(asked).toHaveLength(2)
  })
})

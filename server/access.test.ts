// Who may call what: every route under /api is named here, as open to anyone or as a member's own.
// A member's own answers nobody with 401 and another member as if there were nothing: 404.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from './test-app.ts'

let site: TestApp
let owner: TestMember
let other: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  owner = await site.member()
  other = await site.member()
  event = await site.event()
  await site.consent(owner, event)
})

const open = [
  'GET /api/events',
  'GET /api/events/{id}',
  'GET /api/events/{id}/slots',
  'POST /api/events/{id}/check-access-code',
  'POST /api/logs/error',
]

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; body?: object }

/** How the owner calls each route with what is his; what a stranger calls is the very same. */
const membersOwn: Record<string, () => Call | Promise<Call>> = {
  'DELETE /api/holds/{id}': async () => {
    const url = `/api/events/${event.event_id}/holds`
    const { body } = await site.ask('POST', url, { as: owner, body: { slot: '10:00' } })
    return { method: 'DELETE', url: `/api/holds/${body.hold_id}` }
  },
  'POST /api/appointments': () => ({
    method: 'POST',
    url: '/api/appointments',
    body: { ...booking(), profileId: owner.id },
  }),
  'GET /api/appointments/upcoming-appointments/user/{id}': () => ({
    method: 'GET',
    url: `/api/appointments/upcoming-appointments/user/${owner.id}`,
  }),
  'GET /api/medical/results/{id}': () => ({
    method: 'GET',
    url: `/api/medical/results/${owner.id}`,
  }),
  'PUT /api/auth/profile': () => ({
    method: 'PUT',
    url: `/api/auth/profile?email=${owner.email}`,
    body: { first_name: 'John' },
  }),
  'PUT /api/appointments/{id}/cancel': async () => {
    const { body } = await site.ask('POST', '/api/appointments', { as: owner, body: booking() })
    return { method: 'PUT', url: `/api/appointments/${body.appointment.appointment_id}/cancel` }
  },
  'PUT /api/appointments/{id}/update': async () => {
    const { body } = await site.ask('POST', '/api/appointments', { as: owner, body: booking() })
    const url = `/api/appointments/${body.appointment.appointment_id}/update`
    return { method: 'PUT', url, body: { appt_time: '11:00' } }
  },
  'POST /api/medical/consent': () => ({
    method: 'POST',
    url: '/api/medical/consent',
    body: {
      profileId: owner.id,
      eventId: event.event_id,
      psaTestDate: event.event_date,
      numberOfPsaTest: 1,
      familyHistoryProstateCancer: 'No',
      familyMemberWithProstateCancer: [],
      familyHistoryBreastOvarianCancer: 'No',
      familyMemberWithOvarianCancer: [],
      medicationHistory: 'None',
      terms: true,
      sampleConsent: true,
      gpSharing: true,
      disclaimer: true,
    },
  }),
}

/** Routes that act for whoever is signed in and name nobody else. */
const signedIn: Record<string, () => Call> = {
  'POST /api/events/{id}/holds': () => ({
    method: 'POST',
    url: `/api/events/${event.event_id}/holds`,
    body: { slot: '10:00' },
  }),
  'GET /api/auth/profile': () => ({ method: 'GET', url: '/api/auth/profile' }),
  'POST /api/auth/profile': () => ({ method: 'POST', url: '/api/auth/profile', body: {} }),
}

test('every route of the product API is in one of the lists', () => {
  const { paths = {} } = site.app.swagger()
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const listed = [...open, ...Object.keys(membersOwn), ...Object.keys(signedIn)]
  expect(routes.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(listed.sort())
})

describe.each(Object.entries(membersOwn))('%s', (_, prepare) => {
  test('serves its owner until he signs out, and nobody else', async () => {
    const { method, url, body } = await prepare()
    const asked = { ...(body && { body }) }
    const before = await site.stored()
    expect((await site.ask(method, url, asked)).status).toBe(401)
    expect(await site.ask(method, url, { ...asked, as: other })).toMatchObject({
      status: 404,
      body: { error: 'Not found', code: 'not_found' },
    })
    expect(await site.stored()).toEqual(before)
    const { status } = await site.ask(method, url, { ...asked, as: owner })
    expect(status).toBeLessThan(300)
    site.signOut(owner.userId)
    expect((await site.ask(method, url, { ...asked, as: owner })).status).toBe(401)
  })
})

describe.each(Object.entries(signedIn))('%s', (_, prepare) => {
  test('is refused to a visitor, to a token that is not ours, and after sign-out', async () => {
    const { method, url, body } = prepare()
    const asked = { ...(body && { body }) }
    const before = await site.stored()
    const [head, , tail] = owner.cookie.split('.')
    const forged = { cookie: [head, btoa('{"role":"authenticated"}'), tail].join('.') }
    expect((await site.ask(method, url, asked)).status).toBe(401)
    expect((await site.ask(method, url, { ...asked, as: forged })).status).toBe(401)
    site.signOut(owner.userId)
    expect((await site.ask(method, url, { ...asked, as: owner })).status).toBe(401)
    expect(await site.stored()).toEqual(before)
  })
})

function booking() {
  return { eventId: event.event_id, appointmentStartTime: '10:20' }
}

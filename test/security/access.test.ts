// Access rules of every route under /api, named here as open or as a member's own. A member's
// own answers 401 to a visitor and 404 to another member, and nobody else's response contains
// the owner's data.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { newsletters } from '../../server/platform/db/schema.ts'
import { canariesOf, canaryMember } from '../app/canaries.ts'
import { type CardShop, cartFor, openCardShop } from '../app/card-shop.ts'
import { consentFormFor } from '../app/consent-form.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'

let shop: CardShop
let site: TestApp
let owner: TestMember
let other: TestMember
let event: CharityEvent
let paidEvent: CharityEvent
beforeAll(async () => {
  shop = await openCardShop()
  // Webhooks are held back, so that only these requests write.
  await shop.holdEvents()
  site = shop.site
})
afterAll(() => shop.close())
beforeEach(async () => {
  owner = await canaryMember(site)
  other = await site.member()
  event = await site.event()
  paidEvent = await site.event({ paymentRequired: true, pricePence: 2500 })
  await site.consent(owner, event)
  await site.consent(owner, paidEvent)
})

const open = [
  'GET /api/events',
  'GET /api/events/map',
  'GET /api/events/near',
  'GET /api/events/{id}',
  'GET /api/events/{id}/slots',
  'GET /api/figures',
  'GET /api/newsletters',
  'GET /api/newsletters/{id}',
  'POST /api/events/{id}/check-access-code',
  'POST /api/events/{id}/visitor-holds',
  'POST /api/events/{id}/visitor-holds/keep',
  'POST /api/host',
  'POST /api/host/poster',
  'POST /api/auth/confirmation',
  'POST /api/auth/confirmation/address',
  'POST /api/auth/confirmation/discard',
  'POST /api/auth/confirmation/password',
  'POST /api/claim-link',
  'POST /api/claim-link/answer',
  'POST /api/follow-up',
  'POST /api/follow-up/answer',
  'POST /api/invitation',
  'POST /api/invitation/place',
  'POST /api/invitation/refusal',
  'POST /api/link-owner',
  'POST /api/logs/error',
  'POST /api/logs/policy',
  'POST /api/medical/consent-by-link',
  'POST /api/medical/consent-link',
  'POST /api/payments/link',
  'POST /api/payments/link/capture',
  'POST /api/payments/link/orders',
  'POST /api/payments/link/payment',
  'POST /api/payments/webhook',
  'POST /api/preparation',
  'POST /api/preparation/answers',
  'POST /api/preparation/cancel',
  'POST /api/preparation/move',
  'POST /api/subscriptions',
]

const ERASURE = '/api/my-data/erasure-request'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; body?: object }

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
  'GET /api/appointments/past-appointments/user/{id}': () => ({
    method: 'GET',
    url: `/api/appointments/past-appointments/user/${owner.id}`,
  }),
  'GET /api/medical/results/{id}': () => ({
    method: 'GET',
    url: `/api/medical/results/${owner.id}`,
  }),
  'GET /api/medical/results/{id}/{result}': async () => {
    const list = `/api/medical/results/${owner.id}`
    const { body } = await site.ask('GET', list, { as: owner })
    return { method: 'GET', url: `${list}/${body.data[0].result.result_id}` }
  },
  'GET /api/medical/results/{id}/{result}/letter': async () => {
    const list = `/api/medical/results/${owner.id}`
    const { body } = await site.ask('GET', list, { as: owner })
    return { method: 'GET', url: `${list}/${body.data[0].result.result_id}/letter` }
  },
  'PUT /api/medical/results/{id}/{result}/gp-appointment': async () => {
    const list = `/api/medical/results/${owner.id}`
    const { body } = await site.ask('GET', list, { as: owner })
    const { result_id, sample_date } = body.data[0].result
    return {
      method: 'PUT',
      url: `${list}/${result_id}/gp-appointment`,
      body: { day: sample_date },
    }
  },
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
  'PUT /api/appointments/{id}/move-to-event': async () => {
    const { body } = await site.ask('POST', '/api/appointments', { as: owner, body: booking() })
    const other = await site.event()
    return {
      method: 'PUT',
      url: `/api/appointments/${body.appointment.appointment_id}/move-to-event`,
      body: {
        event_id: other.event_id,
        date: other.event_date,
        time: '11:00',
        consent_confirmed: true,
      },
    }
  },
  'POST /api/medical/consent': () => ({
    method: 'POST',
    url: '/api/medical/consent',
    body: { profileId: owner.id, ...consentFormFor(event) },
  }),
  'POST /api/events/{id}/consent-withdrawal': () => ({
    method: 'POST',
    url: `/api/events/${event.event_id}/consent-withdrawal`,
  }),
  'GET /api/payments/orders/{id}': async () => ({
    method: 'GET',
    url: `/api/payments/orders/${await approvedOrder()}`,
  }),
  'POST /api/payments/orders/{id}/capture': async () => ({
    method: 'POST',
    url: `/api/payments/orders/${await approvedOrder()}/capture`,
    body: {},
  }),
  'POST /api/payments/transactions': async () => ({
    method: 'POST',
    url: '/api/payments/transactions',
    body: { data: { payment_reference: await approvedOrder(), status: 'COMPLETED' } },
  }),
  'GET /api/receipts/{id}': async () => ({
    method: 'GET',
    url: `/api/receipts/${await ownReceipt()}`,
  }),
  // Last: a member with an appointment cannot begin a payment.
  'GET /api/appointments/{id}/calendar.ics': async () => ({
    method: 'GET',
    url: `/api/appointments/${await ownAppointment()}/calendar.ics`,
  }),
  'GET /api/appointments/{id}/code.png': async () => ({
    method: 'GET',
    url: `/api/appointments/${await ownAppointment()}/code.png`,
  }),
}

/** Paid, unless the owner has one. */
async function ownReceipt(): Promise<string> {
  const list = async () => (await site.ask('GET', '/api/receipts', { as: owner })).body.receipts
  const [known] = await list()
  if (known) return known.payment_id
  const capture = `/api/payments/orders/${await approvedOrder()}/capture`
  await site.ask('POST', capture, { as: owner, body: {} })
  const [paid] = await list()
  return paid.payment_id
}

/** Booked, unless the owner has one. */
async function ownAppointment(): Promise<number> {
  const list = `/api/appointments/upcoming-appointments/user/${owner.id}`
  const upcoming = await site.ask('GET', list, { as: owner })
  const [known] = upcoming.body.appointments
  if (known) return known.appointment_id
  const { body } = await site.ask('POST', '/api/appointments', { as: owner, body: booking() })
  return body.appointment.appointment_id
}

const listUrl = () => `/api/events/${event.event_id}/waiting-list`

/** Routes that act for the signed-in member and name nobody else. */
const signedIn: Record<string, () => Call> = {
  'POST /api/events/{id}/holds': () => ({
    method: 'POST',
    url: `/api/events/${event.event_id}/holds`,
    body: { slot: '10:00' },
  }),
  'POST /api/events/{id}/holds/claim': () => ({
    method: 'POST',
    url: `/api/events/${event.event_id}/holds/claim`,
    body: { slot: '10:00' },
  }),
  'POST /api/payments/orders': () => ({
    method: 'POST',
    url: '/api/payments/orders',
    body: cartFor(paidEvent, '10:00'),
  }),
  'GET /api/auth/profile': () => ({ method: 'GET', url: '/api/auth/profile' }),
  'POST /api/auth/profile': () => ({ method: 'POST', url: '/api/auth/profile', body: {} }),
  'GET /api/waiting-list': () => ({ method: 'GET', url: '/api/waiting-list' }),
  'GET /api/events/{id}/waiting-list': () => ({ method: 'GET', url: listUrl() }),
  'POST /api/events/{id}/waiting-list': () => ({ method: 'POST', url: listUrl() }),
  'DELETE /api/events/{id}/waiting-list': () => ({ method: 'DELETE', url: listUrl() }),
  'GET /api/payments/under-way': () => ({ method: 'GET', url: '/api/payments/under-way' }),
  'GET /api/receipts': () => ({ method: 'GET', url: '/api/receipts' }),
  'GET /api/recall': () => ({ method: 'GET', url: '/api/recall' }),
  'PUT /api/recall': () => ({ method: 'PUT', url: '/api/recall', body: { answer: null } }),
  'GET /api/record-claims': () => ({ method: 'GET', url: '/api/record-claims' }),
  'POST /api/record-claims/tube': () => ({
    method: 'POST',
    url: '/api/record-claims/tube',
    body: { tube_code: 'CHP 0000 0015' },
  }),
  'POST /api/record-claims': () => ({
    method: 'POST',
    url: '/api/record-claims',
    body: { code: 'HJK3-479W-XY6V', date_of_birth: '1955-02-03' },
  }),
  'GET /api/medical/consents': () => ({ method: 'GET', url: '/api/medical/consents' }),
  'GET /api/my-phone': () => ({ method: 'GET', url: '/api/my-phone' }),
  'POST /api/my-phone/codes': () => ({ method: 'POST', url: '/api/my-phone/codes' }),
  'POST /api/my-phone/confirmations': () => ({
    method: 'POST',
    url: '/api/my-phone/confirmations',
    body: { code: '123456' },
  }),
  'POST /api/new-device/code': () => ({ method: 'POST', url: '/api/new-device/code' }),
  'POST /api/new-device': () => ({
    method: 'POST',
    url: '/api/new-device',
    body: { code: '123456' },
  }),
  'GET /api/my-data': () => ({ method: 'GET', url: '/api/my-data' }),
  'GET /api/my-data/pdf': () => ({ method: 'GET', url: '/api/my-data/pdf' }),
  'GET /api/my-data/result-views': () => ({ method: 'GET', url: '/api/my-data/result-views' }),
  'GET /api/my-data/sign-ins': () => ({ method: 'GET', url: '/api/my-data/sign-ins' }),
  'GET /api/my-data/erasure-request': () => ({ method: 'GET', url: ERASURE }),
  'POST /api/my-data/erasure-request': () => ({ method: 'POST', url: ERASURE }),
  'DELETE /api/my-data/erasure-request': () => ({ method: 'DELETE', url: ERASURE }),
}

/** test/security/office-permissions.test.ts walks the office's routes by itself. */
const isOffice = (route: string) => route.includes(' /api/office/')

test('every route of the product API is in one of the lists', () => {
  const { paths = {} } = site.app.swagger()
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const listed = [...open, ...Object.keys(membersOwn), ...Object.keys(signedIn)]
  expect(routes.filter((route) => !route.startsWith('HEAD ') && !isOffice(route)).sort()).toEqual(
    listed.sort(),
  )
})

type Asker = { cookie: string } | undefined

/** Everybody but the owner, each with the status that an owner's route must answer. */
async function strangers(): Promise<[who: string, as: Asker, status: number][]> {
  const gone = await site.member()
  site.signOut(gone.userId)
  return [
    ['nobody', undefined, 401],
    ['a forged token of the owner', forged(owner.cookie), 401],
    ['another member whose session was ended', gone, 401],
    ['another member', other, 404],
    ['an account without a profile', { cookie: await site.signIn() }, 404],
  ]
}

describe.each(Object.entries(membersOwn))('%s', (_, prepare) => {
  test('serves its owner until the sign-out, and nobody else', async () => {
    const call = await prepare()
    const others = await strangers()
    const before = await site.stored()
    for (const [who, as, status] of others) {
      const answer = await walk(call, as)
      expect([who, answer.status]).toEqual([who, status])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(leaksIn(answer)).toEqual([])
    }
    expect(await site.stored()).toEqual(before)
    const own = await walk(call, owner)
    expect(own.status).toBeLessThan(300)
    expect(own.headers['cache-control']).toBe('no-store')
    site.signOut(owner.userId)
    const ended = await walk(call, owner)
    expect([ended.status, leaksIn(ended)]).toEqual([401, []])
  })

  test('trap 41: answers for another member’s id byte for byte as for one that does not exist', async () => {
    const call = await prepare()
    const theirs = await walk(call, other)
    const none = await walk(likeNone(call), other)
    expect(theirs.body).toBe('{"error":"Not found","code":"not_found"}')
    expect(theirs).toEqual(none)
  })
})

describe.each(Object.entries(signedIn))('%s', (_, prepare) => {
  test('is refused to a visitor, to a token that is not ours, and after sign-out', async () => {
    const call = prepare()
    const before = await site.stored()
    expect((await walk(call, undefined)).status).toBe(401)
    expect((await walk(call, forged(owner.cookie))).status).toBe(401)
    site.signOut(owner.userId)
    expect((await walk(call, owner)).status).toBe(401)
    expect(await site.stored()).toEqual(before)
  })

  test('reveals nothing about members to each other', async () => {
    for (const [, as] of await strangers()) {
      const answer = await walk(prepare(), as)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(leaksIn(answer)).toEqual([])
    }
  })
})

describe.each(open)('%s', (route) => {
  test('reveals nothing about the members to others', async () => {
    await site.ask('POST', '/api/appointments', { as: owner, body: booking() })
    const hold = { as: owner, body: { slot: '10:00' } }
    await site.ask('POST', `/api/events/${event.event_id}/holds`, hold)
    const [method = '', url = ''] = route.replace('{id}', String(event.event_id)).split(' ')
    const call = { method: method === 'GET' ? 'GET' : 'POST', url } satisfies Call
    const answers = [await walk(call, undefined)]
    for (const [, as] of await strangers()) answers.push(await walk(call, as))
    for (const answer of answers) {
      expect([answer.status, leaksIn(answer)]).toEqual([answers[0]?.status, []])
    }
  })
})

test('the values searched for in others’ responses are in the owner’s own', async () => {
  const calls = [signedIn['GET /api/auth/profile'], membersOwn['GET /api/medical/results/{id}']]
  const answers = await Promise.all(calls.map(async (call) => call && walk(await call(), owner)))
  const found = answers.flatMap((answer) => (answer ? leaksIn(answer) : []))
  expect(found.sort()).toEqual(canariesOf(owner).sort())
})

/** The id of one that the website shows. */
async function addNewsletter(): Promise<number> {
  const row = { subject: 's', body: 'b', audience: 'everybody', state: 'stopped' } as const
  const [added] = await site.deps.database.db
    .insert(newsletters)
    .values({ ...row, isShown: true, beginsAt: new Date(0), changedBy: 1, changedAt: new Date(0) })
    .returning()
  return added?.id ?? 0
}

test('trap 50: reading writes nothing, except the access log of results', async () => {
  const own = Object.entries({ ...membersOwn, ...signedIn })
  const gets: Call[] = []
  for (const [route, prepare] of own) if (route.startsWith('GET ')) gets.push(await prepare())
  const newsletter = await addNewsletter()
  for (const route of open.filter((one) => one.startsWith('GET '))) {
    const id = route.includes('newsletters') ? newsletter : event.event_id
    gets.push({ method: 'GET', url: route.slice(4).replace('{id}', String(id)) })
  }
  expect(gets.length).toBeGreaterThanOrEqual(6)
  for (const call of gets) {
    const before = await site.stored()
    const { status } = await walk(call, owner)
    const after = await site.stored()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    // A view is logged once an hour and result: the tests of the log count its rows.
    // Copies of one's data are counted over all processes.
    const mayLog = /\/medical\/results\/|\/my-data(\/pdf)?$/.test(call.url)
      ? ['public.access_log']
      : []
    const counts = /\/my-data(\/pdf)?$/.test(call.url) ? ['public.rate_limits'] : []
    const others = changed.filter((table) => ![...mayLog, ...counts].includes(table))
    expect([call.url, status, others]).toEqual([call.url, 200, []])
  }
})

/** Fields that only the server may set, sent along by a client. */
const smuggled = () => ({
  status: 'cancelled',
  paymentStatus: 'paid by card',
  payment_status: 'paid by card',
  price: 0,
  pricePence: 0,
  discount: 100,
  user_id: other.userId,
  userId: other.userId,
  memberId: other.id,
  member_id: other.id,
  id: other.id,
  is_verified: true,
  isVerified: true,
  is_active: false,
  roles: ['admin'],
  role: 'admin',
  nhs_confirmed_at: '2020-01-01',
})

const writes = { ...membersOwn, ...signedIn }
const withBody = Object.entries(writes).filter(([route]) => !/^(GET|DELETE)/.test(route))
test.each(withBody)('%s ignores fields that the server sets', async (_, prepare) => {
  const call = await prepare()
  const before = await rowsOf(other)
  const own = await rowsOf(owner)
  const { status } = await walk({ ...call, body: { ...smuggled(), ...call.body } }, owner)
  expect(status).toBeLessThan(500)
  expect(await rowsOf(other)).toEqual(before)
  const after = await rowsOf(owner)
  expect(after.member).toEqual(own.member)
  const paid = call.url.endsWith('/capture')
    ? { price_pence: 2500, payment_status: 'paid by card' }
    : { price_pence: 0, payment_status: 'paid' }
  for (const appointment of after.appointments) {
    expect(appointment).toMatchObject({ member_id: owner.id, ...paid })
  }
  const cancelled = after.appointments.some((one) => one.status === 'cancelled')
  expect(cancelled).toBe(call.url.endsWith('/cancel'))
})

type Answer = Awaited<ReturnType<typeof walk>>

async function walk({ method, url, body }: Call, as: Asker) {
  const headers = { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as.cookie }) }
  const {
    statusCode,
    headers: answered,
    payload,
  } = await site.app.inject({
    method,
    url,
    headers,
    ...(body && { payload: body }),
  })
  // The date differs by time, and the cookie is random for a browser without one.
  const { date: _, 'set-cookie': __, ...told } = answered
  return { status: statusCode, headers: told, body: payload }
}

function leaksIn({ headers, body }: Answer): string[] {
  const told = JSON.stringify(headers) + body
  return canariesOf(owner).filter((canary) => told.includes(canary))
}

function likeNone({ method, url, body }: Call): Call {
  const elsewhere = url
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!@)/, randomUUID())
    .replace(/\/orders\/\w+/, '/orders/0ABCDEFGHIJKLMNOP')
    .replace(/\/\d+(?=\/|$)/, '/99999999')
    .replace(/email=.*/, 'email=nobody@example.org')
  const none = { profileId: 99_999_999, data: { payment_reference: '0ABC', status: 'COMPLETED' } }
  return { method, url: elsewhere, ...(body && { body: { ...body, ...none } }) }
}

function forged(cookie: string): { cookie: string } {
  const [head, , signature] = cookie.split('.')
  return { cookie: [head, btoa('{"role":"authenticated"}'), signature].join('.') }
}

async function rowsOf({ id }: { id: number }) {
  const { db } = site.deps.database
  const member = await db.execute(
    `select user_id, email, is_verified, is_active, nhs_confirmed_at from members where id = ${id}`,
  )
  const appointments = await db.execute(
    `select member_id, status, payment_status, price_pence from appointments where member_id = ${id}`,
  )
  return { member: member.rows, appointments: appointments.rows }
}

async function approvedOrder(): Promise<string> {
  const { body } = await shop.order(owner, paidEvent)
  await shop.approve(body.id)
  return body.id
}

function booking() {
  return { eventId: event.event_id, appointmentStartTime: '10:20' }
}

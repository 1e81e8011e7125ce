import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loggedLines } from '../../../test/app/logged-lines.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { buildApp } from '../../app.ts'
import { sweep } from '../../records/upkeep/sweep.ts'
import { ROWS_PER_HOUR } from './write-denials.ts'

const START = new Date('2027-01-12T09:10:00Z')
const NOT_FOUND = '{"error":"Not found","code":"not_found"}'
let site: TestApp
let owner: TestMember
let other: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  owner = await site.member()
  other = await site.member()
})

type Row = {
  member_id: number | null
  subject: string
  details: Record<string, unknown>
  at: string
}

async function rowsOf(userId: string): Promise<Row[]> {
  const { rows } = await site.deps.database.db.execute<Row>(
    `select member_id, subject, details, at from audit_log
      where action = 'access denied' and actor_user_id = '${userId}' order by id`,
  )
  return rows
}

const written = (userId: string, count: number) =>
  until(async () => {
    const rows = await rowsOf(userId)
    expect(rows).toHaveLength(count)
    return rows
  })

/** Waits until a later denial of another member is written, and so all earlier ones. */
async function settled() {
  const later = await site.member()
  await site.ask('GET', `/api/medical/results/${owner.id}`, { as: later })
  await written(later.userId, 1)
}

async function bookedBy(member: TestMember): Promise<number> {
  const event = await site.event()
  await site.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const booked = await site.ask('POST', '/api/appointments', { as: member, body })
  return booked.body.appointment.appointment_id
}

async function heldBy(member: TestMember): Promise<string> {
  const url = `/api/events/${(await site.event()).event_id}/holds`
  return (await site.ask('POST', url, { as: member, body: { slot: '10:00' } })).body.hold_id
}

type Attempt = [
  route: string,
  url: () => Promise<{ url: string; id: string; body?: object }>,
  asked: (id: string) => object,
]

const attempts: Attempt[] = [
  [
    'GET /api/medical/results/:id',
    async () => ({ url: `/api/medical/results/${owner.id}`, id: String(owner.id) }),
    (id) => ({ id }),
  ],
  [
    'GET /api/appointments/upcoming-appointments/user/:id',
    async () => ({
      url: `/api/appointments/upcoming-appointments/user/${owner.id}`,
      id: String(owner.id),
    }),
    (id) => ({ id }),
  ],
  [
    'PUT /api/appointments/:id/cancel',
    async () => {
      const id = await bookedBy(owner)
      return { url: `/api/appointments/${id}/cancel`, id: String(id) }
    },
    (id) => ({ id }),
  ],
  [
    'DELETE /api/holds/:id',
    async () => {
      const id = await heldBy(owner)
      return { url: `/api/holds/${id}`, id }
    },
    (id) => ({ id }),
  ],
  [
    'GET /api/payments/orders/:id',
    async () => ({ url: '/api/payments/orders/0ABCDEF', id: '0ABCDEF' }),
    (id) => ({ id }),
  ],
  [
    'POST /api/appointments',
    async () => {
      const { event_id } = await site.event()
      const body = { eventId: event_id, appointmentStartTime: '10:20', profileId: owner.id }
      return { url: '/api/appointments', id: String(owner.id), body }
    },
    (profileId) => ({ profileId }),
  ],
  [
    'PUT /api/auth/profile',
    async () => ({
      url: `/api/auth/profile?email=${encodeURIComponent(owner.email)}`,
      id: '',
      body: { first_name: 'X' },
    }),
    () => ({ email: 'an address' }),
  ],
]

describe('what belongs to another member', () => {
  test.each(attempts)(
    '%s gets the usual response and an audit row',
    async (route, prepare, asked) => {
      const { url, id, body } = await prepare()
      const [method = 'GET'] = route.split(' ')
      const answer = await site.app.inject({
        method: method === 'PUT' || method === 'POST' || method === 'DELETE' ? method : 'GET',
        url,
        headers: { cookie: other.cookie, 'sec-fetch-site': 'same-origin' },
        ...(body && { payload: body }),
      })
      expect([answer.statusCode, answer.body]).toEqual([404, NOT_FOUND])
      const [row] = await written(other.userId, 1)
      expect(row).toMatchObject({ member_id: other.id, subject: route })
      expect(row?.details).toEqual({
        asked: asked(id),
        reason: 'not yours or not there',
        status: 404,
        address: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      expect(JSON.stringify(row)).not.toMatch(/@|127\.0\.0\.1/)
    },
  )

  test('is not put into the audit log as it was typed', async () => {
    await site.ask('GET', '/api/medical/results/James%20Carter', { as: other })
    const [row] = await written(other.userId, 1)
    expect(row?.details.asked).toEqual({ id: 'no id' })
  })
})

test('one’s own, a missing event, a visitor and a forged token are no denied access', async () => {
  await site.ask('GET', `/api/medical/results/${other.id}`, { as: other })
  await site.ask('GET', '/api/events/99999/waiting-list', { as: other })
  await site.ask('GET', `/api/medical/results/${owner.id}`)
  const [head, , signature] = other.cookie.split('.')
  const forged = { cookie: [head, btoa('{"role":"authenticated"}'), signature].join('.') }
  await site.ask('GET', `/api/medical/results/${owner.id}`, { as: forged })
  await settled()
  expect(await rowsOf(other.userId)).toEqual([])
})

test('an account without a profile is named', async () => {
  const userId = randomUUID()
  const stranger = { cookie: await site.signIn(userId, 'stranger@example.org') }
  await site.ask('PUT', '/api/auth/profile?email=x@example.org', { as: stranger, body: {} })
  expect(await written(userId, 1)).toMatchObject([{ member_id: null }])
})

test('a valid token whose session has ended is written down', async () => {
  site.signOut(other.userId)
  expect((await site.ask('GET', '/api/auth/profile', { as: other })).status).toBe(401)
  const [row] = await written(other.userId, 1)
  expect(row).toMatchObject({
    subject: 'GET /api/auth/profile',
    details: { status: 401, reason: 'session ended or second factor missing' },
  })
})

describe('what is only for staff', () => {
  test('is written down with the account', async () => {
    await site.ask('GET', '/api/office/members', { as: other })
    const headers = { authorization: `Bearer ${other.cookie.split('=')[1]}` }
    await site.ask('GET', '/auth/v1/admin/users', { headers })
    const rows = await written(other.userId, 2)
    expect(rows).toMatchObject([
      { subject: 'GET /api/office/members', details: { reason: 'staff only', status: 403 } },
      { subject: 'GET /auth/v1/*', details: { reason: 'staff only', status: 404 } },
    ])
  })

  test('has an audit row with the IP address when there is no account', async () => {
    await site.ask('GET', '/api/office/payments')
    await until(async () => {
      const { rows } = await site.deps.database.db.execute(
        `select actor_user_id from audit_log where subject = 'GET /api/office/payments'`,
      )
      expect(rows).toEqual([{ actor_user_id: null }])
    })
  })
})

describe('a path that is written in another way', () => {
  const ODD = [
    '/api/%6fffice/members',
    '/%61pi/office/members',
    '/api/office/%6dembers',
    '/api%5coffice/members',
    '/api/office/%zz',
    '/auth/v1/%61dmin/users',
  ]

  test.each(ODD)('is refused by its form for everybody: %s', async (url) => {
    for (const as of [other, await site.staff(['office'])]) {
      const { statusCode, headers } = await site.app.inject({
        method: 'GET',
        url,
        headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin' },
      })
      expect(statusCode).toBe(400)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  // None of these is a door: the router matches no route.
  test.each([
    '//api/office/members',
    '/API/office/members',
    '/api/office/members/',
    '/api/office/members;x=1',
    '/api/office//members',
    '/api%2foffice/members',
    '/api/office/members%00',
  ])('leads nowhere: %s', async (url) => {
    const { cookie } = await site.staff(['office'])
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await site.app.inject({ method: 'GET', url, headers })).statusCode).toBe(404)
  })
})

describe('the rate', () => {
  const ask = () => site.ask('GET', `/api/medical/results/${owner.id}`, { as: other })

  test('is bounded for an account and hour, and the rest is one row', async () => {
    await Promise.all(Array.from({ length: 57 }, ask))
    await settled()
    expect(await rowsOf(other.userId)).toHaveLength(ROWS_PER_HOUR)
    await sweep({ ...site.deps, auth: {} })
    expect(await rowsOf(other.userId)).toHaveLength(ROWS_PER_HOUR)

    site.moveTo(new Date('2027-01-12T10:00:01Z'))
    await Promise.all([sweep({ ...site.deps, auth: {} }), sweep({ ...site.deps, auth: {} })])
    await sweep({ ...site.deps, auth: {} })
    const rows = await rowsOf(other.userId)
    expect(rows).toHaveLength(ROWS_PER_HOUR + 1)
    expect(rows.at(-1)).toMatchObject({
      subject: 'further requests',
      details: { further: 57 - ROWS_PER_HOUR, hour: '2027-01-12T09:00:00.000Z' },
    })
    await ask()
    await written(other.userId, ROWS_PER_HOUR + 2)
  })

  test('holds for several processes together', async () => {
    const second = await buildApp(site.deps, { servePages: async () => undefined })
    const url = `/api/medical/results/${owner.id}`
    const asked = { url, headers: { cookie: other.cookie } }
    for (let n = 0; n < ROWS_PER_HOUR; n++) {
      await Promise.all([second.inject(asked), site.app.inject(asked)])
    }
    await second.close()
    await settled()
    expect(await rowsOf(other.userId)).toHaveLength(ROWS_PER_HOUR)
  })
})

test('an audit row that cannot be written is logged, and the response is the same', async () => {
  const own = await openTestApp({ now: START, settings: { logLevel: 'info' } })
  const logged = loggedLines(own.app)
  const member = await own.member()
  await own.owner.execute('alter table audit_log add constraint full_up check (false) not valid')
  const answer = await own.ask('GET', '/api/medical/results/1', { as: member })
  expect(answer.status).toBe(404)
  await until(() => expect(logged.join('\n')).toContain('denied accesses were not audited'))
  await own.close()
})

test('closing the app waits for audit rows to be written', async () => {
  const own = await openTestApp({ now: START })
  const member = await own.member()
  const { pool } = own.deps.database
  await own.ask('GET', '/api/medical/results/1', { as: member })
  await own.app.close()
  const { rows } = await pool.query(`select 1 from audit_log where action = 'access denied'`)
  expect(rows).toHaveLength(1)
  await own.close()
})

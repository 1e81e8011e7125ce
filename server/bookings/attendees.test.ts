import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { type Booked, cancel, fullEvent, join } from '../../test/app/waiting.ts'

let site: TestApp
let office: { cookie: string; userId: string }
let event: CharityEvent
let booked: Booked[]
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
  ;({ event, booked } = await fullEvent(site, { booked: 3 }))
  const waiting = await site.member({ firstName: 'Walter', lastName: 'Waits' })
  await join(site, waiting, event)
  if (booked[2]) await cancel(site, booked[2])
})
afterAll(() => site.close())

const get = (path: string, headers = {}) =>
  site.ask('GET', `/api/office/events/${event.event_id}${path}`, { as: office, headers })

test('the attendees are booked, waiting or cancelled, with counts', async () => {
  const tabs = {
    booked: 2,
    waiting: 1,
    cancelled: 1,
    without_consent: 0,
    without_nhs_number: 0,
    needs_support: 0,
    without_email: 0,
    to_pay: 0,
  }
  const { body } = await get('/attendees')
  expect(body).toMatchObject({ tabs, total: 2, next: null })
  expect(body.data).toMatchObject([
    {
      appointment_id: booked[0]?.id,
      email: booked[0]?.member.email,
      date: event.event_date,
      time: '10:00',
      is_over: false,
      attendance: null,
      payment_status: 'paid',
      refund: null,
    },
    { appointment_id: booked[1]?.id, reference: expect.stringMatching(/^\w{4}-\w{4}$/) },
  ])
  const waiting = await get('/attendees?tab=waiting')
  expect(waiting.body.data).toMatchObject([{ name: 'Walter Waits', appointment_id: null }])
  const cancelled = await get('/attendees?tab=cancelled')
  expect(cancelled.body.data).toMatchObject([{ appointment_id: booked[2]?.id }])
})

test('the search finds words of name, address, number and reference', async () => {
  const { body } = await get('/attendees')
  const [first] = body.data
  for (const q of [first.reference, first.email, first.name]) {
    const found = await get(`/attendees?q=${encodeURIComponent(q)}`)
    expect(found.body.data).toContainEqual(first)
  }
  const none = await get('/attendees?q=walter%20nobody')
  expect(none.body).toMatchObject({ data: [], tabs: { booked: 0, waiting: 0, cancelled: 0 } })
})

test('the search reads names without accents and apostrophes, and a reference without its hyphen', async () => {
  const own = await site.event()
  const member = await site.member({ firstName: 'Łukasz', lastName: 'O’Brień-Vale' })
  await site.consent(member, own)
  const body = { eventId: own.event_id, appointmentStartTime: '10:20' }
  const answer = await site.ask('POST', '/api/appointments', { as: member, body })
  const { reference } = answer.body.appointment
  for (const q of ['lukasz', 'obrien', "O'BRIEN", 'brienvale', reference.replace('-', '')]) {
    const url = `/api/office/events/${own.event_id}/attendees?q=${encodeURIComponent(q)}`
    const found = await site.ask('GET', url, { as: office })
    expect([q, found.body.data.length]).toEqual([q, 1])
  }
})

test('the waiting list is in order, and says who is offered a place', async () => {
  const { body } = await get('/waiting-list')
  expect(body).toMatchObject({ total: 1, data: [{ name: 'Walter Waits', status: 'offered' }] })
  expect(body.data[0].offered_until).toEqual(expect.any(String))
})

test('an export is audited; an event that is not there is not found', async () => {
  const response = await site.app.inject({
    url: `/api/office/events/${event.event_id}/attendees`,
    headers: { accept: 'text/csv', cookie: office.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(response.body.split('\n')[1]).toContain(booked[0]?.member.email)
  const { rows } = await site.deps.database.pool.query(
    `select details->>'rows' as rows from audit_log where action = 'list exported' and subject = $1`,
    [`attendees of event ${event.event_id}`],
  )
  expect(rows).toEqual([{ rows: '2' }])
  const missing = await site.ask('GET', '/api/office/events/999999/attendees', { as: office })
  expect(missing.status).toBe(404)
})

test('the file has the words and units of the screen, and the API’s on request', async () => {
  const fileOf = async (query: string) => {
    const { body } = await site.app.inject({
      url: `/api/office/events/${event.event_id}/attendees${query}`,
      headers: { accept: 'text/csv', cookie: office.cookie, 'sec-fetch-site': 'same-origin' },
    })
    return parse(body, { bom: true, columns: true }) as Record<string, string>[]
  }
  const [first] = await fileOf('')
  expect(first).toMatchObject({
    Time: '10:00',
    Payment: 'Nothing to pay',
    'Price (£)': '0.00',
    'May be written to': 'Yes',
    'How to contact': 'By email',
  })
  const [waiting] = await fileOf('?tab=waiting')
  expect(waiting).toMatchObject({
    Name: 'Walter Waits',
    'Waiting since': expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
  })
  expect((await fileOf('?raw=1'))[0]).toMatchObject({ price: '0', payment_status: 'paid' })
})

test('who needs support, and who still has to give consent or NHS number, is flagged', async () => {
  const lab = await site.event({
    labId: await site.lab({ requiresNhsNumber: true }),
    sessionMinutes: 120,
    places: 3,
  })
  const members = await consentingMembers(site, 3, [lab])
  const ids = members.map(({ id }) => id)
  const run = (query: string, values: unknown[]) => site.deps.database.pool.query(query, values)
  await run('update members set nhs_confirmed_at = now() where id = any($1)', [ids])
  for (const member of members) expect((await book(site, member, lab, '10:00')).status).toBe(201)
  await run('update members set nhs_confirmed_at = null where id = $1', [ids[0]])
  await run(
    `update members set support_needs = '{bsl}', support_note = 'reads lips' where id = $1`,
    [ids[1]],
  )
  await run(
    `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
      select id, member_id, event_id, words_version, 'website', now() from consents
        where member_id = $1 and event_id = $2`,
    [ids[2], lab.event_id],
  )
  const list = async (tab: string) => {
    const path = `/api/office/events/${lab.event_id}/attendees?tab=${tab}`
    return (await site.ask('GET', path, { as: office })).body
  }
  expect(await list('without_nhs_number')).toMatchObject({
    total: 1,
    data: [{ member_id: ids[0], lacks: ['nhs_number'], support_needs: [] }],
  })
  expect(await list('needs_support')).toMatchObject({
    total: 1,
    data: [{ member_id: ids[1], lacks: [], support_needs: ['bsl'], support_note: 'reads lips' }],
  })
  expect(await list('without_consent')).toMatchObject({
    total: 1,
    data: [{ member_id: ids[2], lacks: ['consent'] }],
    tabs: { booked: 3, without_nhs_number: 1, needs_support: 1 },
  })
  await run(
    `update members set email = null, user_id = null, seal_id = user_id, contact_by = 'telephone'
      where id = $1`,
    [ids[1]],
  )
  expect(await list('without_email')).toMatchObject({
    total: 1,
    data: [{ member_id: ids[1], email: null, phone: expect.any(String) }],
  })
  await site.consent({ id: ids[2] ?? 0 }, lab)
  expect((await list('without_consent')).total).toBe(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'

let site: TestApp
let office: { cookie: string; userId: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const VENUE = {
  parking: 'Free car park behind the hall.',
  step_free_access: 'Ramp at the side door.',
  hearing_loop: null,
  public_transport: '  ',
}
const KNOWN = { parking: VENUE.parking, step_free_access: VENUE.step_free_access }

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/events/${path}`, { as: office, ...(body && { body }) })

async function change(id: number, changes: object) {
  const { body } = await ask('GET', `${id}`)
  return ask('PUT', `${id}`, { version: body.version, ...changes })
}

test('what the office says of a venue is on the page, in appointments and in mails, not in lists', async () => {
  const event = await site.event({ city: 'Wetwang', places: 6 })
  const { event_id: id } = event
  expect(event).not.toHaveProperty('venue')
  expect((await change(id, VENUE)).body).toMatchObject({ ...KNOWN, public_transport: null })

  const { body: page } = await site.ask('GET', `/api/events/${id}`)
  expect(page.event.venue).toEqual(KNOWN)
  const { body: list } = await site.ask('GET', '/api/events?location=Wetwang')
  expect(list.events).toHaveLength(1)
  expect(list.events[0]).not.toHaveProperty('venue')

  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('nobody is there')
  const booked = await book(site, member, event, '10:00')
  expect(booked.body.appointment).toMatchObject({ venue: KNOWN })
  await until(() => {
    const mail = site.mails.find(({ to, subject }) => to === member.email && /booked/.test(subject))
    expect(mail?.text).toContain('Parking: Free car park behind the hall.')
    expect(mail?.text).toContain('Step-free access: Ramp at the side door.')
    expect(mail?.text).not.toContain('Hearing loop')
  })
})

test('each change is in the audit log, before and after', async () => {
  const { event_id: id } = await site.event({ places: 6 })
  await change(id, { parking: 'At the back.' })
  await change(id, { parking: 'None.', hearing_loop: 'At the desk.' })
  const { rows } = await site.deps.database.pool.query(
    `select details from audit_log where subject = $1 and action = 'event changed' order by id desc`,
    [`event ${id}`],
  )
  expect(rows[0].details).toMatchObject({
    before: { parking: 'At the back.', hearingLoop: null },
    after: { parking: 'None.', hearingLoop: 'At the desk.' },
  })
})

test('copies have the facts of the venue', async () => {
  const { event_id: id } = await site.event({ places: 6 })
  await change(id, VENUE)
  const { body } = await ask('POST', `${id}/copies`, { dates: ['2027-03-13', '2027-03-20'] })
  for (const copy of body.event_ids) expect((await ask('GET', `${copy}`)).body).toMatchObject(KNOWN)
})

test('a fact is at most 200 characters long', async () => {
  const { event_id: id } = await site.event({ places: 6 })
  const { status, body } = await change(id, { parking: 'x'.repeat(201) })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect((await change(id, { parking: 'x'.repeat(200) })).status).toBe(200)
})

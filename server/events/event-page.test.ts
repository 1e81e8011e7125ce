import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

let site: TestApp
let office: { cookie: string; name: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as = office) =>
  site.ask(method, `/api/office/events${url}`, { as, ...(body && { body }) })

test('its history says who changed what, and nothing of its members', async () => {
  const event = await site.event({ places: 6 })
  const url = `/${event.event_id}`
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('nobody is there')
  await bookedId(site, member, event, '10:20')
  const { version } = (await ask('GET', url)).body
  await ask('PUT', url, { version, event_name: 'A better name', notify_booked: false })
  await ask('PUT', `${url}/booking`, { is_open: false, reason: 'One is ill.' })
  const { body } = await ask('GET', `${url}/history`)
  expect(body.data).toMatchObject([
    { by: office.name, text: 'Booking closed. One is ill.' },
    { by: office.name, text: `Name: ‘${event.event_name}’, now ‘A better name’.` },
  ])
  expect(JSON.stringify(body)).not.toContain(member.email)
})

test('its money is what is expected, taken and refunded so far', async () => {
  const event = await site.event({ places: 6, pricePence: 2000 })
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('nobody is there')
  await bookedId(site, member, event, '10:20')
  const url = `/${event.event_id}/money`
  expect((await ask('GET', url)).body).toEqual({ expected: 2000, taken: 0, refunded: 0, host: 0 })
  const admin = await site.staff(['admin'])
  expect((await ask('GET', url, undefined, admin)).body.code).toBe('not_permitted')
})

test('its people are set by a clerk: venue staff alone, and no two clerks at once', async () => {
  const { event_id: id } = await site.event({ places: 6 })
  const people = async () => (await ask('GET', `/${id}/people`)).body.data
  await site.staff(['venue'])
  const all: { staff_id: number; is_assigned: boolean }[] = await people()
  const [one] = all.map((person) => person.staff_id)
  expect(all.map((person) => person.is_assigned)).not.toContain(true)
  const set = (staff_ids: unknown[], before: unknown[], as = office) =>
    ask('PUT', `/${id}/people`, { staff_ids, before }, as)
  const saved = await set([one], [])
  expect(saved.body.data).toContainEqual(
    expect.objectContaining({ staff_id: one, is_assigned: true, is_lead: false }),
  )
  expect((await set([], [])).body.code).toBe('changed_meanwhile')
  expect((await set([one, 999_999], [one])).status).toBe(400)
  const treasurer = await site.staff(['treasurer'])
  expect((await set([], [one], treasurer)).body.code).toBe('not_permitted')
  const { body } = await ask('GET', `/${id}/history`)
  expect(body.data[0]).toMatchObject({ text: 'Who works at the event changed.' })
  expect((await set([], [one])).body.data).not.toContainEqual(
    expect.objectContaining({ is_assigned: true }),
  )
})

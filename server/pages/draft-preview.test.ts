// The pages of the last build (`npm test` builds first), through the real app.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'

let site: TestApp
let app: App
let office: { cookie: string }
let draft: { event_id: number }
beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps)
  office = await site.staff(['office'])
  const body = {
    event_name: 'Screening in Hexham',
    event_date: '2027-03-06',
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 2 },
    address_line1: 'Queen’s Hall',
  }
  draft = (await site.ask('POST', '/api/office/events', { as: office, body })).body
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const preview = (id: number, headers: { cookie?: string } = {}) =>
  app.inject({ url: `/api/office/events/${id}/preview`, headers })

test('staff see a draft as its page would be, marked, without scripts and forms', async () => {
  const { statusCode, headers, body } = await preview(draft.event_id, office)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toContain('<title>Draft: Screening in Hexham')
  expect(body).toContain('<b>Draft: not published.</b>')
  expect(body).toMatch(/<h1[^>]*>Screening in Hexham<\/h1>/)
  expect(body).toContain('Queen’s Hall')
  expect(body).toContain('Product not chosen yet')
  expect(body).not.toMatch(/<script|modulepreload/)
  expect(headers['content-security-policy']).toMatch(/; sandbox allow-same-origin$/)
})

test('nobody else does, and the site has no such page', async () => {
  const member = await site.member()
  const statuses = [
    (await preview(draft.event_id)).statusCode,
    (await preview(draft.event_id, member)).statusCode,
    (await preview(999_999, office)).statusCode,
    (await app.inject(`/event/${draft.event_id}`)).statusCode,
    (await app.inject(`/api/events/${draft.event_id}`)).statusCode,
  ]
  expect(statuses).toEqual([401, 403, 404, 404, 404])
})

test('a published event is shown at its own address', async () => {
  const { event_id: id } = await site.event({ name: 'Screening in Corbridge' })
  const { statusCode, headers } = await preview(id, office)
  expect([statusCode, headers.location]).toEqual([303, `/event/${id}`])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId } from '../../../test/app/bookings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

type Roles = Parameters<TestApp['staff']>[0]
const search = async (q: string, roles: Roles = ['office']) =>
  site.ask('GET', `/api/office/search?${new URLSearchParams({ q })}`, {
    as: await site.staff(roles),
  })

test('finds members, events and payments by name and by both references', async () => {
  const member = await site.member({ firstName: 'Ivo', lastName: 'Quartz' })
  const event = await site.event({ name: 'Quartz Hall', pricePence: 2500 })
  await site.consent(member, event)
  const appointmentId = await bookedId(site, member, event)
  const taken = { capturedPence: 2500, feePence: 75, at: site.deps.now() }
  const id = await payByCard(site.deps.database.db, appointmentId, taken)

  const { body } = await search(' quartz ')
  expect(body).toMatchObject({
    members: [{ first_name: 'Ivo', last_name: 'Quartz', email: member.email }],
    events: [{ event_id: event.event_id, event_name: 'Quartz Hall', state: 'published' }],
    payments: [{ id, member_name: 'Ivo Quartz', event_name: 'Quartz Hall', amount_pence: 2500 }],
  })
  const { rows } = await site.deps.database.pool.query(
    'select reference from appointments where id = $1',
    [appointmentId],
  )
  const found = { members: [{ id: body.members[0].id }], events: [], payments: [{ id }] }
  expect((await search(rows[0].reference)).body).toMatchObject(found)
  const byOrder = await search(body.payments[0].reference, ['treasurer'])
  expect(byOrder.body).toMatchObject({ ...found, members: null })
})

test('shows at most five of each, drafts too, and only what the roles include', async () => {
  for (let n = 0; n < 6; n += 1) {
    await site.event({ name: `Basalt ${n}` })
    await site.member({ lastName: `Basalt${n}` })
  }
  await site.deps.database.pool.query("update events set status = 'draft' where name = 'Basalt 5'")
  const { body } = await search('basalt')
  expect([body.members.length, body.events.length, body.payments.length]).toEqual([5, 5, 0])
  expect(body.events).toContainEqual(expect.objectContaining({ state: 'draft' }))
  const treasurer = (await search('basalt', ['treasurer'])).body
  expect([treasurer.members, treasurer.events.length, treasurer.payments]).toEqual([null, 5, []])
  const nothing = { members: null, events: null, payments: null }
  expect((await search('basalt', ['clinician'])).body).toEqual(nothing)
})

test('refuses one letter, and finds nobody by punctuation', async () => {
  expect((await search(' b ')).status).toBe(400)
  expect((await search('%%')).body).toEqual({ members: [], events: [], payments: [] })
  expect((await search('------')).body).toEqual({ members: [], events: [], payments: [] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId } from '../../../test/app/bookings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { updateMember } from '../../members/members.queries.ts'

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
  const draft = (await search('basalt 5')).body
  expect(draft.events).toMatchObject([{ event_name: 'Basalt 5', state: 'draft' }])
  const treasurer = (await search('basalt', ['treasurer'])).body
  expect([treasurer.members, treasurer.events.length, treasurer.payments]).toEqual([null, 5, []])
  const nothing = { members: null, events: null, payments: null }
  expect((await search('basalt', ['clinician'])).body).toEqual(nothing)
})

test('lists the next event first: published, drafts, cancelled, and last those in the past', async () => {
  const dates = {
    'Chalk later': '2027-02-20',
    'Chalk next': '2027-02-01',
    'Chalk draft': '2027-01-20',
    'Chalk cancelled': '2027-01-18',
    'Chalk last year': '2026-02-01',
    'Chalk last week': '2027-01-05',
  }
  for (const [name, day] of Object.entries(dates)) {
    const times = { startsAt: new Date(`${day}T10:00Z`), endsAt: new Date(`${day}T12:00Z`) }
    await site.event({ name, ...times })
  }
  const { pool } = site.deps.database
  await pool.query("update events set status = 'draft' where name = 'Chalk draft'")
  await pool.query(
    "update events set status = 'cancelled', cancelled_at = now() where name = 'Chalk cancelled'",
  )
  const { body } = await search('chalk')
  const names = body.events.map(({ event_name: name }: { event_name: string }) => name)
  expect(names).toEqual([
    'Chalk next',
    'Chalk later',
    'Chalk draft',
    'Chalk cancelled',
    'Chalk last week',
  ])
})

test('a member with the name comes before those whose names are alike, here and in the list', async () => {
  const row = { phone: '07700 900222', postcode: 'CB7 4BB', town: 'Ely' }
  const alike = await site.member({ firstName: 'Jon', lastName: 'Gneissworth', ...row })
  const exact = await site.member({ firstName: 'John', lastName: 'Gneissworth', ...row })
  await site.member({ firstName: 'Joan', lastName: 'Marlstone' })
  const { body } = await search('john gneissworth')
  expect(body.members).toMatchObject([
    { id: exact.id, is_alike: false, ...row, next_appointment: null },
    { id: alike.id, is_alike: true },
  ])
  const list = async (query: string) =>
    (
      await site.ask('GET', `/api/office/members?q=john+gneissworth&${query}`, {
        as: await site.staff(['office']),
      })
    ).body
  expect(await list('')).toMatchObject({ data: [{ id: exact.id }, { id: alike.id }], total: 2 })
  const key = Buffer.from(JSON.stringify([exact.id])).toString('base64url')
  const { data } = await list(`after=${key}`)
  expect(data.map(({ id }: { id: number }) => id)).toEqual([alike.id])
})

test('finds a new spelling as soon as the name is changed, and no longer the former one', async () => {
  const member = await site.member({ firstName: 'Ulric', lastName: 'Obsidian' })
  const ids = async (q: string) =>
    (await search(q)).body.members.map(({ id }: { id: number }) => id)
  expect(await ids('obsidiann')).toEqual([member.id])
  await updateMember(site.deps.database.db, member.id, {
    lastName: 'Feldspar',
    phone: '01353 888999',
  })
  expect(await ids('obsidiann')).toEqual([])
  expect(await ids('feltspar')).toEqual([member.id])
  expect(await ids('888 999')).toEqual([member.id])
})

test('refuses one letter, and finds nobody by punctuation', async () => {
  expect((await search(' b ')).status).toBe(400)
  expect((await search('%%')).body).toEqual({ members: [], events: [], payments: [] })
  expect((await search('------')).body).toEqual({ members: [], events: [], payments: [] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-03-10T12:00:00Z') })
})
afterAll(() => site.close())

const MIDNIGHT = new Date('2027-03-11T00:00:00Z')
const search = async (query: object, as: { cookie: string }, log = 'audit') => {
  const url = `/api/office/${log}?${new URLSearchParams(query as Record<string, string>)}`
  return (await site.ask('GET', url, { as })).body
}

test('the audit log is narrowed by person, day and record, and names events', async () => {
  const admin = await site.staff(['admin'])
  const clerk = await site.staff(['office'])
  const other = await site.staff(['office'])
  const event = await site.event({ name: 'Quartz Hall' })
  const { db, pool } = site.deps.database
  const subject = `event ${event.event_id}`
  const before = new Date(MIDNIGHT.getTime() - 1)
  await insertAudit(db, { by: clerk, subject, at: before }, 'event changed')
  await insertAudit(db, { by: clerk, subject: `${subject}1`, at: MIDNIGHT }, 'event changed')
  await insertAudit(db, { by: other, subject, at: MIDNIGHT }, 'event published')
  const { rows } = await pool.query('select id from staff where user_id = $1', [clerk.userId])
  const of = async (query: object) =>
    (await search({ record: 'event', ...query }, admin)).data.map(
      ({ action, subject: of }: { action: string; subject: string }) => `${action}: ${of}`,
    )

  expect(await of({ staff_id: String(rows[0].id) })).toEqual([
    `event changed: ${subject}1`,
    `event changed: ${subject}`,
  ])
  expect(await of({ from: '2027-03-11', to: '2027-03-11' })).toEqual([
    `event published: ${subject}`,
    `event changed: ${subject}1`,
  ])
  expect(await of({ to: '2027-03-10', record: subject })).toContain(`event changed: ${subject}`)
  expect(await of({ record: subject, from: '2027-03-11' })).toEqual([`event published: ${subject}`])
  const [row] = (await search({ record: subject }, admin)).data
  expect(row.about).toMatch(/^event \d+: Quartz Hall, \d+ \w+ 20\d\d$/)
})

test('what stood in a record is on the member’s page alone, and only who may read members sees a name', async () => {
  const admin = await site.staff(['admin'])
  const both = await site.staff(['admin', 'office'])
  const member = await site.member({ firstName: 'Ivo', lastName: 'Basalt' })
  const url = `/api/office/members/${member.id}`
  const { version } = (await site.ask('GET', url, { as: both })).body
  const change = { first_name: 'Ivor', version, reason: 'misspelt' }
  expect((await site.ask('PUT', url, { as: both, body: change })).status).toBe(200)

  const query = { member_id: String(member.id), q: 'profile changed' }
  const [row] = (await search(query, admin)).data
  expect(row).toMatchObject({ about: `member ${member.id}`, details: { reason: 'misspelt' } })
  expect(Object.keys(row.details)).not.toContain('before')
  const [named] = (await search(query, both)).data
  expect(named.about).toBe(`member ${member.id}: Ivor Basalt`)
})

test('who looked is narrowed by person and day; a day that is none is refused', async () => {
  const admin = await site.staff(['admin'])
  const clerk = await site.staff(['office'])
  const member = await site.member()
  await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })
  const { pool } = site.deps.database
  const { rows } = await pool.query('select id from staff where user_id = $1', [clerk.userId])
  const staff_id = String(rows[0].id)
  expect((await search({ staff_id }, admin, 'access-log')).total).toBe(1)
  expect((await search({ staff_id, from: '2027-03-11' }, admin, 'access-log')).total).toBe(0)
  expect((await search({ from: '2027-02-30' }, admin)).code).toBe('invalid_request')
})

test('one event has its own entries and those of its appointments; its name finds them', async () => {
  const admin = await site.staff(['admin'])
  const both = await site.staff(['admin', 'office'])
  const [event, other] = [await site.event({ name: 'Obsidian Hall' }), await site.event()]
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('there is no member')
  const { db } = site.deps.database
  const at = MIDNIGHT
  const appointmentId = await bookedId(site, member, event)
  const about = `event ${event.event_id}`
  await insertAudit(db, { by: both, subject: about, at }, 'event people changed', {
    added: [both.id],
    removed: [],
  })
  await insertAudit(db, { subject: `event ${other.event_id}`, at }, 'event published')
  await insertAudit(
    db,
    { memberId: member.id, subject: `appointment ${appointmentId}`, at },
    'moved',
    {
      eventId: event.event_id,
      from: '2027-03-10T09:00:00.000Z',
    },
  )

  const of = async (query: object, as = both) => (await search(query, as)).data
  const found = await of({ event_id: String(event.event_id) })
  const actions = found.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['event people changed', 'moved']))
  expect(actions).not.toContain('event published')
  expect(await of({ q: 'obsidian' })).toEqual(found)

  const [moved] = await of({ event_id: String(event.event_id), action: 'moved' })
  expect(moved.about).toContain(`: ${member.firstName} ${member.lastName}, Obsidian Hall, `)
  expect(moved.names[about]).toMatch(/^Obsidian Hall, /)
  const [unnamed] = await of({ event_id: String(event.event_id), action: 'moved' }, admin)
  expect(unnamed.about).toMatch(/^appointment \d+: Obsidian Hall, /)
  const [people] = await of({ event_id: String(event.event_id), action: 'event people changed' })
  expect(people.names).toEqual({ [`staff ${both.id}`]: both.name })
})

test('a kind of action is chosen whole or one by one, and no choice tells what is hidden', async () => {
  const admin = await site.staff(['admin'])
  const clinician = await site.staff(['clinician', 'admin'])
  const member = await site.member()
  const { db } = site.deps.database
  const entry = { memberId: member.id, at: MIDNIGHT }
  await insertAudit(db, entry, 'member taken out of use')
  await insertAudit(db, { ...entry, subject: 'result 901' }, 'member rung about a result')
  const of = async (action: string, as = admin) =>
    (await search({ member_id: String(member.id), action }, as)).data?.map(
      (row: { action: string }) => row.action,
    )

  expect(await of('Members')).toEqual(['member archived'])
  expect(await of('member archived')).toEqual(['member archived'])
  expect(await of('member called about a result')).toEqual([])
  expect(await of('Results and letters')).toEqual(['care recorded'])
  expect(await of('Results and letters', clinician)).toEqual(['member called about a result'])
  expect((await search({ action: 'no such thing' }, admin)).code).toBe('invalid_request')
})

test('the file of the audit log has its details in words', async () => {
  const admin = await site.staff(['admin'])
  const event = await site.event({ name: 'Flint Hall' })
  const { db } = site.deps.database
  const subject = 'settings limits'
  await insertAudit(db, { subject, at: MIDNIGHT }, 'settings changed', {
    eventId: event.event_id,
    pence: 500,
  })
  const { body } = await site.app.inject({
    url: `/api/office/audit?record=${encodeURIComponent(subject)}`,
    headers: { cookie: admin.cookie, accept: 'text/csv' },
  })
  expect(body).toMatch(/Amount: £5\.00\. Event: Flint Hall, /)
})

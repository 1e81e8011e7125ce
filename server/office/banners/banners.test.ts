import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_BANNERS } from '../../../domain/banners.ts'
import { openNotices, START } from '../../../test/app/notices.ts'
import type { TestApp } from '../../../test/app/test-app.ts'

let notices: Awaited<ReturnType<typeof openNotices>>
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  notices = await openNotices()
  site = notices.site
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())
beforeEach(() => site.ownerPool.query('delete from banners'))

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS).toISOString()
const SNOW = {
  words: 'Snow: the office is closed today.',
  tone: 'warning',
  place: 'site',
  shown_from: later(0),
  shown_until: later(24),
}
const call = (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, as = clerk) =>
  site.ask(method, `/api/office/banners${path}`, { as, ...(body && { body }) })
const said = async () => (await site.deps.site.refresh()).banners.map(({ words }) => words)

test('a banner is shown, changed, ended and shown again, and the audit log has what stood there', async () => {
  const { status, body } = await call('POST', '', SNOW)
  expect([status, body]).toMatchObject([201, { ...SNOW, state: 'shown', version: 1 }])
  expect(body.changed_by).toBe(clerk.name)
  expect(await said()).toEqual([SNOW.words])

  const banner = { ...SNOW, words: 'Snow: we open at noon.' }
  const changed = await call('PUT', `/${body.id}`, { version: 1, banner })
  expect(changed.body).toMatchObject({ words: banner.words, version: 2 })
  const stale = await call('PUT', `/${body.id}`, { version: 1, banner: SNOW })
  expect(stale.body).toMatchObject({ code: 'changed_meanwhile', by: clerk.name })
  expect((await call('POST', `/${body.id}/end`, { version: 1 })).status).toBe(409)

  expect((await call('POST', `/${body.id}/end`, { version: 2 })).body.state).toBe('over')
  expect(await said()).toEqual([])
  expect((await call('POST', `/${body.id}/end`, { version: 3 })).body.code).toBe('banner_over')
  expect((await call('PUT', `/${body.id}`, { version: 3, banner })).body.state).toBe('shown')
  expect(await said()).toEqual([banner.words])

  const { rows } = await site.ownerPool.query(
    `select action, details->'before'->>'words' as before from audit_log where subject = $1 order by id`,
    [`banner ${body.id}`],
  )
  expect(rows).toEqual([
    { action: 'banner added', before: null },
    { action: 'banner changed', before: SNOW.words },
    { action: 'banner ended', before: banner.words },
    { action: 'banner changed', before: banner.words },
  ])
})

test('a planned banner is shown from its start until its end, by time alone', async () => {
  await call('POST', '', { ...SNOW, shown_from: later(1), shown_until: later(2) })
  expect((await call('GET')).body.data).toMatchObject([{ state: 'planned' }])
  expect(await said()).toEqual([])
  site.moveTo(new Date(later(1)))
  expect(await said()).toEqual([SNOW.words])
  site.moveTo(new Date(later(2)))
  expect(await said()).toEqual([])
  site.moveTo(START)
})

test('one that was only planned can be ended', async () => {
  const { body } = await call('POST', '', { ...SNOW, shown_from: later(1), shown_until: later(2) })
  expect((await call('POST', `/${body.id}/end`, { version: 1 })).body.state).toBe('over')
  site.moveTo(new Date(later(1.5)))
  expect(await said()).toEqual([])
  site.moveTo(START)
})

test('what makes no sense is refused by its field', async () => {
  const fieldOf = async (wrong: object) => {
    const { status, body } = await call('POST', '', { ...SNOW, ...wrong })
    return [
      status,
      Object.values(body.fields ?? {}).map((one) => Reflect.get(Object(one), 'field')),
    ]
  }
  expect(await fieldOf({ words: '  ' })).toEqual([400, ['words']])
  expect(await fieldOf({ words: 'a'.repeat(241) })).toEqual([400, ['words']])
  expect(await fieldOf({ shown_until: later(0) })).toEqual([400, ['shown_until']])
  expect(await fieldOf({ shown_from: later(-2), shown_until: later(-1) })).toEqual([
    400,
    ['shown_until'],
  ])
  expect(await fieldOf({ shown_until: later(24 * 400) })).toEqual([400, ['shown_until']])
  expect(await fieldOf({ place: 'event' })).toEqual([400, ['event_id', 'in_mails']])
  const about = { place: 'event', in_mails: false }
  expect(await fieldOf({ ...about, event_id: 999_999_999 })).toEqual([400, ['event_id']])
  expect(await fieldOf({ place: 'moon' })).toEqual([400, ['place']])
})

test('twelve stand or are planned at most', async () => {
  for (let n = 0; n < MOST_BANNERS; n++)
    expect((await call('POST', '', { ...SNOW, words: `Banner ${n}` })).status).toBe(201)
  expect((await call('POST', '', SNOW)).body.code).toBe('too_many_banners')
})

test('the office writes them, the admin too, and others read only those of the office', async () => {
  const admin = await site.staff(['admin'])
  expect((await call('POST', '', { ...SNOW, place: 'office' }, admin)).status).toBe(201)
  await call('POST', '', { ...SNOW, words: 'For everybody' })
  for (const role of ['venue', 'clinician', 'treasurer'] as const) {
    const other = await site.staff([role])
    expect((await call('GET', '', undefined, other)).status).toBe(403)
    expect((await call('POST', '', SNOW, other)).status).toBe(403)
    const { body } = await call('GET', '/shown', undefined, other)
    expect(body.data).toEqual([{ id: expect.any(Number), words: SNOW.words, tone: 'warning' }])
  }
})

test('the mails about an appointment repeat what is said about its event, and no other mail', async () => {
  const [event, other] = [await site.event(), await site.event()]
  const about = {
    ...SNOW,
    place: 'event',
    event_id: event.event_id,
    in_mails: false,
    shown_until: later(24 * 30),
  }
  await call('POST', '', { ...about, words: 'Park behind the church.', in_mails: true })
  await call('POST', '', { ...about, words: 'Only on the page.' })
  const [one, two] = [await site.member(), await site.member()]
  await notices.book(one, event)
  await notices.book(two, other)
  notices.at('01-09T09:00:00')
  await notices.send()
  const textsTo = async (member: typeof one) =>
    (await notices.mailsTo(member)).map(({ text }) => text)
  for (const text of await textsTo(one)) {
    expect(text).toContain('About this event: Park behind the church.')
    expect(text).not.toContain('Only on the page.')
  }
  // The confirmation and the reminder.
  expect(await textsTo(one)).toHaveLength(2)
  for (const text of await textsTo(two)) expect(text).not.toContain('Park behind')
  site.moveTo(START)
})

test('a banner goes with the draft that it was about', async () => {
  const events = (path: string, body: object) =>
    site.ask('POST', `/api/office/events${path}`, { as: clerk, body })
  const draft = await events('', {
    event_name: 'A mistake',
    event_date: '2027-03-06',
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 1 },
  })
  const { event_id, version } = draft.body
  const { body } = await call('POST', '', {
    ...SNOW,
    place: 'event',
    event_id,
    in_mails: false,
  })
  expect((await events(`/${event_id}/discard`, { version })).status).toBe(204)
  expect((await call('GET', `/${body.id}`)).status).toBe(404)
})

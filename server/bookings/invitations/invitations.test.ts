import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import {
  at,
  type Browser,
  book,
  claim,
  hold,
  holdSignedOut,
  newBrowser,
} from '../../../test/app/bookings.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { sendsSms: true } })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  await site.close()
})
beforeEach(async () => {
  await later(0)
  event = await site.event({ places: 6, sessionMinutes: 20 })
})

/** A session of the office does not last so long: somebody signs in anew. */
async function later(ms: number) {
  site.moveTo(new Date(START.getTime() + ms))
  clerk = await site.staff(['office'])
}
const query = async (text: string, ...values: unknown[]) =>
  (await site.ownerPool.query(text, values)).rows

const LIST = 'Name,Email,Mobile,Time\nAlbert Green,albert@example.org,,\nBen Hill,,07700 900123,'
const post = (url: string, body: object, as = clerk) =>
  site.ask('POST', url, { as, body, headers: { 'idempotency-key': crypto.randomUUID() } })
const plan = (text: string) =>
  post(`/api/office/events/${event.event_id}/invitation-plan`, { text, days: 7 })
const invite = (text: string, as = clerk) =>
  post(`/api/office/events/${event.event_id}/invitations`, { text, days: 7 }, as)
async function listed() {
  const { body } = await site.ask('GET', `/api/office/events/${event.event_id}/invitations`, {
    as: clerk,
  })
  return body.data
}
const stateOf = async (name: string) =>
  (await listed()).find((row: { name: string }) => row.name === name)?.state

/** The key of a card that is printed for the first of the list. */
async function newestKey(): Promise<string> {
  const [first] = await listed()
  const { body } = await post(`/api/office/invitations/${first.id}/card`, {})
  return body.link.split('#invite=')[1]
}

async function open(key: string, browser: Browser) {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/invitation/place',
    headers: { 'sec-fetch-site': 'same-origin', cookie: browser.visitor },
    payload: { key },
  })
  const [cookie = ''] = [answer.headers['set-cookie']].flat().join().split(';')
  if (cookie) browser.visitor = cookie
  return { status: answer.statusCode, body: answer.json() }
}
const view = async (key: string, browser = newBrowser()) =>
  (await site.ask('POST', '/api/invitation', { as: at(browser), body: { key } })).body

async function freeTimes(as?: { cookie: string }): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/events/${event.event_id}/slots`, {
    ...(as && { as }),
  })
  return body[event.event_date]?.availableTimeSlots ?? []
}

test('a list is checked line by line before anything is held', async () => {
  const member = await site.member()
  await site.consent(member, event)
  await book(site, member, event, '10:00')
  await query(`update members set email = 'Booked@example.org' where id = $1`, member.id)
  const { status, body } = await plan(
    [
      'Full Name;E-mail;Mobile phone;Time',
      'Albert Green;albert@example.org;;10:20',
      ';nobody@example.org;;',
      'Carl Wood;carl@;;',
      'Dan Reed;;01603 123;',
      'Albert Again;ALBERT@example.org;;',
      'Ed Booked;booked@example.org;;',
      'Fred Late;;7700900124;10:20',
      'Guy Early;;;07:00',
      '',
      'Hal Plain;;;',
    ].join('\n'),
  )
  expect(status).toBe(200)
  const rows = body.rows.map((row: { line: number; time: string; problem: string }) => [
    row.line,
    row.time,
    row.problem,
  ])
  expect(rows).toEqual([
    [2, '10:20', null],
    [3, null, 'no_name'],
    [4, null, 'bad_email'],
    [5, null, 'bad_mobile'],
    [6, null, 'listed_twice'],
    [7, null, 'already_booked'],
    [8, '10:20', 'time_full'],
    [9, '07:00', 'unknown_time'],
    [11, expect.any(String), null],
  ])
  expect(await listed()).toEqual([])
  for (const [text, code] of [
    ['Albert,albert@example.org', 'names_unreadable'],
    ['Name,Email', 'no_names'],
    [`Name\n${'A B\n'.repeat(201)}`, 'too_many_names'],
  ])
    expect((await plan(text ?? '')).body.code).toBe(code)
})

test('nobody is invited who died or asked for no contact, under whatever address', async () => {
  const [dead, quiet] = [await site.member(), await site.member()]
  await query(
    `update members set email = 'dead@example.org', died_at = now() where id = $1`,
    dead.id,
  )
  await query(
    `update members set email = 'Quiet@example.org', wants_contact = 'none' where id = $1`,
    quiet.id,
  )
  const { body } = await invite('Name,Email\nA B,dead@example.org\nC D,quiet@example.org')
  expect(body.rows).toMatchObject([{ problem: 'not_contacted' }, { problem: 'not_contacted' }])
  expect(await listed()).toEqual([])
})

test('a member who shares the address of somebody who died is invited', async () => {
  const [dead, son] = [await site.member(), await site.member()]
  await query(`update members set died_at = now() where id = $1`, dead.id)
  await query(`update members set email = 'shared@example.org' where id = any($1)`, [
    dead.id,
    son.id,
  ])
  expect((await invite('Name,Email\nA Son,shared@example.org')).status).toBe(201)
})

test('a place is held for each, nobody else gets it, and the same list twice holds none more', async () => {
  const before = await freeTimes()
  expect((await invite(LIST)).status).toBe(201)
  expect(await freeTimes()).toHaveLength(before.length - 2)
  expect((await listed()).map((row: { state: string }) => row.state)).toEqual([
    'invited',
    'invited',
  ])
  const again = await invite(LIST)
  expect(again.body.rows.map((row: { problem: string }) => row.problem)).toEqual([
    'already_invited',
    'already_invited',
  ])
  // A member who is signed in gets places of visitors, but not these.
  const [held] = await listed()
  const member = await site.member()
  expect((await hold(site, member, event, held.time)).body.code).toBe('slot_taken')
  expect(await freeTimes(member)).toHaveLength(before.length - 2)
  // Visitors still get half of what is free.
  expect((await holdSignedOut(site, newBrowser(), event, before.at(-1) ?? '')).status).toBe(201)
  const sms = await query(
    `select 1 from jobs.job where name = 'sms' and data->>'about' like 'invitation %'`,
  )
  expect(sms.length).toBeGreaterThan(0)
})

test('the last places, held by invitation, do not go to a member who is signed in', async () => {
  event = await site.event({ places: 2, sessionMinutes: 60 })
  expect((await invite(LIST)).body.rows).toMatchObject([{ problem: null }, { problem: null }])
  const member = await site.member()
  expect(await freeTimes(member)).toEqual([])
  const refused = await hold(site, member, event, '10:00')
  expect(refused.body.code).toBe('slot_taken')
  const { body } = await plan('Name\nCarl Wood')
  expect(body).toMatchObject({ places: 0, rows: [{ problem: 'no_place' }] })
})

test('whoever opens the link signs in and books with their own consent', async () => {
  await invite('Name,Email\nAlbert Green,albert@example.org')
  const key = await newestKey()
  const browser = newBrowser()
  expect(await view(key)).toMatchObject({ state: 'open', event_id: event.event_id })
  expect(await stateOf('Albert Green')).toBe('invited')
  const { body: opened } = await open(key, browser)
  expect(await stateOf('Albert Green')).toBe('opened')
  // Chosen again by the page, it stays held for as long as was promised.
  expect((await holdSignedOut(site, browser, event, opened.time)).status).toBe(201)
  await later(20 * MINUTE_MS)
  const member = await site.member()
  expect((await claim(site, { member, browser, event, time: opened.time })).status).toBe(200)
  await later(DAY_MS)
  expect((await hold(site, member, event, opened.time)).status).toBe(201)
  await later(2 * DAY_MS)
  expect((await book(site, member, event, opened.time)).body.code).toBe('consent_required')
  await site.consent(member, event)
  expect((await book(site, member, event, opened.time)).status).toBe(201)
  expect(await stateOf('Albert Green')).toBe('booked')
  expect(await view(key)).toMatchObject({ state: 'used' })
  const [{ id }] = await listed()
  expect((await post(`/api/office/invitations/${id}/withdrawal`, {})).body.code).toBe(
    'invitation_booked',
  )
})

test('two browsers that open one link at once: one gets the place', async () => {
  await invite('Name,Email\nAlbert Green,albert@example.org')
  const key = await newestKey()
  for (let round = 0; round < 5; round++) {
    const browsers = [newBrowser(), newBrowser()]
    const answers = await Promise.all(browsers.map((browser) => open(key, browser)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('invitation_opened')
    const held = await query(
      `select 1 from places where event_id = $1 and held_until > $2`,
      event.event_id,
      site.deps.now(),
    )
    expect(held).toHaveLength(1)
    // Half an hour later the link works again for a browser that has lost its cookie.
    await later((round + 1) * 31 * MINUTE_MS)
  }
})

test('two clerks who send one list at once hold each place once', async () => {
  const other = await site.staff(['office'])
  const answers = await Promise.all([invite(LIST), invite(LIST, other)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await listed()).toHaveLength(2)
})

test('a place is free again when its time is over, or when it is withdrawn', async () => {
  const before = await freeTimes()
  await invite(LIST)
  const [one, two] = await listed()
  const key = await newestKey()
  expect((await post(`/api/office/invitations/${two.id}/withdrawal`, {})).body.state).toBe(
    'withdrawn',
  )
  expect(await freeTimes()).toHaveLength(before.length - 1)
  expect((await post(`/api/office/invitations/${one.id}/extension`, { days: 14 })).status).toBe(200)
  await later(8 * DAY_MS)
  expect(await stateOf('Albert Green')).toBe('invited')
  await later(14 * DAY_MS)
  expect(await stateOf('Albert Green')).toBe('lapsed')
  expect(await view(key)).toMatchObject({ state: 'over' })
  expect((await open(key, newBrowser())).body.code).toBe('invitation_over')
  expect(await freeTimes()).toHaveLength(before.length)
  expect((await post(`/api/office/invitations/${one.id}/sending`, {})).body.code).toBe(
    'invitation_ended',
  )
})

test('a new link replaces the earlier one, also one that a browser has opened', async () => {
  await invite('Name,Email\nAlbert Green,albert@example.org')
  const [{ id }] = await listed()
  const first = await newestKey()
  await open(first, newBrowser())
  expect((await post(`/api/office/invitations/${id}/sending`, {})).body.state).toBe('invited')
  expect((await open(first, newBrowser())).status).toBe(404)
  const { body: card } = await post(`/api/office/invitations/${id}/card`, {})
  const key = card.link.split('#invite=')[1]
  expect((await open(key, newBrowser())).status).toBe(200)
})

test('places kept back for the host come first, and go back to being kept back', async () => {
  await query(`update places set is_kept_back = true where event_id = $1`, event.event_id)
  expect(await freeTimes()).toEqual([])
  await invite('Name,Email\nAlbert Green,albert@example.org')
  const [{ id, time }] = await listed()
  // Staff who book somebody at that time do not get the held place.
  const { body } = await site.ask('GET', `/api/office/events/${event.event_id}/times`, {
    as: clerk,
  })
  const kept = (at: string) =>
    body.times.find((one: { time: string }) => one.time === at)?.kept_back ?? 0
  expect(kept(time)).toBe(0)
  await post(`/api/office/invitations/${id}/withdrawal`, {})
  expect(await freeTimes()).toEqual([])
})

test('the place returns to its link when somebody with an appointment signs in', async () => {
  await invite('Name,Email\nAlbert Green,albert@example.org')
  const key = await newestKey()
  const other = await site.event({ places: 6, sessionMinutes: 20 })
  const booked = await site.member()
  await site.consent(booked, other)
  await book(site, booked, other, '10:00')
  const browser = newBrowser()
  const { body: opened } = await open(key, browser)
  const refused = await claim(site, { member: booked, browser, event, time: opened.time })
  expect(refused.body.code).toBe('existing_booking')
  expect((await open(key, newBrowser())).status).toBe(200)
})

/** The newest mail to the address, and how many it has had. */
const mailsTo = (address: string) => site.mails.filter(({ to }) => to === address)

test('a cancelled event ends the invitations, and each reads that they should not come', async () => {
  await invite('Name,Email\nAlbert Green,cancelled@example.org')
  const key = await newestKey()
  const url = `/api/office/events/${event.event_id}/cancellation`
  expect((await post(url, { dry_run: true })).body.invited).toBe(1)
  expect((await cancelDay(site, { eventId: event.event_id, as: clerk })).status).toBe(202)
  expect(await stateOf('Albert Green')).toBe('event_cancelled')
  expect(await view(key)).toMatchObject({ state: 'closed' })
  expect((await open(key, newBrowser())).body.code).toBe('booking_closed')
  await expect
    .poll(() => mailsTo('cancelled@example.org').at(-1)?.text)
    .toContain('Please do not come')
})

test('new times of the event: the nearest is held, with a new link', async () => {
  await invite('Name,Email,Time\nAlbert Green,moved@example.org,10:40')
  const key = await newestKey()
  const url = `/api/office/events/${event.event_id}`
  const { body: shown } = await site.ask('GET', url, { as: clerk })
  const body = {
    version: shown.version,
    event_date: shown.event_date,
    slot_plan: { ...shown.slot_plan, start: '11:00', end: '13:00' },
    times: 'move',
    free_cancellation: 'none',
  }
  const preview = await post(`${url}/time-change`, { ...body, dry_run: true })
  expect(preview.body.invited).toBe(1)
  const change = { ...body, dry_run: false, shown: preview.body.shown }
  expect((await post(`${url}/time-change`, change)).status).toBe(202)
  expect(await listed()).toMatchObject([{ state: 'invited', time: '11:00' }])
  expect((await open(key, newBrowser())).status).toBe(404)
  expect((await open(await newestKey(), newBrowser())).body.time).toBe('11:00')
  await expect
    .poll(() => mailsTo('moved@example.org').at(-1)?.text)
    .toContain('Your earlier link has stopped working')
})

test('a link that could not be delivered is listed, until a later one goes out', async () => {
  await invite('Name,Email\nAlbert Green,lost@example.org')
  const [{ id }] = await listed()
  const undelivered = async () => (await listed())[0].undelivered
  const fail = () =>
    query(`update jobs.job set state = 'failed' where data->>'about' = $1`, `invitation ${id}`)
  await expect.poll(() => mailsTo('lost@example.org').length).toBe(1)
  expect(await undelivered()).toBe(false)
  await fail()
  expect(await undelivered()).toBe(true)
  await post(`/api/office/invitations/${id}/sending`, {})
  expect(await undelivered()).toBe(false)
})

test('another hall: the invited get an email, and their link works as before', async () => {
  await invite('Name,Email\nAlbert Green,hall@example.org')
  const key = await newestKey()
  const url = `/api/office/events/${event.event_id}`
  const { body: shown } = await site.ask('GET', url, { as: clerk })
  const change = { version: shown.version, address_line1: 'Guildhall' }
  expect((await site.ask('PUT', url, { as: clerk, body: change })).status).toBe(200)
  await expect.poll(() => mailsTo('hall@example.org').at(-1)?.text).toContain('Guildhall')
  expect((await open(key, newBrowser())).status).toBe(200)
})

test('an event with invitations is not taken off the site', async () => {
  await invite('Name\nAlbert Green')
  const [{ id }] = await listed()
  await post(`/api/office/invitations/${id}/withdrawal`, {})
  const refused = await post(`/api/office/events/${event.event_id}/unpublish`, {})
  expect(refused.body).toMatchObject({ code: 'event_used', uses: ['invited'] })
})

test('only staff who book for members may invite', async () => {
  const clinician = await site.staff(['clinician'])
  expect((await invite(LIST, clinician)).status).toBe(403)
  expect((await post('/api/office/invitations/999999/withdrawal', {})).status).toBe(404)
})

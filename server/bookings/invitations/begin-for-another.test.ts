import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts'
import { book, claim, newBrowser } from '../../../test/app/bookings.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { sendPlainForm } from '../../../test/app/contact-form.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { sweep } from '../../records/upkeep/sweep.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let event: CharityEvent
let round = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { sendsSms: true } })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  await site.close()
})
beforeEach(async () => {
  site.moveTo(START)
  round += 1
  await query('delete from rate_limits')
  event = await site.event({ places: 30, sessionMinutes: 20 })
})

const query = async (text: string, ...values: unknown[]) =>
  (await site.ownerPool.query(text, values)).rows
const asker = (n: number | string = '') => `jane${n}-${round}@example.org`
const invited = (n: number | string = '') => `albert${n}-${round}@example.org`
const form = (changes: Record<string, string> = {}) => ({
  time: '10:20',
  'his-first-name': 'Albert',
  'his-last-name': 'Green',
  'his-email': invited(),
  'his-mobile': '',
  'first-name': 'Jane',
  'last-name': 'Green',
  email: asker(),
  ...changes,
})

async function ask(changes: Record<string, string> = {}, of: { event_id: number } = event) {
  const url = `/event/${of.event_id}/begin-for-another`
  const { statusCode, headers } = await sendPlainForm(site, { url, fields: form(changes) })
  return [statusCode, headers.location]
}

/** The status and the fields in error, or the code, of a form that is sent back. */
async function refusal(changes: Record<string, string> = {}, of: { event_id: number } = event) {
  const url = `/event/${of.event_id}/begin-for-another`
  const headers = { accept: 'application/json' }
  const { status, body } = await site.ask('POST', url, { body: form(changes), headers })
  return [status, body.code ?? body.errors.map(({ field }: { field: string }) => field)]
}

const textsTo = (address: string) =>
  site.mails.filter(({ to }) => to === address).map(({ text }) => text)

/** The address of the newest link in a mail to her. */
async function linkTo(address: string, count = 1): Promise<string> {
  return until(() => {
    const links = textsTo(address).flatMap(
      (text) => /\/begin-for-another\/confirm\?token=\S+/.exec(text) ?? [],
    )
    expect(links).toHaveLength(count)
    return links.at(-1) ?? ''
  })
}

async function press(link: string) {
  const { statusCode, headers } = await sendPlainForm(site, { url: link, fields: {} })
  expect(statusCode).toBe(303)
  return headers.location
}

async function begin(changes: Record<string, string> = {}, of: { event_id: number } = event) {
  expect(await ask(changes, of)).toEqual([303, '/begin-for-another/sent'])
  const address = changes.email ?? asker()
  return press(await linkTo(address, asked(address)))
}
/** How often each address has asked. */
const counts = new Map<string, number>()
function asked(address: string): number {
  counts.set(address, (counts.get(address) ?? 0) + 1)
  return counts.get(address) ?? 0
}

const held = () =>
  query('select id, invited_by, held_until, sent_at from invitations order by id').then((rows) =>
    rows.slice(before),
  )
let before = 0
beforeEach(async () => {
  before = (await query('select 1 from invitations')).length
})

async function freeTimes(): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/events/${event.event_id}/slots`)
  return body[event.event_date]?.availableTimeSlots ?? []
}

async function keyOf(address: string): Promise<string> {
  return until(() => {
    const [, key] = /#invite=(\S+)/.exec(textsTo(address).at(-1) ?? '') ?? []
    expect(key).toBeDefined()
    return key ?? ''
  })
}
const call = (path: string, key: string) =>
  site.ask('POST', `/api/invitation${path}`, { body: { key } })

test('whoever asks confirms; the invited person reads who asked, and books with their own consent', async () => {
  expect(await ask()).toEqual([303, '/begin-for-another/sent'])
  const link = await linkTo(asker())
  asked(asker())
  // Nothing is held, stored or sent to the invited person before the address is proven.
  expect(await held()).toEqual([])
  expect(textsTo(invited())).toEqual([])
  expect(textsTo(asker())[0]).not.toMatch(/Albert|Jane/)
  expect(await press(link)).toBe('/begin-for-another/done')
  const until48 = new Date(START.getTime() + 48 * HOUR_MS)
  expect(await held()).toMatchObject([{ invited_by: null, held_until: until48, sent_at: START }])
  const key = await keyOf(invited())
  expect(textsTo(invited())[0]).toContain(
    `Jane Green (${asker()}) asked us to hold a place for you`,
  )
  expect((await call('', key)).body).toMatchObject({
    state: 'open',
    time: '10:20',
    begun_by: { name: 'Jane Green', email: asker() },
  })
  // Pressed twice, it holds no second place.
  expect(await press(link)).toBe('/begin-for-another/done')
  expect(await held()).toHaveLength(1)

  const member = await site.member()
  const browser = newBrowser()
  const opened = await site.app.inject({
    method: 'POST',
    url: '/api/invitation/place',
    headers: { 'sec-fetch-site': 'same-origin', cookie: browser.visitor },
    payload: { key },
  })
  browser.visitor = [opened.headers['set-cookie']].flat().join().split(';')[0] ?? ''
  expect((await claim(site, { member, browser, event, time: '10:20' })).status).toBe(200)
  expect((await book(site, member, event, '10:20')).body.code).toBe('consent_required')
  await site.consent(member, event)
  expect((await book(site, member, event, '10:20')).status).toBe(201)
  expect(textsTo(asker())).toHaveLength(1)
})

test('a person with a mobile alone gets a text that names who asked', async () => {
  expect(await begin({ 'his-email': '', 'his-mobile': '07700 900321' })).toBe(
    '/begin-for-another/done',
  )
  await until(() =>
    expect(site.smses).toContainEqual({
      phone: '+447700900321',
      subject: expect.anything(),
      text: expect.stringMatching(/^CHAPS: Jane Green asked us to hold a place for you/),
    }),
  )
})

test('the form is sent back with what is wrong, and nothing is mailed', async () => {
  const before = await site.stored()
  expect(await refusal({ 'his-email': asker() })).toEqual([422, ['his-email']])
  expect(await refusal({ time: '07:00' })).toEqual([422, ['time']])
  expect(await refusal({ 'first-name': 'evil.example/win', 'his-last-name': '' })).toEqual([
    422,
    ['his-last-name', 'first-name'],
  ])
  expect(await site.stored()).toEqual(before)
})

describe('limits', () => {
  test('a tenth of the places of an event', async () => {
    for (const [n, time] of ['10:00', '10:20', '10:40', '11:00'].entries())
      expect(await begin({ email: asker(n), 'his-email': invited(n), time })).toBe(
        n < 3 ? '/begin-for-another/done' : '/begin-for-another/taken',
      )
    expect(await held()).toHaveLength(3)
  })

  test('one place of an event for who asks, and three of all', async () => {
    expect(await begin()).toBe('/begin-for-another/done')
    expect(await begin({ 'his-email': invited(2), time: '10:40' })).toBe('/begin-for-another/taken')
    await query('delete from rate_limits')
    for (const n of [3, 4])
      expect(await begin({ 'his-email': invited(n) }, await site.event({ places: 30 }))).toBe(
        '/begin-for-another/done',
      )
    await query('delete from rate_limits')
    expect(await begin({ 'his-email': invited(5) }, await site.event({ places: 30 }))).toBe(
      '/begin-for-another/taken',
    )
  })

  test('one message a day to the invited person, with the same answer', async () => {
    expect(await begin()).toBe('/begin-for-another/done')
    await keyOf(invited())
    const other = await site.event({ places: 30 })
    expect(await begin({ email: asker(2) }, other)).toBe('/begin-for-another/done')
    // Even when the first was released.
    await call('/refusal', await keyOf(invited()))
    expect(await begin({ email: asker(3) }, other)).toBe('/begin-for-another/done')
    expect(await held()).toHaveLength(1)
    expect(textsTo(invited())).toHaveLength(1)
  })

  test('three mails a day to who asks, and the answer stays the same', async () => {
    for (let n = 0; n < 5; n++) expect(await ask()).toEqual([303, '/begin-for-another/sent'])
    await linkTo(asker(), 3)
    expect(textsTo(asker())).toHaveLength(3)
  })

  test('so many from one network', async () => {
    const limited = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
    const { event_id: id } = await limited.event()
    const url = `/event/${id}/begin-for-another`
    const send = (n: number) =>
      limited.app.inject({
        method: 'POST',
        url,
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(form({ email: asker(n) })).toString(),
      })
    for (let n = 0; n < 20; n++) expect((await send(n)).statusCode).toBe(303)
    expect((await send(21)).statusCode).not.toBe(303)
    await limited.close()
  })
})

test.each([
  ['a corporate event', `exclusive_for = 'CORPORATE'`],
  ['a lodge', `exclusive_for = 'FREEMASONS'`],
  ['a private event', `is_private = true, access_code_hash = 'x'`],
  ['a draft', `status = 'draft'`],
])('nobody begins for another at %s', async (_, change) => {
  await ask()
  const link = await linkTo(asker())
  await query(`update events set ${change} where id = $1`, event.event_id)
  expect(await refusal()).toEqual(
    change.includes('draft') ? [404, 'not_found'] : [403, 'booking_closed'],
  )
  expect(await press(link)).toBe('/begin-for-another/taken')
})

test('an event that closed, or a time that went, holds nothing', async () => {
  await ask()
  const link = await linkTo(asker())
  await query(
    `update places set is_closed = true where event_id = $1 and slot_starts_at = $2`,
    event.event_id,
    new Date(`${event.event_date}T10:20:00Z`),
  )
  expect(await press(link)).toBe('/begin-for-another/taken')
  await ask({ time: '10:40' })
  const second = await linkTo(asker(), 2)
  await query('update events set booking_paused_at = now() where id = $1', event.event_id)
  expect(await press(second)).toBe('/begin-for-another/taken')
  expect(await held()).toEqual([])
  expect(textsTo(invited())).toEqual([])
})

test('the link to confirm works for a day; a made up one never', async () => {
  await ask()
  const link = await linkTo(asker())
  site.moveTo(new Date(START.getTime() + DAY_MS))
  expect(await press(link)).toBe('/begin-for-another/link-over')
  expect(await press('/begin-for-another/confirm?token=made-up')).toBe(
    '/begin-for-another/link-over',
  )
  expect(await press('/begin-for-another/confirm')).toBe('/begin-for-another/link-over')
  const changed = link.replace(/.{3}$/, 'AAA')
  expect(await press(changed)).toBe('/begin-for-another/link-over')
  expect(await held()).toEqual([])
})

test('after 48 hours the place is free again; a week later nothing is left', async () => {
  event = await site.event({ places: 6, sessionMinutes: 20 })
  expect(await begin()).toBe('/begin-for-another/done')
  const key = await keyOf(invited())
  expect(await freeTimes()).not.toContain('10:20')
  site.moveTo(new Date(START.getTime() + 48 * HOUR_MS))
  expect(await freeTimes()).toContain('10:20')
  expect((await call('', key)).body.state).toBe('over')
  expect((await call('/place', key)).body.code).toBe('invitation_over')
  site.moveTo(new Date(START.getTime() + 7 * DAY_MS + HOUR_MS))
  await sweep({ ...site.deps, auth: {} })
  expect(await held()).toEqual([])
})

test('the link gives it back at once', async () => {
  event = await site.event({ places: 6, sessionMinutes: 20 })
  expect(await begin()).toBe('/begin-for-another/done')
  const key = await keyOf(invited())
  expect((await call('/refusal', key)).body.state).toBe('withdrawn')
  expect(await freeTimes()).toContain('10:20')
  expect((await call('/refusal', key)).body.state).toBe('withdrawn')
  expect((await call('/place', key)).body.code).toBe('invitation_over')
  expect((await call('/refusal', 'a'.repeat(22))).status).toBe(404)
})

test('somebody with an appointment at the event gets no message, and nothing shows it', async () => {
  const member = await site.member()
  await query('update members set email = $2 where id = $1', member.id, invited())
  await site.consent(member, event)
  expect((await book(site, member, event, '11:00')).status).toBe(201)
  expect(await begin()).toBe('/begin-for-another/done')
  expect(await held()).toMatchObject([{ sent_at: null }])
  expect(textsTo(invited()).filter((text) => text.includes('Jane'))).toEqual([])
})

test('somebody who asked for no contact reads nothing of the place, whatever becomes of it', async () => {
  const { id: memberId } = await site.member()
  await query(
    "update members set email = $2, wants_contact = 'none' where id = $1",
    memberId,
    invited(),
  )
  await begin()
  const [{ id }] = (await held()) as [{ id: number }]
  const clerk = await site.staff(['office'])
  const again = await site.ask('POST', `/api/office/invitations/${id}/sending`, { as: clerk })
  expect([again.status, again.body.code]).toEqual([409, 'nobody_to_send_to'])
  // The other person's mail leaves after those of the silent place would have.
  await begin({ email: asker(2), 'his-email': invited(2), time: '10:40' })
  expect((await cancelDay(site, { eventId: event.event_id, as: clerk })).status).toBe(202)
  await until(() => expect(textsTo(invited(2)).at(-1)).toContain('Please do not come'))
  expect(textsTo(invited())).toEqual([])
})

test('two who ask for the last place, and a member who books it', async () => {
  event = await site.event({ places: 1, sessionMinutes: 120 })
  const links: string[] = []
  for (const n of [1, 2]) {
    await ask({ email: asker(n), 'his-email': invited(n), time: '10:00' })
    links.push(await linkTo(asker(n)))
  }
  const member = await site.member()
  await site.consent(member, event)
  const [first, second, booked] = await Promise.all([
    ...links.map(press),
    book(site, member, event, '10:00'),
  ] as const)
  const isBooked = Object(booked).status === 201
  const done = [first, second].filter((at) => at === '/begin-for-another/done')
  expect(done.length + (isBooked ? 1 : 0)).toBe(1)
  expect(await held()).toHaveLength(done.length)
})

test('places reserved for the host are not held, also when they were reserved later', async () => {
  await ask()
  const link = await linkTo(asker())
  await query('update places set is_kept_back = true where event_id = $1', event.event_id)
  expect(await refusal()).toEqual([422, ['time']])
  expect(await press(link)).toBe('/begin-for-another/taken')
  expect(await held()).toEqual([])
})

test('two who ask for different times at once get no more than the share of the event', async () => {
  event = await site.event({ places: 12, sessionMinutes: 20 })
  const links: string[] = []
  for (const [n, time] of ['10:00', '10:20', '10:40'].entries()) {
    await ask({ email: asker(n), 'his-email': invited(n), time })
    links.push(await linkTo(asker(n)))
  }
  await Promise.all(links.map(press))
  expect(await held()).toHaveLength(1)
})

test('one who confirms four events at once gets three', async () => {
  const links: string[] = []
  for (const n of [1, 2, 3, 4]) {
    await ask({ 'his-email': invited(n) }, await site.event({ places: 30 }))
    links.push(await linkTo(asker(), n))
    await query('delete from rate_limits')
  }
  const steps = await Promise.all(links.map(press))
  expect(steps.filter((step) => step === '/begin-for-another/done')).toHaveLength(3)
  expect(await held()).toHaveLength(3)
})

test('the office sees who began, and withdraws it', async () => {
  expect(await begin()).toBe('/begin-for-another/done')
  const clerk = await site.staff(['office'])
  const { body } = await site.ask('GET', `/api/office/events/${event.event_id}/invitations`, {
    as: clerk,
  })
  expect(body.data).toMatchObject([
    {
      name: 'Albert Green',
      begun_by: `Jane Green (${asker()})`,
      invited_by: null,
      state: 'invited',
    },
  ])
  const url = `/api/office/invitations/${body.data[0].id}/withdrawal`
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const ended = await site.ask('POST', url, { as: clerk, body: {}, headers })
  expect(ended.body.state).toBe('withdrawn')
})

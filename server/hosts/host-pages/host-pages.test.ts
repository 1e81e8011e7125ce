import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookDirectly } from '../../../test/app/booked.queries.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { makeMembers } from '../../../test/app/crowd.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { recordSample, sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { fullEvent, join } from '../../../test/app/waiting.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { releaseHostPlaces } from './release-places.ts'

const START = new Date('2027-01-12T09:00:00Z')
const HOST = 'host@example.org'
let site: TestApp
/** On 26 January 2027 from 10:00, six places, the last two kept back. */
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event()
  await keepBack(event, 2)
})
afterAll(() => site.close())

async function keepBack({ event_id: id }: CharityEvent, count: number) {
  await site.deps.database.pool.query(
    `update places set is_kept_back = true where (event_id, slot_starts_at, place_number) in
       (select event_id, slot_starts_at, place_number from places where event_id = $1
         order by slot_starts_at desc limit $2)`,
    [id, count],
  )
  await site.deps.database.pool.query('update events set contact_email = $2 where id = $1', [
    id,
    HOST,
  ])
}
const settingsUrl = (of = event) => `/api/office/events/${of.event_id}/host-page`
async function office(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path = '',
  body?: object,
  of = event,
) {
  const as = await site.staff(['office'])
  return site.ask(method, settingsUrl(of) + path, { as, ...(body && { body }) })
}
async function newKey(of = event, isMailed = false): Promise<string> {
  const { status, body } = await office('POST', '/link', { mail_to_host: isMailed }, of)
  expect(status).toBe(201)
  return /\/by-link#host=([\w-]{22})$/.exec(body.link)?.[1] ?? ''
}
const open = (key: string) => site.ask('POST', '/api/host', { body: { key } })
const release = () =>
  releaseHostPlaces(site.deps, (error) => {
    throw error
  })
const freeTimes = async (of = event) => {
  const { body } = await site.ask('GET', `/api/events/${of.event_id}/slots`)
  return body[of.event_date]?.availableTimeSlots
}

describe('the link', () => {
  test('shows counts and no name, is stored as a hash, and is mailed when asked', async () => {
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('no member')
    await bookedId(site, member, event, '10:00')
    const key = await newKey(event, true)
    const { body, headers } = await open(key)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      state: 'coming',
      event_id: event.event_id,
      event_name: event.event_name,
      date: '2027-01-26',
      start_time: '10:00',
      end_time: '12:00',
      place: 'Colchester',
      is_private: false,
      places: {
        all: 6,
        booked: 1,
        kept_back: 2,
        kept_back_booked: 0,
        release_on: null,
        is_released: false,
      },
      share: null,
      summary: null,
      works_until: '2027-04-26',
    })
    expect(JSON.stringify(body)).not.toContain(member.lastName)
    await until(() =>
      expect(site.mails.some(({ to, text }) => to === HOST && text.includes(key))).toBe(true),
    )
    const { rows } = await site.deps.database.pool.query(
      `select t::text as row from host_links t union all select t::text from audit_log t`,
    )
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(key)
  })

  test('still counts the places while the event is going on, names nobody, and stops at its end', async () => {
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('no member')
    await bookedId(site, member, event, '10:00')
    const key = await newKey()
    const at = async (time: string) => {
      site.moveTo(ukInstant('2027-01-26', time))
      return (await open(key)).body
    }
    for (const time of ['10:00', '11:59']) {
      const page = await at(time)
      expect(page).toMatchObject({ state: 'coming', places: { all: 6, booked: 1 }, summary: null })
      expect(JSON.stringify(page)).not.toContain(member.lastName)
    }
    expect(await at('12:00')).toMatchObject({ state: 'over', places: null })
  })

  test('is ended by a new one, by the office, and by its time', async () => {
    const first = await newKey()
    const second = await newKey()
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect((await office('GET')).body.link).toMatchObject({ is_mailed: false })
    expect((await office('DELETE', '/link')).body.link).toBeNull()
    expect((await open(second)).status).toBe(404)
    const third = await newKey()
    site.moveTo(new Date('2027-04-26T11:59:59Z'))
    expect((await open(third)).status).toBe(200)
    site.moveTo(new Date('2027-04-26T12:00:00Z'))
    expect((await open(third)).status).toBe(404)
  })

  test('only the office makes one, and not for a draft or a cancelled event', async () => {
    for (const role of ['venue', 'clinician', 'treasurer', 'admin'] as const) {
      const as = await site.staff([role])
      const url = `${settingsUrl()}/link`
      const body = { mail_to_host: false }
      expect((await site.ask('POST', url, { as, body })).status).toBe(403)
    }
    const set = (status: string) =>
      site.deps.database.pool.query(
        `update events set status = $2::text,
           cancelled_at = case when $2::text = 'cancelled' then now() end where id = $1`,
        [event.event_id, status],
      )
    await set('draft')
    const ask = async () => (await office('POST', '/link', { mail_to_host: false })).body.code
    expect(await ask()).toBe('not_published')
    await set('cancelled')
    expect(await ask()).toBe('event_cancelled')
    await set('published')
  })

  test('makes a poster with the address of the event, and nothing of anybody', async () => {
    const key = await newKey()
    const { rawPayload, headers, statusCode } = await site.app.inject({
      method: 'POST',
      url: '/api/host/poster',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { key },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    const [page] = await readPdf(rawPayload)
    const text = page?.map((one) => one.text).join(' ')
    for (const said of [
      'A PSA blood test near you',
      event.event_name,
      'Tuesday, 26 January 2027, 10:00 to 12:00',
      `http://localhost:3000/event/${event.event_id}`,
    ])
      expect(text).toContain(said)
  })
})

describe('unclaimed places', () => {
  const day = '2027-01-20'
  afterAll(async () => {
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })
  const setDay = (release_on: string | null) => office('PUT', '', { release_on })

  test('are released on the day that is set, once, and everybody can book them', async () => {
    expect((await setDay(day)).body).toMatchObject({ release_on: day, released_at: null })
    site.moveTo(new Date(ukInstant(day, '00:00').getTime() - 1))
    await release()
    expect(await freeTimes()).toEqual(['10:00', '10:20', '10:40', '11:00'])
    site.moveTo(ukInstant(day, '00:00'))
    await Promise.all([release(), release()])
    expect(await freeTimes()).toEqual(['10:00', '10:20', '10:40', '11:00', '11:20', '11:40'])
    const { rows } = await site.deps.database.pool.query(
      `select details from audit_log where action = 'host places released' and subject = $1`,
      [`event ${event.event_id}`],
    )
    expect(rows).toEqual([{ details: { places: 2 } }])
    const { body } = await open(await newKey())
    expect(body.places).toMatchObject({ kept_back: 0, release_on: day, is_released: true })
  })

  test('go to the waiting list first', async () => {
    const { event: full } = await fullEvent(site, { places: 2, sessionMinutes: 60 })
    await keepBack(full, 1)
    const waiting = await site.member()
    expect((await join(site, waiting, full)).status).toBe(200)
    await office('PUT', '', { release_on: day }, full)
    site.moveTo(ukInstant(day, '08:00'))
    await release()
    const { rows } = await site.deps.database.pool.query(
      'select offered_to::int as id from places where event_id = $1 and offer_id is not null',
      [full.event_id],
    )
    expect(rows).toEqual([{ id: waiting.id }])
  })

  test('that staff book at that moment are booked or released, never both', async () => {
    const tight = await site.event({ places: 2, sessionMinutes: 60 })
    await keepBack(tight, 2)
    await office('PUT', '', { release_on: day }, tight)
    const members = await consentingMembers(site, 2, [tight])
    site.moveTo(ukInstant(day, '08:00'))
    const as = await site.staff(['office'])
    const booking = async (n: number) => {
      const body = {
        member_id: members[n]?.id ?? 0,
        event_id: tight.event_id,
        date: tight.event_date,
        time: n === 0 ? '10:00' : '11:00',
        payment: 'due',
      }
      expect((await site.ask('POST', '/api/office/appointments', { as, body })).status).toBe(201)
    }
    await Promise.all([booking(0), release(), booking(1), release()])
    const { rows } = await site.deps.database.pool.query(
      'select count(*)::int as booked from places where event_id = $1 and appointment_id is not null',
      [tight.event_id],
    )
    expect(rows).toEqual([{ booked: 2 }])
  })

  test('stay kept without a day, and the day is before the event', async () => {
    for (const wrong of ['2027-01-12', '2027-01-26', '2027-02-30'])
      expect((await setDay(wrong)).status).toBe(400)
    await setDay(day)
    expect((await setDay(null)).body.release_on).toBeNull()
    site.moveTo(ukInstant(day, '08:00'))
    await release()
    expect(await freeTimes()).toEqual(['10:00', '10:20', '10:40', '11:00'])
  })
})

test('after the event the summary hides small numbers, and places are counted no more', async () => {
  const small = await sampledEvent(site, 5)
  const key = await newKey(small.event)
  site.moveTo(new Date(ukInstant(small.event.event_date, '12:00').getTime() + 3_600_000))
  for (const [n, appointment] of small.appointments.entries())
    await recordSample(site, { ...small, appointment, tube: `HOST00${n}` })
  const { body } = await open(key)
  expect(body).toMatchObject({ state: 'over', places: null })
  expect(body.summary).toEqual({ booked: null, came: null, tested: null, outcomes: null })
})

test('bands are shown four weeks later, when every sample has its result', async () => {
  const { db } = site.deps.database
  const large = await site.event({ places: 24, sessionMinutes: 30 })
  const ids = (await makeMembers(db, 24, [large])).map(({ id }) => id)
  const booked = await bookDirectly(db, { eventId: large.event_id, memberIds: ids })
  await site.deps.database.pool.query(
    `insert into attendance (appointment_id, event_id, state, since)
       select unnest($1::bigint[]), $2, 'sampled', now()`,
    [booked.map(({ id }) => id), large.event_id],
  )
  const key = await newKey(large)
  const release = async (n: number) => {
    const origin = { source: 'test', sourceRef: randomUUID() }
    const found = { test_result: '1.0', test_unit: 'ng/ml', comments: null }
    const band = n < 19 ? 'Green' : n < 21 ? 'Red' : 'Amber'
    await insertResult(db, {
      memberId: ids[n] ?? 0,
      appointmentId: booked[n]?.id ?? null,
      sampleDate: large.event_date,
      releasedAt: site.deps.now(),
      ...origin,
      sealed: sealResult(site.deps.fieldKeys, origin, { ...found, band }),
    })
  }
  site.moveTo(ukInstant('2027-02-01', '12:00'))
  for (let n = 0; n < 23; n += 1) await release(n)
  const summary = async () => (await open(key)).body.summary
  const counted = { booked: 25, came: 25, tested: 25 }
  site.moveTo(ukInstant('2027-02-23', '12:00'))
  expect(await summary()).toEqual({ ...counted, outcomes: null })
  await release(23)
  expect(await summary()).toEqual({
    ...counted,
    outcomes: { green: 20, amber: null, red: null, no_number: null, no_band: null },
  })
  site.moveTo(new Date(ukInstant('2027-02-23', '12:00').getTime() - 1))
  expect(await summary()).toEqual({ ...counted, outcomes: null })
})

test('wrong keys are refused, and soon no more are tried', async () => {
  site.moveTo(new Date('2027-06-01T09:00:00Z'))
  for (let tries = 0; tries < 30; tries += 1) expect((await open('A'.repeat(22))).status).toBe(404)
  expect((await open('A'.repeat(22))).status).toBe(429)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, consentingMembers, hold } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

let site: TestApp
let office: { cookie: string; name: string; userId: string }
let productId: number
let labId: number | null
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
  labId = await site.lab({ requiresNhsNumber: false })
  productId = (await ask('GET', '/products')).body.data[0].product_id
})
afterAll(() => site.close())

const ask = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  as: { cookie: string } = office,
) => site.ask(method, `/api/office${url}`, { as, ...(body && { body }) })

/** Its events are all at one hall at one hour. */
const SURE = { acknowledged: ['same_hall'] }
const SLOT_PLAN = {
  start: '10:00',
  end: '12:00',
  session_minutes: 20,
  places_per_slot: 2,
  breaks: [{ start: '11:00', end: '11:20' }],
  kept_back: 2,
}
const whole = () => ({
  event_name: 'Screening in Leeds',
  event_date: '2027-03-06',
  slot_plan: SLOT_PLAN,
  product_id: productId,
  lab_id: labId,
  payment_required: false,
  host_name: 'Leeds Lions',
  host_phone: '0113 496 0000',
  address_line1: 'Town Hall',
  city: 'Leeds',
  county: 'West Yorkshire',
  postcode: 'ls1 3ad',
  latitude: 53.8,
  longitude: -1.55,
})
const add = async (changes: object = {}) =>
  (await ask('POST', '/events', { ...whole(), ...changes })).body
const draftOf = (changes: object = {}) => add(changes)
const published = async (changes: object = {}) => {
  const { event_id: id } = await add(changes)
  const { status, body } = await ask('POST', `/events/${id}/publish`, SURE)
  expect([status, body.missing]).toEqual([200, undefined])
  return body
}

describe('a draft', () => {
  test('is added with the places of its plan, and previewed before', async () => {
    const { body: preview } = await ask('POST', '/slot-preview', {
      event_date: '2027-03-06',
      slot_plan: SLOT_PLAN,
    })
    expect(preview.places).toBe(10)
    expect(preview.slots.map(({ time }: { time: string }) => time)).toEqual([
      '10:00',
      '10:20',
      '10:40',
      '11:20',
      '11:40',
    ])
    const { status, body } = await ask('POST', '/events', whole())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...whole(),
      postcode: 'LS1 3AD',
      state: 'draft',
      version: 1,
      total_spaces: 10,
      booked_spaces: 2,
      has_access_code: false,
    })
  })

  test('without anything but a name, a date and times is not ready', async () => {
    const { event_name, event_date, slot_plan } = whole()
    const { body: bare } = await ask('POST', '/events', {
      event_name,
      event_date,
      slot_plan,
      is_private: true,
    })
    const { status, body } = await ask('POST', `/events/${bare.event_id}/publish`)
    expect([status, body.code]).toEqual([422, 'not_ready'])
    expect(body.missing).toEqual([
      'product',
      'lab',
      'price',
      'payment_required',
      'access_code',
      'address',
      'postcode',
      'pin',
      'host_contact',
    ])
  })

  test('with a pin outside the United Kingdom is not ready', async () => {
    const { event_id: id } = await add({ latitude: -1.55, longitude: 53.8 })
    const { body } = await ask('POST', `/events/${id}/publish`)
    expect([body.code, body.missing]).toEqual(['not_ready', ['pin_in_uk']])
  })

  test.each([
    ['no place', { slot_plan: { ...SLOT_PLAN, session_minutes: 121, breaks: [], kept_back: 0 } }],
    ['an unknown test', { product_id: 999_999 }],
    ['no date', { event_date: '2027-02-30' }],
    [
      'a break outside',
      { slot_plan: { ...SLOT_PLAN, breaks: [{ start: '09:00', end: '10:10' }] } },
    ],
  ])('with %s', async (situation, changes) => {
    const { status, body } = await ask('POST', '/events', { ...whole(), ...changes })
    if (situation !== 'no place')
      return expect([status, body.code]).toEqual([400, 'invalid_request'])
    const refused = await ask('POST', `/events/${body.event_id}/publish`)
    expect(refused.body.missing).toEqual(['places'])
  })

  test('gets the places of its new plan', async () => {
    const { event_id: id, version } = await add()
    const slot_plan = { ...SLOT_PLAN, end: '11:00', breaks: [], kept_back: 1 }
    const { body } = await ask('PUT', `/events/${id}`, {
      version,
      slot_plan,
      event_date: '2027-03-07',
    })
    expect(body).toMatchObject({ total_spaces: 6, booked_spaces: 1, version: 2, slot_plan })
  })
})

describe('publishing', () => {
  test('shows the event to everybody at once, with its free times', async () => {
    const { event_id: id } = await add()
    expect((await site.ask('GET', `/api/events/${id}`)).status).toBe(404)
    const { body } = await ask('POST', `/events/${id}/publish`, SURE)
    expect(body.state).toBe('published')
    const shown = await site.ask('GET', `/api/events/${id}`)
    expect(shown.body.event).toMatchObject({
      total_spaces: 10,
      booked_spaces: 2,
      state: 'West Yorkshire',
    })
    const slots = await site.ask('GET', `/api/events/${id}/slots`)
    const free = slots.body['2027-03-06'].availableTimeSlots
    expect(free).toEqual(['10:00', '10:20', '10:40', '11:20', '11:40'])
    expect((await ask('POST', `/events/${id}/publish`)).body.version).toBe(body.version)
  })

  test('opens a private event to its code only', async () => {
    const { event_id: id } = await published({ is_private: true, access_code: 'LODGE2027' })
    expect((await site.ask('GET', `/api/events/${id}/slots`)).status).toBe(403)
    const code = { access_code: 'LODGE2028' }
    const tried = await site.ask('POST', `/api/events/${id}/check-access-code`, { body: code })
    expect(tried.status).toBe(403)
    const right = { access_code: 'lodge 2027' }
    const { status } = await site.ask('POST', `/api/events/${id}/check-access-code`, {
      body: right,
    })
    expect(status).toBe(200)
  })
})

describe('a published event', () => {
  test('gets more places, and loses only free ones', async () => {
    const event = await published({ slot_plan: { ...SLOT_PLAN, kept_back: 0 } })
    const { event_id: id } = event
    const { body: page } = await site.ask('GET', `/api/events/${id}`)
    const [member, holder] = await consentingMembers(site, 2, [page.event])
    if (!member || !holder) throw new Error('nobody is there')
    await book(site, member, page.event, '10:00')
    await hold(site, holder, page.event, '11:40')

    const more = { ...SLOT_PLAN, places_per_slot: 3, end: '12:20', kept_back: 4 }
    const { body: larger } = await ask('PUT', `/events/${id}`, {
      version: event.version,
      slot_plan: more,
    })
    expect(larger).toMatchObject({ total_spaces: 18, booked_spaces: 5, slot_plan: more })

    const fewer = { ...SLOT_PLAN, places_per_slot: 1, kept_back: 0 }
    const { body: smaller } = await ask('PUT', `/events/${id}`, {
      version: larger.version,
      slot_plan: fewer,
    })
    expect(smaller).toMatchObject({ total_spaces: 5, booked_spaces: 1 })

    for (const slot_plan of [
      { ...fewer, start: '10:20' },
      { ...fewer, end: '11:40' },
      { ...fewer, kept_back: 5 },
      { ...fewer, session_minutes: 100, end: '13:20', breaks: [] },
    ]) {
      const { status, body } = await ask('PUT', `/events/${id}`, {
        version: smaller.version,
        slot_plan,
      })
      expect([status, body.code]).toEqual([409, 'places_taken'])
    }
    expect((await ask('GET', `/events/${id}`)).body).toEqual(smaller)
  })

  test('does not become private without an access code', async () => {
    const { event_id: id, version } = await published()
    const refused = await ask('PUT', `/events/${id}`, { version, is_private: true })
    expect([refused.status, refused.body.missing]).toEqual([422, ['access_code']])
    const code = { is_private: true, access_code: 'LEEDS2027' }
    const { status } = await ask('PUT', `/events/${id}`, { version, ...code })
    expect(status).toBe(200)
  })

  test('changes words and hall at once, and does not become unready', async () => {
    const { event_id: id, version } = await published()
    const change = { version, address_line1: 'Corn Exchange' }
    const doubted = await ask('PUT', `/events/${id}`, change)
    expect([doubted.status, doubted.body.doubts[0].kind]).toEqual([409, 'old_place'])
    const { body } = await ask('PUT', `/events/${id}`, { ...change, acknowledged: ['old_place'] })
    expect(body).toMatchObject({ address_line1: 'Corn Exchange', event_name: 'Screening in Leeds' })
    const shown = await site.ask('GET', `/api/events/${id}`)
    expect(shown.body.event.address_line1).toBe('Corn Exchange')
    const refused = await ask('PUT', `/events/${id}`, { version: body.version, postcode: '' })
    expect([refused.status, refused.body.missing]).toEqual([422, ['postcode']])
  })

  test('of two changes at once the second is refused with the name of the first', async () => {
    const { event_id: id, version } = await published()
    const other = await site.staff(['office'])
    const change = { version, event_name: 'Screening at Leeds', slot_plan: SLOT_PLAN }
    expect((await ask('PUT', `/events/${id}`, change, other)).status).toBe(200)
    const { status, body } = await ask('PUT', `/events/${id}`, { version, event_name: 'Leeds' })
    expect([status, body.code, body.by]).toEqual([409, 'changed_meanwhile', other.name])
    expect((await ask('GET', `/events/${id}`)).body.event_name).toBe('Screening at Leeds')
    const { rows } = await site.deps.database.pool.query(
      `select details from audit_log where action = 'event changed' and subject = $1`,
      [`event ${id}`],
    )
    const [{ details }] = rows
    expect(details).toMatchObject({
      before: { name: 'Screening in Leeds' },
      after: { name: 'Screening at Leeds' },
    })
    expect(Object.keys(details.after)).toEqual(['name', 'changedBy'])
  })
})

test('what it must have cannot be taken away, alone or together with anything else', async () => {
  const FIELDS = ['price', 'product_id', 'lab_id', 'city', 'latitude', 'payment_required']
  const answers: unknown[] = []
  for (let chosen = 1; chosen < 2 ** FIELDS.length; chosen++) {
    const none = FIELDS.filter((_, n) => chosen & (1 << n)).map((field) => [field, null])
    for (const add of [published, draftOf]) {
      const { event_id: id, version } = await add({ host_share: 500 })
      const body = { version, notify_booked: true, ...Object.fromEntries(none) }
      const answer = await ask('PUT', `/events/${id}`, body)
      if (answer.status >= 500) answers.push([add.name, body, answer])
    }
  }
  expect(answers).toEqual([])
  const { event_id: id, version } = await published()
  const { status, body } = await ask('PUT', `/events/${id}`, { version, product_id: null })
  expect([status, body.missing]).toEqual([422, ['product', 'price']])
}, 60_000)

test('copies are drafts of the same plan on other dates', async () => {
  const { event_id: id } = await published({ is_private: true, access_code: 'LODGE2027' })
  const dates = ['2027-03-13', '2027-03-28']
  const { status, body } = await ask('POST', `/events/${id}/copies`, { dates })
  expect(status).toBe(201)
  const copies = await Promise.all(
    body.event_ids.map(async (copy: number) => (await ask('GET', `/events/${copy}`)).body),
  )
  expect(copies.map(({ event_date }) => event_date)).toEqual(dates)
  for (const copy of copies)
    expect(copy).toMatchObject({
      state: 'draft',
      version: 1,
      slot_plan: SLOT_PLAN,
      total_spaces: 10,
      has_access_code: true,
    })
})

test('the list has tabs with counts, a search and pages', async () => {
  const { event_id: id } = await add({ event_name: 'Only here', city: 'Wetwang' })
  const { body } = await ask('GET', '/events?q=wetwang&tab=draft')
  expect(body.data).toMatchObject([{ event_id: id, state: 'draft', total_spaces: 10 }])
  expect(body.tabs).toEqual({ draft: 1, upcoming: 0, passed: 0, cancelled: 0 })
  const source = await add({ city: 'Withernsea' })
  const dates = Array.from(
    { length: 60 },
    (_, n) => `2027-0${4 + Math.floor(n / 20)}-${(n % 20) + 10}`,
  )
  await ask('POST', `/events/${source.event_id}/copies`, { dates })
  const first = await ask('GET', '/events?q=withernsea&tab=draft')
  const second = await ask('GET', `/events?q=withernsea&tab=draft&after=${first.body.next}`)
  const ids = [...first.body.data, ...second.body.data].map(({ event_id }) => event_id)
  expect([ids.length, new Set(ids).size, first.body.total]).toEqual([61, 61, 61])
  for (const sort of ['name', '-host', 'free']) {
    const url = `/events?q=withernsea&tab=draft&sort=${sort}`
    const one = await ask('GET', url)
    const two = await ask('GET', `${url}&after=${one.body.next}`)
    const all = [...one.body.data, ...two.body.data].map(({ event_id }) => event_id)
    expect(new Set(all).size).toBe(61)
  }
})

describe('tests and laboratories', () => {
  test('are added and listed; a name of a laboratory is taken once', async () => {
    const lab = { name: 'Northern Laboratory', requires_nhs_number: true }
    const { status, body } = await ask('POST', '/labs', lab)
    const defaults = { result_days: 14, version: 1 }
    expect([status, body]).toEqual([201, { ...lab, ...defaults, lab_id: expect.any(Number) }])
    expect((await ask('POST', '/labs', lab)).body.code).toBe('lab_exists')
    expect((await ask('GET', '/labs')).body.data).toContainEqual(body)
    const { body: product } = await ask('POST', '/products', { name: 'PSA', price: 1900 })
    expect((await ask('GET', '/products')).body.data).toContainEqual(product)
  })

  test('an e-mail template is checked before it is saved', async () => {
    const { body: product } = await ask('POST', '/products', { name: 'PSA', price: 1900 })
    const url = `/products/${product.product_id}`
    const { version } = product
    const wrong = await ask('PUT', url, { version, email_template: 'Dear {frist_name}' })
    expect([wrong.status, wrong.body.fields[0].field]).toEqual([400, 'email_template'])
    const right = await ask('PUT', url, { version, email_template: 'Dear {first_name}' })
    expect(right.body).toEqual({ ...product, version: 2, email_template: 'Dear {first_name}' })
  })

  test('keep the first of two changes at once, and say whose it is', async () => {
    const other = await site.staff(['office'])
    const { body: product } = await ask('POST', '/products', { name: 'PSA', price: 1900 })
    const { body: lab } = await ask('POST', '/labs', { name: 'Southern Laboratory' })
    const changes = [
      [`/products/${product.product_id}`, { version: 1, price: 2000 }],
      [`/labs/${lab.lab_id}`, { version: 1, requires_nhs_number: true }],
    ] as const
    for (const [url, change] of changes) {
      const both = await Promise.all([office, other].map((as) => ask('PUT', url, change, as)))
      const [saved, refused] = both.sort((a, b) => a.status - b.status)
      expect([saved?.status, refused?.status]).toEqual([200, 409])
      expect(saved?.body).toMatchObject({ ...change, version: 2 })
      expect(refused?.body.code).toBe('changed_meanwhile')
      expect([office.name, other.name]).toContain(refused?.body.by)
    }
  })

  test('a laboratory does not get the name of another', async () => {
    const [east, west] = ['Eastern Laboratory', 'Western Laboratory']
    await ask('POST', '/labs', { name: east })
    const { body: lab } = await ask('POST', '/labs', { name: west })
    const { status, body } = await ask('PUT', `/labs/${lab.lab_id}`, { version: 1, name: east })
    expect([status, body.code]).toEqual([409, 'lab_exists'])
    expect((await ask('GET', '/labs')).body.data).toContainEqual(lab)
  })
})

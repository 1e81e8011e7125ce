import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

let site: TestApp
let office: { cookie: string; name: string }
let whole: object
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
  const lab_id = await site.lab({ requiresNhsNumber: false })
  const products = await site.ask('GET', '/api/office/products', { as: office })
  whole = {
    event_name: 'Evening in Leeds',
    event_date: '2027-03-05',
    slot_plan: { start: '18:00', end: '20:00', session_minutes: 20, places_per_slot: 2 },
    product_id: products.body.data[0].product_id,
    lab_id,
    payment_required: false,
    host_name: 'Leeds Lions',
    host_phone: '0113 496 0000',
    city: 'Leeds',
    postcode: 'LS1 3AD',
    latitude: 53.8,
    longitude: -1.55,
    parking: 'Behind the hall.',
  }
})
afterAll(() => site.close())

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as = office) =>
  site.ask(method, `/api/office/events${url}`, { as, ...(body && { body }) })

let halls = 0
/** An event and its copies on these dates, all drafts. */
async function series(dates: string[]) {
  const hall = { address_line1: `Hall ${halls++}` }
  const { body } = await ask('POST', '', { ...whole, ...hall })
  const id: number = body.event_id
  const copies = await ask('POST', `/${id}/copies`, { dates })
  return { id, ids: [id, ...copies.body.event_ids] as number[] }
}
const read = async (id: number) => (await ask('GET', `/${id}/series`)).body.data

describe('the drafts of a series', () => {
  test('are published together, once each doubt has been read', async () => {
    const { id, ids } = await series(['2027-03-12', '2027-03-26'])
    const rows = await read(ids[1] ?? 0)
    expect(rows.map((row: { event_id: number }) => row.event_id)).toEqual(ids)
    expect(rows.map((row: { missing: string[] }) => row.missing)).toEqual([[], [], []])
    expect(rows[2].doubts).toEqual([
      { kind: 'bank_holiday', sentence: '26 March 2027 is a bank holiday.' },
    ])
    const doubted = await ask('POST', '/publish', { event_ids: ids })
    expect([doubted.status, doubted.body.code]).toEqual([409, 'doubts'])
    expect((await read(id)).map((row: { state: string }) => row.state)).toContain('draft')
    const sure = { event_ids: ids, acknowledged: ['bank_holiday'] }
    const both = await Promise.all([ask('POST', '/publish', sure), ask('POST', '/publish', sure)])
    expect(both.map(({ body }) => body.published).toSorted()).toEqual([0, 3])
    const shown = await site.ask('GET', `/api/events/${ids[2]}`)
    expect(shown.status).toBe(200)
  })

  test('are published all or none', async () => {
    const { ids } = await series(['2027-04-09'])
    const version = 1
    await ask('PUT', `/${ids[1]}`, { version, postcode: null, acknowledged: ['old_place'] })
    const { status, body } = await ask('POST', '/publish', { event_ids: ids })
    expect([status, body.missing]).toEqual([422, ['postcode']])
    expect((await site.ask('GET', `/api/events/${ids[0]}`)).status).toBe(404)
    const venue = await site.staff(['venue'])
    expect((await ask('POST', '/publish', { event_ids: ids }, venue)).status).toBe(403)
  })
})

describe('a new venue for a series', () => {
  const VENUE = {
    address_line1: 'The Guildhall',
    address_line2: null,
    city: 'York',
    county: null,
    postcode: 'YO1 9QN',
    country: null,
    latitude: 53.96,
    longitude: -1.08,
    parking: 'Behind the hall.',
    step_free_access: null,
    hearing_loop: null,
    public_transport: null,
  }

  test('is shown first, then given to each, and tells the members who are booked', async () => {
    const { id, ids } = await series(['2027-05-07'])
    await ask('POST', '/publish', { event_ids: ids })
    const event = (await site.ask('GET', `/api/events/${id}`)).body.event
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('nobody is there')
    await bookedId(site, member, event, '18:20')
    const rows = await read(id)
    const events = rows.map((row: { event_id: number; version: number }) => ({
      event_id: row.event_id,
      version: row.version,
    }))
    const preview = await ask('POST', `/${id}/series`, { dry_run: true, events, changes: VENUE })
    expect(preview.body.data).toMatchObject([
      { event_id: ids[0], is_changed: true, told: 1, doubts: [{ kind: 'old_place' }] },
      { event_id: ids[1], is_changed: true, told: 0, refused: null },
    ])
    expect((await read(id))[0].city).toBe('Leeds')

    await ask('PUT', `/${ids[1]}`, { version: events[1].version, event_name: 'Another name' })
    const change = { dry_run: false, events, changes: VENUE, acknowledged: ['old_place'] }
    const first = await ask('POST', `/${id}/series`, change)
    expect(first.body.data.map((row: { refused: string | null }) => row.refused)).toEqual([
      null,
      expect.stringContaining('Somebody else changed this'),
    ])
    expect((await read(id)).map((row: { city: string }) => row.city)).toEqual(['York', 'Leeds'])
    const actions = await ask('GET', `/${id}/bulk-actions`)
    expect(actions.body.data).toMatchObject([{ kind: 'event change', total: 1 }])
    const again = (await read(id)).map((row: { event_id: number; version: number }) => ({
      event_id: row.event_id,
      version: row.version,
    }))
    const second = await ask('POST', `/${id}/series`, { ...change, events: again })
    expect(second.body.data).toMatchObject([{ is_changed: false }, { refused: null }])
    expect((await ask('GET', `/${id}/bulk-actions`)).body.data).toHaveLength(1)
  })

  test('or another price, host and text is shown first; who is not written to is not counted', async () => {
    const { id, ids } = await series(['2027-05-14'])
    await ask('POST', '/publish', { event_ids: ids })
    const event = (await site.ask('GET', `/api/events/${id}`)).body.event
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('nobody is there')
    await bookedId(site, member, event, '18:20')
    const events = (await read(id)).map((row: { event_id: number; version: number }) => ({
      event_id: row.event_id,
      version: row.version,
    }))
    const send = (body: object) => ask('POST', `/${id}/series`, { events, ...body })
    const text = { event_description: 'Bring a list of your medicines.' }
    expect((await send({ dry_run: true, changes: text })).body.data).toMatchObject([
      { is_changed: true, told: 1 },
      { is_changed: true, told: 0 },
    ])
    const tooMuch = await send({ dry_run: true, changes: { price: 1000, host_share: 2000 } })
    expect(tooMuch.body.data[0].refused).toBe('The host cannot pay more than the price.')
    const changes = { price: 1500, host_name: 'York Lodge' }
    const shown = (await send({ dry_run: true, changes })).body.data
    expect(shown).toMatchObject([
      { is_changed: true, told: 0, refused: null },
      { is_changed: true, told: 0, refused: null },
    ])
    const kinds = shown.flatMap(({ doubts }: { doubts: { kind: string }[] }) =>
      doubts.map(({ kind }) => kind),
    )
    const before = (await ask('GET', `/${id}`)).body
    await send({ dry_run: false, changes, acknowledged: [...new Set(kinds)] })
    for (const one of ids)
      expect((await ask('GET', `/${one}`)).body).toMatchObject({
        price: 1500,
        host_name: 'York Lodge',
        city: before.city,
        event_description: before.event_description,
      })
    expect((await ask('GET', `/${id}/bulk-actions`)).body.data).toEqual([])
    const host = await send({ dry_run: true, changes: { host_name: 'Truro Lodge' } })
    expect(host.body.data).toMatchObject([{ is_changed: true }, { is_changed: true }])
    const name = await send({ dry_run: true, changes: { event_name: 'One for all' } })
    expect(name.body.data).toMatchObject([{ is_changed: false }, { is_changed: false }])
  })

  test('is for events of the series alone', async () => {
    const [one, other] = [await series(['2027-06-04']), await series(['2027-06-11'])]
    const events = [{ event_id: other.id, version: 1 }]
    const { status } = await ask('POST', `/${one.id}/series`, {
      dry_run: true,
      events,
      changes: VENUE,
    })
    expect(status).toBe(404)
  })
})

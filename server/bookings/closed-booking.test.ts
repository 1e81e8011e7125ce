import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ukInstant } from '../../domain/uk-time.ts'
import {
  at,
  book,
  bookedId,
  claim,
  consentingMembers,
  hold,
  holdSignedOut,
  move,
  newBrowser,
} from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { claimPlace } from './places.queries.ts'

let site: TestApp
let office: { cookie: string; name: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

type As = { cookie: string }
const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as: As = office) =>
  site.ask(method, `/api/office/events${url}`, { as, ...(body && { body }) })
const setOpen = (id: number, is_open: boolean, reason?: string) =>
  ask('PUT', `/${id}/booking`, { is_open, ...(reason && { reason }) })
const shown = async (id: number) => (await site.ask('GET', `/api/events/${id}`)).body.event
const audited = async (id: number) => {
  const admin = await site.staff(['admin'])
  const { body } = await site.ask('GET', `/api/office/audit?q=event+${id}`, { as: admin })
  return body.data.map(({ action }: { action: string }) => action)
}
const offered = async (places = 6) => {
  const event = await site.event({ places })
  const members = await consentingMembers(site, 3, [event])
  const [first, second, third] = members
  if (!first || !second || !third) throw new Error('nobody is there')
  return { event, id: event.event_id, first, second, third }
}

describe('closing booking', () => {
  test('keeps new members and visitors out, keeps appointments, and can be undone', async () => {
    const { event, id, first, second } = await offered()
    await bookedId(site, first, event, '10:00')
    const { status, body } = await setOpen(id, false, 'One phlebotomist is ill')
    expect([status, body.booking_paused.reason]).toEqual([200, 'One phlebotomist is ill'])
    expect(await shown(id)).toMatchObject({ is_booking_closed: true, is_cancelled: false })
    expect(JSON.stringify(await shown(id))).not.toContain('phlebotomist')

    const refused = [
      await book(site, second, event, '10:20'),
      await hold(site, second, event, '10:20'),
      await holdSignedOut(site, newBrowser(), event, '10:20'),
      await site.ask('POST', `/api/events/${id}/waiting-list`, { as: second }),
    ]
    expect(refused.map(({ body: { code } }) => code)).toEqual(refused.map(() => 'booking_closed'))
    const times = await site.ask('GET', `/api/events/${id}/slots`, { as: second })
    expect(times.body.slots ?? {}).toEqual({})

    const list = await ask('GET', '?q=')
    expect(
      list.body.data.find((row: { event_id: number }) => row.event_id === id).is_booking_paused,
    ).toBe(true)
    await setOpen(id, false)
    await setOpen(id, true)
    expect(await shown(id)).not.toHaveProperty('is_booking_closed')
    expect((await book(site, second, event, '10:20')).status).toBe(201)
    expect(await audited(id)).toEqual(expect.arrayContaining(['booking closed', 'booking opened']))
  })

  test('leaves a place to the member who holds it, and no other', async () => {
    const { event, id, first, second } = await offered()
    await hold(site, first, event, '10:20')
    await setOpen(id, false)
    expect((await hold(site, first, event, '10:40')).body.code).toBe('booking_closed')
    expect((await hold(site, first, event, '10:20')).status).toBe(201)
    expect((await book(site, second, event, '10:20')).body.code).toBe('booking_closed')
    expect((await book(site, first, event, '10:20')).status).toBe(201)
  })

  test('leaves a visitor the place that they chose before they signed in', async () => {
    const { event, id, first } = await offered()
    const browser = newBrowser()
    await holdSignedOut(site, browser, event, '10:20')
    await setOpen(id, false)
    const claimed = await claim(site, { member: first, browser, event, time: '10:20' })
    expect(claimed.status).toBe(200)
    const { status } = await book(site, { ...first, ...at(browser, first) }, event, '10:20')
    expect(status).toBe(201)
  })

  test('lets staff book by phone, and nobody change the time in the portal', async () => {
    const { event, id, first, second } = await offered()
    const appointment = await bookedId(site, first, event, '10:00')
    await setOpen(id, false)
    const body = {
      member_id: second.id,
      event_id: id,
      date: event.event_date,
      time: '10:20',
      payment: 'due',
      reason: 'They called.',
    }
    expect((await site.ask('POST', '/api/office/appointments', { as: office, body })).status).toBe(
      201,
    )
    const moved = await move(site, first, appointment, '10:40')
    expect(moved.body.code).toBe('booking_closed')
  })

  test('never loses a race to a booking', async () => {
    for (let round = 0; round < 6; round++) {
      const { event, id, first, second, third } = await offered()
      const [closed, ...booked] = await Promise.all([
        setOpen(id, false),
        book(site, first, event, '10:00'),
        book(site, second, event, '10:20'),
        book(site, third, event, '10:40'),
      ])
      expect(closed.status).toBe(200)
      const statuses = booked.map(({ status }) => status)
      expect(statuses.every((status) => [201, 403, 409].includes(status))).toBe(true)
      const again = await book(site, first, event, '11:00')
      expect(['booking_closed', 'duplicate']).toContain(again.body.code)
    }
  })

  test('stops a booking that was allowed a moment before', async () => {
    const { event, id, first } = await offered()
    await setOpen(id, false)
    const startsAt = ukInstant(event.event_date, '10:00')
    const late = site.deps.database.transaction((tx) =>
      claimPlace(tx, {
        eventId: id,
        startsAt,
        memberId: first.id,
        appointmentId: 1,
        now: site.deps.now(),
      }),
    )
    await expect(late).rejects.toMatchObject({ cause: { constraint: 'slot_taken' } })
  })

  test('is for a published event that is not over', async () => {
    const draft = await ask('POST', '', {
      event_name: 'A draft',
      event_date: '2027-03-06',
      slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 1 },
    })
    expect((await setOpen(draft.body.event_id, false)).body.code).toBe('not_published')
    expect((await setOpen(999_999, false)).status).toBe(404)
    const venue = await site.staff(['venue'])
    const refused = await ask('PUT', `/${draft.body.event_id}/booking`, { is_open: false }, venue)
    expect(refused.body.code).toBe('not_permitted')
  })
})

describe('unpublishing', () => {
  test('hides an event that nobody has used, and it can be published again', async () => {
    const event = await site.event({ places: 6 })
    const id = event.event_id
    const { status, body } = await ask('POST', `/${id}/unpublish`)
    expect([status, body.state]).toEqual([200, 'draft'])
    const [first] = await consentingMembers(site, 1, [])
    if (!first) throw new Error('nobody is there')
    expect(await shown(id)).toBeUndefined()
    expect((await book(site, first, event, '10:00')).status).toBe(404)
    expect((await ask('POST', `/${id}/unpublish`)).status).toBe(200)
    expect(await audited(id)).toContain('event unpublished')
  })

  test.each(['booked', 'held'] as const)('is refused once somebody has %s', async (use) => {
    const { event, id, first } = await offered()
    if (use === 'booked') await bookedId(site, first, event, '10:00')
    else await hold(site, first, event, '10:00')
    const { status, body } = await ask('POST', `/${id}/unpublish`)
    expect([status, body.code]).toEqual([409, 'event_used'])
    expect(body.uses).toContain(use)
    expect((await shown(id)).event_id).toBe(id)
  })
})

describe('deleting a draft', () => {
  const draft = async () =>
    (
      await ask('POST', '', {
        event_name: 'A mistake',
        event_date: '2027-03-06',
        slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 1 },
      })
    ).body

  test('takes it off every list, and the audit log keeps what it was', async () => {
    const { event_id: id, version } = await draft()
    const [{ status }, second] = await Promise.all([
      ask('POST', `/${id}/discard`, { version }),
      ask('POST', `/${id}/discard`, { version }),
    ])
    expect([status, second.status].toSorted()).toEqual([204, 404])
    expect((await ask('GET', `/${id}`)).status).toBe(404)
    expect(await audited(id)).toContain('draft deleted')
  })

  test('is refused for a published one, and while somebody else changes it', async () => {
    const { id } = await offered()
    const { body } = await ask('POST', `/${id}/discard`, { version: 1 })
    expect(body.code).toBe('not_a_draft')
    const { event_id: changed, version } = await draft()
    await ask('PUT', `/${changed}`, { version, event_name: 'Not a mistake' })
    const stale = await ask('POST', `/${changed}/discard`, { version })
    expect(stale.body).toMatchObject({ code: 'changed_meanwhile', by: office.name })
  })
})

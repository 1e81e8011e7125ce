import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import { book, consentingMembers, hold, move } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  advanceLists,
  cancel,
  fullEvent,
  join,
  leave,
  waitingListOf,
} from '../../../test/app/waiting.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const later = (hours: number) => site.moveTo(new Date(START.getTime() + hours * HOUR_MS))
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(() => site.moveTo(START))

const spacesLeft = async (id: number) => {
  const { body } = await site.ask('GET', `/api/events/${id}`)
  return body.event.total_spaces - body.event.booked_spaces
}
const mailsTo = (member: { email: string }) => site.mails.filter(({ to }) => to === member.email)

describe('joining', () => {
  test('puts the member at the end of the list, once', async () => {
    const { event } = await fullEvent(site)
    const [first, second] = await consentingMembers(site, 2, [])
    if (!first || !second) throw new Error('nobody is there')
    expect(await waitingListOf(site, first, event)).toEqual({
      wait: null,
      waiting: 0,
      reason: null,
    })
    const { status, body } = await join(site, first, event)
    expect(status).toBe(200)
    expect(body.wait).toMatchObject({ status: 'waiting', position: 1, waiting: 1, offer: null })
    expect((await join(site, second, event)).body.wait).toMatchObject({ position: 2, waiting: 2 })
    const before = await site.stored()
    expect((await join(site, first, event)).body.wait).toMatchObject({ position: 1, waiting: 2 })
    // A repeated request leaves only its attempt count.
    expect({ ...(await site.stored()), 'public.rate_limits': '' }).toEqual({
      ...before,
      'public.rate_limits': '',
    })
    const { body: mine } = await site.ask('GET', '/api/waiting-list', { as: second })
    expect(mine.waits).toMatchObject([{ event_id: event.event_id, position: 2 }])
  })

  test.each([
    [
      'duplicate',
      409,
      async () => {
        const { event, booked } = await fullEvent(site)
        return { event, member: booked[0]?.member }
      },
    ],
    [
      'existing_booking',
      409,
      async () => {
        const other = await fullEvent(site)
        return { event: (await fullEvent(site)).event, member: other.booked[0]?.member }
      },
    ],
    [
      'booking_closed',
      403,
      async () => {
        const { event } = await fullEvent(site)
        site.moveTo(ukInstant(addDays(event.event_date, -1), '10:00'))
        return { event, member: await site.member() }
      },
    ],
    ['places_left', 409, async () => ({ event: await site.event(), member: await site.member() })],
  ])('is refused, and nothing is written: %s', async (reason, status, prepare) => {
    const { event, member } = await prepare()
    if (!member) throw new Error('nobody is there')
    expect((await waitingListOf(site, member, event)).reason).toBe(reason)
    const answer = await join(site, member, event)
    expect([answer.status, answer.body.code]).toEqual([status, reason])
    const { rows } = await site.deps.database.db.execute(
      `select 1 from waiting_list where event_id = ${event.event_id}`,
    )
    expect(rows).toEqual([])
  })

  test('a private event needs its access code', async () => {
    const event = await site.event({ places: 1, sessionMinutes: 120, accessCode: 'LODGE2026' })
    const [brother, guest, stranger] = await consentingMembers(site, 3, [event])
    if (!brother || !guest || !stranger) throw new Error('nobody is there')
    for (const member of [brother, guest])
      await site.grantAccess(member, event, new Date('2027-02-01'))
    expect((await book(site, brother, event, '10:00')).status).toBe(201)
    expect((await join(site, stranger, event)).body.code).toBe('access_code_required')
    expect((await join(site, guest, event)).body.wait.position).toBe(1)
  })

  test('is refused after the member has joined and left too often', async () => {
    const strict = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
    const { event } = await fullEvent(strict)
    const member = await strict.member()
    const answers: number[] = []
    for (let n = 0; n < 31; n++) {
      answers.push((await join(strict, member, event)).status)
      if (n < 30) await leave(strict, member, event)
    }
    expect([answers.slice(0, 30).every((status) => status === 200), answers[30]]).toEqual([
      true,
      429,
    ])
    await strict.close()
  })
})

describe('leaving', () => {
  test('moves the members behind up by one, and can be repeated', async () => {
    const { event } = await fullEvent(site)
    const [first, second] = await consentingMembers(site, 2, [])
    if (!first || !second) throw new Error('nobody is there')
    for (const member of [first, second]) await join(site, member, event)
    expect((await leave(site, first, event)).body.wait.status).toBe('left')
    expect((await leave(site, first, event)).status).toBe(200)
    expect((await waitingListOf(site, second, event)).wait).toMatchObject({
      position: 1,
      waiting: 1,
    })
    expect((await join(site, first, event)).body.wait.position).toBe(2)
  })

  test('a request for erasure leaves every list and passes an offer on', async () => {
    const { event, booked } = await fullEvent(site)
    const [first, second] = await consentingMembers(site, 2, [])
    if (!first || !second || !booked[0]) throw new Error('nobody is there')
    for (const member of [first, second]) await join(site, member, event)
    await cancel(site, booked[0])
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('offered')
    expect((await site.ask('POST', '/api/my-data/erasure-request', { as: first })).status).toBe(200)
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('left')
    expect((await waitingListOf(site, second, event)).wait?.status).toBe('offered')
  })
})

describe('a released place', () => {
  test('is offered to the first member on the list alone, with a mail that says until when', async () => {
    const { event, booked } = await fullEvent(site)
    const [first, second, passer] = await consentingMembers(site, 3, [event])
    if (!first || !second || !passer || !booked[0]) throw new Error('nobody is there')
    for (const member of [first, second]) await join(site, member, event)
    await cancel(site, booked[0])

    const end = '2027-01-12T21:00:00.000Z'
    const offer = { date: event.event_date, time: '10:00', until: end }
    expect((await waitingListOf(site, first, event)).wait).toMatchObject({
      status: 'offered',
      offer,
      position: null,
    })
    expect((await waitingListOf(site, second, event)).wait).toMatchObject({
      position: 1,
      waiting: 1,
    })
    expect(await spacesLeft(event.event_id)).toBe(0)
    for (const member of [second, passer, booked[0].member]) {
      expect((await hold(site, member, event, '10:00')).body.code).toBe('slot_taken')
      expect((await book(site, member, event, '10:00')).body.code).toBe('slot_taken')
    }
    const slots = `/api/events/${event.event_id}/slots`
    expect((await site.ask('GET', slots, { as: passer })).body).toEqual({})
    expect((await site.ask('GET', slots, { as: first })).body).toEqual({
      [event.event_date]: { availableTimeSlots: ['10:00'] },
    })

    await until(() => expect(mailsTo(first)).toHaveLength(1))
    const [mail] = mailsTo(first)
    expect(mail?.subject).toBe(
      'A CHAPS place is held for you until 21:00 on Tuesday 12 January 2027',
    )
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('10:00 on Tuesday 26 January 2027')
      expect(body).toContain(event.event_name)
      expect(body).toContain('21:00 on Tuesday 12 January 2027')
      expect(body).toContain(`http://localhost:3000/book-event?event=${event.event_id}`)
      expect(body).toContain(`http://localhost:3000/waiting-list?event=${event.event_id}`)
    }
    expect(mailsTo(second)).toEqual([])

    expect((await book(site, first, event, '10:00')).status).toBe(201)
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('booked')
    await advanceLists(site)
    expect((await waitingListOf(site, second, event)).wait).toMatchObject({ position: 1 })
  })

  test('is offered to the next member when the offer expires, and to the next when that member leaves', async () => {
    const { event, booked } = await fullEvent(site)
    const [first, second, third] = await consentingMembers(site, 3, [event])
    if (!first || !second || !third || !booked[0]) throw new Error('nobody is there')
    for (const member of [first, second, third]) await join(site, member, event)
    await cancel(site, booked[0])
    later(12 - 1 / 3600)
    await advanceLists(site)
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('offered')
    later(12)
    expect((await book(site, first, event, '10:00')).body.code).toBe('slot_taken')
    await advanceLists(site)
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('lapsed')
    // Offered at 21:00, it would end at 09:00.
    expect((await waitingListOf(site, second, event)).wait?.offer?.until).toBe(
      '2027-01-13T09:00:00.000Z',
    )
    await leave(site, second, event)
    expect((await waitingListOf(site, third, event)).wait?.status).toBe('offered')
    await leave(site, third, event)
    expect(await spacesLeft(event.event_id)).toBe(1)
    expect((await hold(site, first, event, '10:00')).status).toBe(201)
  })

  test('is offered when another member moves to another time', async () => {
    const event = await site.event({ places: 2, sessionMinutes: 60 })
    const [early, late, waits] = await consentingMembers(site, 3, [event])
    if (!early || !late || !waits) throw new Error('nobody is there')
    const { body } = await book(site, early, event, '10:00')
    const held = await hold(site, late, event, '11:00')
    expect(held.status).toBe(201)
    // The wait predates the hold, so the hold is released and its place is free for a move.
    await site.deps.database.db.execute(
      `insert into waiting_list (event_id, member_id, joined_at) values (${event.event_id}, ${waits.id}, now())`,
    )
    const id = body.appointment.appointment_id
    await site.ask('DELETE', `/api/holds/${held.body.hold_id}`, { as: late })
    expect((await move(site, early, id, '11:00')).body.code).toBe('slot_taken')
    await advanceLists(site)
    expect((await waitingListOf(site, waits, event)).wait?.offer?.time).toBe('11:00')
    expect((await book(site, waits, event, '11:00')).status).toBe(201)
  })

  test('is offered by the job when a hold expires or places are added', async () => {
    const { event } = await fullEvent(site)
    const [first, second] = await consentingMembers(site, 2, [event])
    if (!first || !second) throw new Error('nobody is there')
    for (const member of [first, second]) await join(site, member, event)
    const starts = `'${event.event_date}T10:00:00Z'`
    const { db } = site.deps.database
    await db.execute(
      `insert into places (event_id, slot_starts_at, place_number) values (${event.event_id}, ${starts}, 2)`,
    )
    const passer = await site.member()
    await db.execute(
      `insert into places (event_id, slot_starts_at, place_number, held_by, hold_id, held_until)
        values (${event.event_id}, ${starts}, 3, ${passer.id}, gen_random_uuid(), '2027-01-12T09:10:00Z')`,
    )
    await advanceLists(site)
    expect((await waitingListOf(site, first, event)).wait?.status).toBe('offered')
    expect((await waitingListOf(site, second, event)).wait?.status).toBe('waiting')
    later(10 / 60)
    await advanceLists(site)
    expect((await waitingListOf(site, second, event)).wait?.status).toBe('offered')
  })

  test('is not offered after booking has closed, and the list closes', async () => {
    const { event } = await fullEvent(site)
    const member = await site.member()
    await join(site, member, event)
    site.moveTo(ukInstant(addDays(event.event_date, -1), '10:00'))
    await advanceLists(site)
    expect((await waitingListOf(site, member, event)).wait?.status).toBe('booking closed')
  })
})

describe('an offer', () => {
  async function offered() {
    const { event, booked } = await fullEvent(site)
    const [member, next] = await consentingMembers(site, 2, [event])
    if (!member || !next || !booked[0]) throw new Error('nobody is there')
    for (const one of [member, next]) await join(site, one, event)
    await cancel(site, booked[0])
    return { event, member, next }
  }

  test('outlasts holds of its place and of other places', async () => {
    const { event, member } = await offered()
    const elsewhere = await site.event()
    const held = await hold(site, member, event, '10:00')
    expect(held.body.expires_at).toBe('2027-01-12T09:15:00.000Z')
    later(1)
    await advanceLists(site)
    expect((await hold(site, member, event, '10:00')).status).toBe(201)
    expect((await hold(site, member, elsewhere, '10:00')).status).toBe(201)
    const again = await hold(site, member, event, '10:00')
    await site.ask('DELETE', `/api/holds/${again.body.hold_id}`, { as: member })
    later(11)
    await advanceLists(site)
    expect((await book(site, member, event, '10:00')).status).toBe(201)
  })

  test('ends only after the member’s checkout, but within a limit', async () => {
    const { event, member, next } = await offered()
    later(12 - 5 / 60)
    expect((await hold(site, member, event, '10:00')).body.expires_at).toBe(
      '2027-01-12T21:10:00.000Z',
    )
    later(12 + 5 / 60)
    await advanceLists(site)
    expect((await hold(site, member, event, '10:00')).body.expires_at).toBe(
      '2027-01-12T21:10:00.000Z',
    )
    expect((await waitingListOf(site, member, event)).wait?.status).toBe('offered')
    later(12 + 10 / 60)
    await advanceLists(site)
    expect((await waitingListOf(site, member, event)).wait?.status).toBe('lapsed')
    expect((await waitingListOf(site, next, event)).wait?.status).toBe('offered')
  })

  test('passes to the next when its member books another event, and that member leaves every list', async () => {
    const { event, member, next } = await offered()
    const another = await fullEvent(site)
    await join(site, member, another.event)
    const elsewhere = await site.event()
    await site.consent(member, elsewhere)
    expect((await book(site, member, elsewhere, '10:00')).status).toBe(201)
    expect((await waitingListOf(site, member, event)).wait?.status).toBe('booked elsewhere')
    expect((await waitingListOf(site, member, another.event)).wait?.status).toBe('booked elsewhere')
    // The free place is not offered yet, and no one outside the waiting list can book it.
    const [passer] = await consentingMembers(site, 1, [event])
    expect(passer && (await book(site, passer, event, '10:00')).body.code).toBe('slot_taken')
    await advanceLists(site)
    expect((await waitingListOf(site, next, event)).wait?.status).toBe('offered')
  })

  test('of a deactivated member passes to the next', async () => {
    const { event, member, next } = await offered()
    await site.deps.database.db.execute(
      `update members set is_active = false where id = ${member.id}`,
    )
    await advanceLists(site)
    expect((await waitingListOf(site, next, event)).wait?.status).toBe('offered')
  })

  test('has one place, a place has one offer, and its holder is the member who waits', async () => {
    const { event, member, next } = await offered()
    const { db } = site.deps.database
    const starts = `'${event.event_date}T10:00:00Z'`
    const wait = `(select id from waiting_list where event_id = ${event.event_id} and member_id = ${member.id})`
    const insert = (who: number, id: string) =>
      db.execute(
        `insert into places (event_id, slot_starts_at, place_number, offer_id, offered_to, offered_until)
          values (${event.event_id}, ${starts}, 9, ${id}, ${who}, now())`,
      )
    await expect(insert(member.id, wait)).rejects.toMatchObject({
      cause: { constraint: 'one_place_per_offer' },
    })
    const othersWait = `(select id from waiting_list where event_id = ${event.event_id} and member_id = ${next.id})`
    await expect(insert(member.id, othersWait)).rejects.toMatchObject({
      cause: { constraint: 'place_is_offered_to_who_waits_for_it' },
    })
    const holding = db.execute(
      `update places set held_by = ${next.id}, hold_id = gen_random_uuid(), held_until = now()
        where event_id = ${event.event_id}`,
    )
    await expect(holding).rejects.toMatchObject({
      cause: { constraint: 'place_is_offered_to_none_but_its_holder' },
    })
  })
})

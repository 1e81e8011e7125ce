import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { addDays, ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { closeDay } from '../../test/app/close-day.ts'
import { confirmedPhone } from '../../test/app/confirmed-phone.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { countUnfinished } from '../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const MISSED = 'We missed you'
let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  // In Norwich.
  member = await site.member({ postcode: 'NR1 3JU' })
})
afterAll(() => site.close())

async function missed(by = member): Promise<string[]> {
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
  return site.mails
    .filter(({ to, subject }) => to === by.email && subject.startsWith(MISSED))
    .map(({ text }) => text)
}

/** Ends the day after `change`, with nobody else booked. */
async function absentAt(event: CharityEvent, change = async (_id: number) => {}, as = member) {
  await site.consent(as, event)
  const id = await bookedId(site, as, event)
  await change(id)
  site.moveTo(ukInstant(event.event_date, '12:00'))
  return { id, closed: await close(event) }
}
// The tests move the clock by days, after which a session is over.
const newClerk = () => site.staff(['office'])
const close = async (event: CharityEvent) => closeDay(site, event.event_id, await newClerk())
const dayAfter = (days: number, wanted = {}) => {
  const day = addDays('2027-01-26', days)
  const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '12:00') }
  return site.event({ ...times, ...wanted })
}

test('who did not attend gets the next events near home, once for the appointment', async () => {
  const event = await site.event({ name: 'Missed day', latitude: 51.9, longitude: 0.9 })
  await dayAfter(30, { name: 'Near the event', latitude: 51.9, longitude: 0.91 })
  await dayAfter(31, { name: 'Near home', latitude: 52.63, longitude: 1.3 })
  await dayAfter(32, { name: 'Second near home', latitude: 52.6, longitude: 1.2 })
  await dayAfter(33, { name: 'Third near home', latitude: 52.5, longitude: 1.2 })
  const { id, closed } = await absentAt(event)
  expect(closed.body).toEqual({ did_not_attend: 1 })
  const [text, ...more] = await missed()
  expect(more).toEqual([])
  for (const said of ['Near home', 'Second near home', 'Third near home', '/book-event?event='])
    expect(text).toContain(said)
  expect(text).not.toContain('Near the event')

  const { body } = await site.ask('GET', `/api/office/days/${event.event_id}`, {
    as: await newClerk(),
  })
  const [person] = body.people
  const undo = {
    id: '7d5ba2fe-6c3f-4bb4-9b7e-3f6f3c9b2a10',
    device: 'office',
    sequence: 900,
    at: site.deps.now().toISOString(),
    appointment_id: id,
    type: 'undo',
    reason: 'a mistake',
    undoes: person.action_id,
  }
  const undone = await site.ask('POST', `/api/office/days/${event.event_id}/actions`, {
    as: await newClerk(),
    body: { actions: [undo] },
  })
  expect(undone.status).toBe(200)
  const state = await site.deps.database.pool.query(
    'select state from attendance where appointment_id = $1',
    [id],
  )
  expect(state.rows).toEqual([{ state: 'expected' }])
  expect((await close(event)).body).toEqual({ did_not_attend: 1 })
  expect(await missed()).toHaveLength(1)
})

test('by SMS where that is the member’s way', async () => {
  const texter = await site.member({ contactBy: 'sms', ...confirmedPhone('07700 900123') })
  await absentAt(await site.event(), undefined, texter)
  expect(await missed(texter)).toEqual([])
  await until(() =>
    expect(site.smses.at(-1)?.text).toContain('we missed you at 10:20 on Tuesday 26 January 2027'),
  )
})

test('a record out of use and a withdrawn consent get no message', async () => {
  const gone = await site.member()
  await absentAt(
    await site.event(),
    async () => {
      const query = 'update members set is_active = false where id = $1'
      await site.deps.database.pool.query(query, [gone.id])
    },
    gone,
  )
  expect(await missed(gone)).toEqual([])
  site.moveTo(START)
  const event = await site.event()
  await absentAt(event, async () => {
    const url = `/api/events/${event.event_id}/consent-withdrawal`
    expect((await site.ask('POST', url, { as: member })).status).toBe(200)
  })
  expect(await missed()).toEqual([])
})

test('twice not attended: the office sees it on Today, in a list and on the record', async () => {
  const today = async () =>
    (await site.ask('GET', '/api/office/today', { as: await newClerk() })).body
  const listed = async () =>
    (await site.ask('GET', '/api/office/members?tab=absent', { as: await newClerk() })).body
  const record = async () =>
    (await site.ask('GET', `/api/office/members/${member.id}`, { as: await newClerk() })).body
      .did_not_attend
  const before = (await today()).absent_twice
  await absentAt(await site.event())
  expect([(await today()).absent_twice, await record()]).toEqual([before, 1])
  await absentAt(await dayAfter(3))
  expect([(await today()).absent_twice, await record()]).toEqual([before + 1, 2])
  const list = await listed()
  expect(list.total).toBe(before + 1)
  expect(list.data.map(({ id }: { id: number }) => id)).toContain(member.id)

  const event = await dayAfter(10)
  await absentAt(event, async (id) => {
    site.moveTo(ukInstant(event.event_date, '10:00'))
    const arrived = {
      id: 'b0a9c0f4-5d1f-4a51-8fd1-4c1c3b5b9a77',
      device: 'office',
      sequence: 901,
      at: site.deps.now().toISOString(),
      appointment_id: id,
      type: 'arrive',
    }
    await site.ask('POST', `/api/office/days/${event.event_id}/actions`, {
      as: await newClerk(),
      body: { actions: [arrived] },
    })
  })
  expect([(await today()).absent_twice, await record()]).toEqual([before, 0])
})

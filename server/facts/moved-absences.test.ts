import { afterAll, beforeAll, expect, test } from 'vitest'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { closeDay } from '../../test/app/close-day.ts'
import { press } from '../../test/app/presses.ts'
import { sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { countUnfinished } from '../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../test/until.ts'
import { commit } from '../platform/commit.ts'
import { listExpected } from '../venue/check-in/attendance.queries.ts'
import { recordMissed } from '../venue/check-in/close-day.ts'
import { countDay } from './day-counts.queries.ts'

// A day that is closed early: two of those who were marked absent are moved, one to a later time of the
// day and one to another day.
let site: TestApp
let office: { cookie: string }
let day: Awaited<ReturnType<typeof sampledEvent>>
let other: Awaited<ReturnType<TestApp['event']>>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  office = await site.staff(['office'])
  other = await site.event({
    startsAt: new Date('2027-02-16T10:00:00Z'),
    endsAt: new Date('2027-02-16T12:00:00Z'),
  })
  day = await sampledEvent(site, 3)
  site.moveTo(ukInstant(day.event.event_date, '10:05'))
  await missAll(day.event)
  site.moveTo(ukInstant(day.event.event_date, '10:10'))
  for (const [n, to, time] of [
    [1, day.event, '11:40'],
    [2, other, '10:20'],
  ] as const) {
    const { status } = await site.ask(
      'PUT',
      `/api/office/appointments/${day.appointments[n]}/move`,
      {
        as: office,
        body: { event_id: to.event_id, date: to.event_date, time, reason: 'rang us' },
      },
    )
    expect(status).toBe(200)
  }
})
afterAll(() => site.close())

/** As a day that was closed in its first minutes recorded it, before closing waited for the end of a slot. */
async function missAll({ event_id: eventId }: { event_id: number }): Promise<void> {
  const { deps } = site
  const { rows } = await deps.database.pool.query<{ id: number; userId: string }>(
    'select id::int, user_id as "userId" from staff order by id limit 1',
  )
  const [by] = rows
  if (!by) throw new Error('nobody works here')
  await commit(deps, async (tx) => {
    const missed = await listExpected(tx, { eventId })
    await recordMissed(tx, deps, { eventId, missed, by, now: deps.now() })
  })
}

async function close(event: { event_id: number }): Promise<number> {
  const as = await venueOf(event)
  const { status, body } = await closeDay(site, event.event_id, as)
  expect(status).toBe(200)
  return body.did_not_attend
}
const counted = (event: { event_id: number }) => countDay(site.deps.database.db, event.event_id)
/** Sessions end when the clock moves on. */
const venueOf = (event: { event_id: number }) =>
  site.staff(['venue'], { eventIds: [event.event_id], leads: [event.event_id] })
async function onTablet(n: number, event: { event_id: number }) {
  const as = await venueOf(event)
  const { body } = await site.ask('GET', `/api/office/days/${event.event_id}`, { as })
  return body.people.find(
    (one: { appointment_id: number }) => one.appointment_id === day.appointments[n],
  )
}
const absences = async (n: number) => {
  const as = await site.staff(['office'])
  const url = `/api/office/members/${day.people[n]?.id}`
  return (await site.ask('GET', url, { as })).body.did_not_attend
}
async function absenceMails(n: number): Promise<number> {
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
  const { email } = day.people[n] as { email: string }
  return site.mails.filter(({ to, subject }) => to === email && /missed/i.test(subject)).length
}

test('the new time starts open, on the tablet and in the counts, and the old day keeps the absence', async () => {
  expect(await counted(day.event)).toMatchObject({ booked: 3, did_not_attend: 2, expected: 1 })
  expect(await counted(other)).toMatchObject({ booked: 1, did_not_attend: 0, expected: 1 })
  expect(await onTablet(1, day.event)).toMatchObject({ state: 'expected', presses: [] })
  expect(await absences(2)).toBe(1)
})

test('whoever comes then is counted at the new day alone, and the absence stays at the old one', async () => {
  site.moveTo(ukInstant(day.event.event_date, '11:30'))
  const again = { event: day.event, as: await venueOf(day.event), appointment: day.appointments[1] }
  const undoes = await press(site, again, 'arrive')
  await press(site, again, 'undo', { undoes, reason: 'the neighbour' })
  expect(await counted(day.event)).toMatchObject({ did_not_attend: 2, expected: 1 })

  site.moveTo(ukInstant(other.event_date, '10:00'))
  expect(await onTablet(2, other)).toMatchObject({ state: 'expected', presses: [] })
  const at = { event: other, as: await venueOf(other), appointment: day.appointments[2] }
  const arrival = await press(site, at, 'sample', { tube: tubeCodeOf(7301) })
  expect(await counted(other)).toMatchObject({ booked: 1, sampled: 1, did_not_attend: 0 })
  expect(await counted(day.event)).toMatchObject({ booked: 3, did_not_attend: 2 })
  expect(await absences(2)).toBe(0)
  await press(site, at, 'undo', { undoes: arrival, reason: 'the neighbour' })
})

test('a second absence is one of its own day, and its member gets a message of that one', async () => {
  // The first was moved before its day had ended.
  expect(await absenceMails(2)).toBe(0)
  site.moveTo(ukInstant(other.event_date, '12:30'))
  expect(await close(other)).toBe(1)
  expect(await counted(other)).toMatchObject({ did_not_attend: 1, expected: 0 })
  expect(await counted(day.event)).toMatchObject({ did_not_attend: 2 })
  expect(await absences(2)).toBe(2)
  expect(await absenceMails(2)).toBe(1)
})

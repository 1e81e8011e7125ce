// Closing the day records only those whose time is over, and writes to nobody before the event has ended.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { press } from '../../../test/app/presses.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { finishClosedDays } from './finish-closed-days.ts'

const START = new Date('2027-01-05T09:00:00Z')
let site: TestApp
let event: CharityEvent
let early: TestMember
let late: TestMember
let ids: number[]
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event({ places: 12 })
  const [one, two] = await consentingMembers(site, 2, [event])
  if (!one || !two) throw new Error('nobody is there')
  early = one
  late = two
  ids = [await bookedId(site, early, event, '10:00'), await bookedId(site, late, event, '11:20')]
})

const at = (time: string) => site.moveTo(ukInstant(event.event_date, time))
const clerk = () => site.staff(['office'])
const finish = () =>
  finishClosedDays(site.deps, (error) => {
    throw error
  })
const missed = async () => {
  const { rows } = await site.deps.database.pool.query<{ id: number }>(
    `select appointment_id::int as id from attendance
      where event_id = $1 and state = 'did_not_attend' order by 1`,
    [event.event_id],
  )
  return rows.map(({ id }) => id)
}
const told = (member: TestMember) =>
  site.mails.filter(({ to, subject }) => to === member.email && subject.includes('We missed you'))

test('a day closed at its first minute misses nobody, and after the end everybody who did not come', async () => {
  at('10:02')
  expect((await closeDay(site, event.event_id, await clerk())).body).toEqual({ did_not_attend: 0 })
  await finish()
  expect(await missed()).toEqual([])
  at('12:30')
  await finish()
  expect(await missed()).toEqual(ids)
  await until(() => expect(told(late)).toHaveLength(1))
  await finish()
  expect([early, late].map((member) => told(member).length)).toEqual([1, 1])
})

test('only a slot that ended half an hour ago is missed, and its message leaves after the event', async () => {
  at('11:00')
  expect((await closeDay(site, event.event_id, await clerk())).body).toEqual({ did_not_attend: 1 })
  expect(await missed()).toEqual(ids.slice(0, 1))
  await finish()
  expect(told(early)).toEqual([])
  const lead = await clerk()
  await press(site, { event, as: lead, appointment: ids[0] }, 'arrive')
  at('12:30')
  await finish()
  await until(() => expect(told(late)).toHaveLength(1))
  expect(told(early)).toEqual([])
})

test('only a lead closes it, with the number that was shown', async () => {
  at('12:30')
  const eventIds = [event.event_id]
  const helper = await site.staff(['venue'], { eventIds })
  const refused = await closeDay(site, event.event_id, helper)
  expect([refused.status, refused.body.code]).toEqual([403, 'lead_needed'])
  const url = `/api/office/days/${event.event_id}/close`
  const lead = await site.staff(['venue'], { eventIds, leads: eventIds })
  const blind = await site.ask('POST', url, { as: lead, body: {} })
  expect([blind.status, blind.body.code]).toEqual([400, 'invalid_request'])
  const other = await site.ask('POST', url, { as: lead, body: { expected: 1 } })
  expect([other.status, other.body.code]).toEqual([409, 'preview_outdated'])
  expect((await closeDay(site, event.event_id, lead)).body).toEqual({ did_not_attend: 2 })
})

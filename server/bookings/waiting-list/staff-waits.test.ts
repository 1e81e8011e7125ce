import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { reordered } from '../../../domain/office/staff-waits.ts'
import { consentingMembers } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { advanceLists, cancel, fullEvent, waitingListOf } from '../../../test/app/waiting.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

type Event = { event_id: number }
const add = (event: Event, memberId: number, as = clerk) =>
  site.ask('POST', `/api/office/events/${event.event_id}/waiting-list`, {
    as,
    body: { member_id: memberId },
  })
const act = (wait: number, verb: 'offer' | 'removal', body?: object, as = clerk) =>
  site.ask('POST', `/api/office/waits/${wait}/${verb}`, { as, ...(body && { body }) })
const move = (wait: number, from: number, to: number, as = clerk) =>
  site.ask('PUT', `/api/office/waits/${wait}/position`, {
    as,
    body: { from, to, reason: 'Promised by phone' },
  })
const rows = async (query: string, ...values: unknown[]) =>
  (await site.ownerPool.query(query, values)).rows
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

/** A full event with three members whom staff put on its list, and their waits. */
async function listOfThree() {
  const { event, booked } = await fullEvent(site)
  const members = await consentingMembers(site, 3, [])
  const waits: number[] = []
  for (const { id } of members) {
    const { status, body } = await add(event, id)
    expect([status, body.position]).toEqual([201, waits.length + 1])
    waits.push(body.wait_id)
  }
  return { event, booked, members, waits }
}

const inOrder = async (event: Event) => {
  const url = `/api/office/events/${event.event_id}/attendees?tab=waiting`
  const { body } = await site.ask('GET', url, { as: clerk })
  return body.data.map(({ wait_id: id }: { wait_id: number }) => id)
}

test('the order that staff choose decides who is offered the next place, and is audited', async () => {
  const { event, booked, members, waits } = await listOfThree()
  const [first = 0, second = 0, third = 0] = waits
  expect((await move(third, 3, 1)).body).toMatchObject({ position: 1, waiting: 3 })
  expect(await inOrder(event)).toEqual([third, first, second])
  // Another clerk still sees the order before.
  expect(await codeOf(move(second, 2, 1))).toEqual([409, 'changed_meanwhile'])
  expect((await move(first, 2, 9)).body.position).toBe(3)
  expect(await inOrder(event)).toEqual([third, second, first])
  const [member] = members.slice(2)
  if (!booked[0] || !member) throw new Error('nobody is there')
  await cancel(site, booked[0])
  expect((await waitingListOf(site, member, event as never)).wait?.status).toBe('offered')
  expect(await codeOf(move(third, 1, 2))).toEqual([409, 'not_waiting'])
  const audited = await rows(
    `select actor_user_id as by, details from audit_log
      where action = 'waiting list order changed' and member_id = $1`,
    member.id,
  )
  expect(audited).toEqual([
    { by: clerk.userId, details: { from: 3, to: 1, reason: 'Promised by phone' } },
  ])
})

test('a member who is taken off passes an offer on, and is not taken off twice', async () => {
  const { event, booked, members, waits } = await listOfThree()
  if (!booked[0] || !members[1]) throw new Error('nobody is there')
  await cancel(site, booked[0])
  const [first = 0] = waits
  expect((await act(first, 'removal', { reason: 'Asked by phone' })).status).toBe(200)
  expect((await waitingListOf(site, members[1], event as never)).wait?.status).toBe('offered')
  expect(await codeOf(act(first, 'removal', { reason: 'Asked by phone' }))).toEqual([
    409,
    'wait_over',
  ])
  const audited = await rows(
    `select actor_user_id as by, details from audit_log
      where action = 'waiting list left' and member_id = $1`,
    members[0]?.id,
  )
  expect(audited).toEqual([{ by: clerk.userId, details: { reason: 'Asked by phone' } }])
})

test('staff offer the next free place before others, with its mail, and never two', async () => {
  const { event, booked, members, waits } = await listOfThree()
  const [first = 0, , third = 0] = waits
  expect(await codeOf(act(third, 'offer'))).toEqual([409, 'no_free_place'])
  if (!booked[0] || !members[2]) throw new Error('nobody is there')
  await cancel(site, booked[0])
  expect(await codeOf(act(first, 'offer'))).toEqual([409, 'already_offered'])
  // The offer has expired, and the job that gives it to the next has not run.
  site.moveTo(new Date(START.getTime() + DAY_MS))
  clerk = await site.staff(['office'])
  const [one, other] = await Promise.all([act(third, 'offer'), act(third, 'offer')])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  expect([one, other].find(({ status }) => status === 409)?.body.code).toBe('already_offered')
  const { email } = members[2]
  await until(() => expect(site.mails.filter(({ to }) => to === email)).toHaveLength(1))
  await advanceLists(site)
  const offered = await rows(
    'select offered_to as id from places where event_id = $1 and offer_id is not null',
    event.event_id,
  )
  expect(offered).toEqual([{ id: members[2].id }])
})

test('two clerks who add one member at once put them on the list once', async () => {
  const { event } = await fullEvent(site)
  const member = await site.member()
  const other = await site.staff(['office'])
  const answers = await Promise.all([add(event, member.id), add(event, member.id, other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_waiting')
})

const change = (set: string) => (id: number) =>
  site.ownerPool.query(`update members set ${set} where id = $1`, [id])
test.each([
  ['has_died', change(`died_at = now(), is_active = false`)],
  ['record_out_of_use', change('is_active = false')],
  ['wants_no_invitations', change(`wants_contact = 'results'`)],
  ['record_erased', change('erased_at = now()')],
  [
    'already_merged',
    async (id: number) =>
      change(`merged_into = ${(await site.member()).id}, is_active = false, user_id = null,
        seal_id = coalesce(seal_id, user_id), email = null`)(id),
  ],
])('a member is not put on the list: %s', async (code, prepare) => {
  const { event } = await fullEvent(site)
  const member = await site.member()
  await prepare(member.id)
  expect((await codeOf(add(event, member.id)))[1]).toBe(code)
})

test('nobody joins the list of an event that is cancelled, paused or has places, nor twice', async () => {
  const { event, booked } = await fullEvent(site)
  expect((await codeOf(add(event, booked[0]?.member.id ?? 0)))[1]).toBe('duplicate')
  const member = await site.member()
  expect((await codeOf(add(await site.event(), member.id)))[1]).toBe('places_left')
  expect((await codeOf(add({ event_id: 999_999 }, member.id)))[0]).toBe(404)
  expect((await codeOf(add(event, 999_999)))[0]).toBe(404)
  expect((await codeOf(act(999_999, 'offer')))[0]).toBe(404)
  const url = `/api/office/events/${event.event_id}`
  const paused = await site.ask('PUT', `${url}/booking`, {
    as: clerk,
    body: { is_open: false, reason: 'A test' },
  })
  expect(paused.status).toBe(200)
  expect((await codeOf(add(event, member.id)))[1]).toBe('booking_paused')
})

test('a member moves to any position, and past the end to the last', () => {
  expect(reordered([7, 8, 9], 3, 1)).toEqual([9, 7, 8])
  expect(reordered([7, 8, 9], 1, 2)).toEqual([8, 7, 9])
  expect(reordered([7, 8, 9], 1, 9)).toEqual([8, 9, 7])
})

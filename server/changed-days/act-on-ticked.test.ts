import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from './run-bulk-actions.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>
const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']

let site: TestApp
let clerk: Person
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const ask = (event: CharityEvent, what: 'moves' | 'cancellations', body: object, as = clerk) =>
  site.ask('POST', `/api/office/events/${event.event_id}/appointment-${what}`, {
    as,
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const run = (minutes = 0) =>
  runBulkActions(
    { ...site.deps, now: () => new Date(site.deps.now().getTime() + minutes * 60_000) },
    (error) => {
      throw error
    },
  )
const read = async (id: number, as = clerk) =>
  (await site.ask('GET', `/api/office/bulk-actions/${id}`, { as })).body
const times = async (ids: readonly number[]) => {
  const { rows } = await site.deps.database.pool.query<{ found: string }>(
    `select event_id || ' ' || status || ' ' ||
       to_char(slot_starts_at at time zone 'Europe/London', 'HH24:MI') as found
     from appointments where id = any($1) order by id`,
    [ids],
  )
  return rows.map(({ found }) => found)
}

async function bookedEvent(count: number, pricePence = 0) {
  const event = await site.event({ places: 18, pricePence })
  const members = await consentingMembers(site, count, [])
  for (const member of members) await site.consent(member, event)
  const ids: number[] = []
  for (const [n, member] of members.entries())
    ids.push(await bookedId(site, member, event, TIMES[n % TIMES.length] ?? ''))
  return { event, members, ids }
}

/** Previews it and does what was shown. */
async function actOn(
  event: CharityEvent,
  what: 'moves' | 'cancellations',
  { as = clerk, ...body }: { as?: Person; ids: number[] } & Record<string, unknown>,
) {
  const dry = await ask(event, what, { ...body, dry_run: true }, as)
  expect([dry.status, dry.body]).toMatchObject([200, {}])
  const done = { ...body, dry_run: false, reason: 'Nobody to take blood', shown: dry.body.shown }
  return { preview: dry.body, started: await ask(event, what, done, as) }
}

test('the ticked get their own time at another event, or the nearest, and each gets one message', async () => {
  const { event, ids, members } = await bookedEvent(3)
  const to = await site.event({ places: 2, sessionMinutes: 20, pricePence: 0 })
  const full = await actOn(event, 'moves', { ids, event_id: to.event_id })
  expect(full.preview.people).toMatchObject([
    { date: event.event_date, time: '10:00', to_date: to.event_date, refusal: null, is_told: true },
    { time: '10:20', refusal: null, money: 'There is nothing to pay.' },
    { time: '10:40', refusal: 'There is no free time left.' },
  ])
  expect(full.started.status).toBe(202)
  await run()
  const [first, second, third] = await times(ids)
  expect([first, second, third]).toEqual([
    `${to.event_id} booked 10:00`,
    expect.stringMatching(`^${to.event_id} booked`),
    `${event.event_id} booked 10:40`,
  ])
  expect(await read(full.started.body.bulk_action_id)).toMatchObject({
    kind: 'appointment moves',
    state: 'done',
    total: 2,
    done: 2,
    not_told: [],
  })
  const told = () =>
    site.mails.filter(
      ({ to: address, text }) => address === members[0]?.email && /new time/.test(text),
    )
  await until(() => expect(told()).toHaveLength(1))
})

test('within one event the part of the day that was asked for is used, and no time of the ticked', async () => {
  const { event, ids } = await bookedEvent(2)
  const { started } = await actOn(event, 'moves', {
    ids,
    event_id: event.event_id,
    earliest: '10:20',
    latest: '10:40',
  })
  expect(started.status).toBe(202)
  await run()
  expect(await times(ids)).toEqual(Array(2).fill(`${event.event_id} booked 10:40`))
})

test('two clerks at once move nobody twice: the second reads by name what has happened', async () => {
  const { event, ids, members } = await bookedEvent(2)
  const [to, other] = [await site.event({ pricePence: 0 }), await site.event({ pricePence: 0 })]
  const second = await site.staff(['office'])
  const body = { ids, dry_run: false, reason: 'Nobody to take blood' }
  const [a, b] = [
    await ask(event, 'moves', { ids, event_id: to.event_id, dry_run: true }),
    await ask(event, 'moves', { ids, event_id: other.event_id, dry_run: true }, second),
  ]
  const started = [
    await ask(event, 'moves', { ...body, event_id: to.event_id, shown: a.body.shown }),
    await ask(event, 'moves', { ...body, event_id: other.event_id, shown: b.body.shown }, second),
  ]
  expect(started.map(({ status }) => status)).toEqual([202, 202])
  await Promise.all([run(), run()])
  await run()
  expect(await times(ids)).toEqual([`${to.event_id} booked 10:00`, `${to.event_id} booked 10:20`])
  expect(await read(started[1]?.body.bulk_action_id)).toMatchObject({
    state: 'done',
    failures: members.map(({ id }) => ({
      member_id: id,
      problem: 'Somebody else has moved this appointment.',
    })),
  })
  const late = await ask(event, 'moves', { ...body, event_id: to.event_id, shown: a.body.shown })
  expect(late.body.code).toBe('preview_outdated')
})

test('who has cancelled stays out by name, and who cannot be reached is called', async () => {
  const { event, ids, members } = await bookedEvent(2)
  const [gone, silent] = members
  if (!gone || !silent) throw new Error('two members are needed')
  await site.ask('PUT', `/api/office/appointments/${ids[0]}/cancel`, {
    as: clerk,
    body: { reason: 'rang us', refund: 'policy' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  await site.deps.database.pool.query(`update members set wants_contact = 'none' where id = $1`, [
    silent.id,
  ])
  const { preview, started } = await actOn(event, 'cancellations', { ids, refund: 'policy' })
  expect(preview).toMatchObject({
    members: 1,
    refund_pence: 0,
    people: [
      { member_id: gone.id, refusal: 'This appointment is no longer booked.' },
      { member_id: silent.id, refusal: null, is_told: false },
    ],
  })
  await run()
  expect(await read(started.body.bulk_action_id)).toMatchObject({
    done: 1,
    not_told: [{ member_id: silent.id, call: { closed_at: null } }],
  })
})

test('ten cancellations of one person in a day wait for a second person, who sees the counts', async () => {
  const { event, ids } = await bookedEvent(10)
  const few = await actOn(event, 'cancellations', { ids: ids.slice(0, 2), refund: 'policy' })
  expect(few.preview.second_person_reasons).toEqual([])
  const rest = await actOn(event, 'cancellations', { ids: ids.slice(2), refund: 'policy' })
  expect(rest.preview.second_person_reasons).toEqual(['members'])
  const id = rest.started.body.bulk_action_id
  await run(60)
  expect((await times(ids)).filter((one) => one.includes('cancelled'))).toHaveLength(2)
  const second = await site.staff(['office'])
  const waiting = await read(id, second)
  expect(waiting).toMatchObject({
    state: 'waits for a second person',
    preview: { appointments: 8, refund_pence: 0 },
    can_stop: true,
  })
  const url = `/api/office/bulk-actions/${id}/confirmation`
  const own = await site.ask('POST', url, { as: clerk, body: {} })
  expect(own.body.code).toBe('same_person')
  const { appointments, refund_pence, waiting: waits, money_pence } = waiting.preview
  const expected = { appointments, refund_pence, waiting: waits, money_pence }
  const other = { ...expected, appointments: 7 }
  const outdated = await site.ask('POST', url, { as: second, body: { expected: other } })
  expect(outdated.body.code).toBe('preview_outdated')
  expect((await site.ask('POST', url, { as: second, body: { expected } })).status).toBe(200)
  await run()
  expect((await times(ids)).filter((one) => one.includes('cancelled'))).toHaveLength(10)
})

test('a request that waits can be stopped, and appointments stay', async () => {
  const { event, ids } = await bookedEvent(10)
  const { started } = await actOn(event, 'cancellations', { ids, refund: 'none' })
  const stopped = await site.ask(
    'POST',
    `/api/office/bulk-actions/${started.body.bulk_action_id}/stop`,
    { as: await site.staff(['treasurer']), body: { reason: 'Somebody came after all.' } },
  )
  expect(stopped.body).toMatchObject({ state: 'done', can_stop: false })
  await run(60)
  expect((await times(ids)).every((one) => one.includes('booked'))).toBe(true)
})

test('other roles, other events and ids that are not there are refused', async () => {
  const { event, ids } = await bookedEvent(1)
  const treasurer = await site.staff(['treasurer'])
  const body = { ids, refund: 'policy', dry_run: true }
  expect((await ask(event, 'cancellations', body, treasurer)).status).toBe(403)
  expect((await ask(event, 'cancellations', { ...body, ids: [999_999] })).status).toBe(404)
  const other = await site.event({ pricePence: 0 })
  const elsewhere = await ask(other, 'cancellations', body)
  expect(elsewhere.body).toMatchObject({
    members: 0,
    people: [{ refusal: 'Somebody else has moved this appointment.' }],
  })
  const none = { ...body, dry_run: false, reason: 'Nobody', shown: elsewhere.body.shown }
  expect((await ask(other, 'cancellations', none)).body.code).toBe('nobody_there')
  const exceeding = await ask(event, 'cancellations', { ...body, refund: 'full' })
  expect(exceeding.body.members).toBe(1)
})

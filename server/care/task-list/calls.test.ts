// Members whom a bulk action could not tell are called by two clerks who share one list.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { CALL_MINUTES } from '../../../domain/office/calls.ts'
import type { LoopDetail } from '../../../domain/office/loop-schemas.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { join } from '../../../test/app/waiting.ts'
import { runBulkActions } from '../../changed-days/run-bulk-actions.ts'

type Clerk = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let anna: Clerk
let bill: Clerk
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  // Each test has a list of its own.
  await site.ownerPool.query(`update care_loops set closed_at = opened_at, closed_because = 'test'
    where closed_at is null`)
  anna = await site.staff(['office'])
  bill = await site.staff(['office'])
})

const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20']
const fail = (error: Error) => {
  throw error
}
const post = (path: string, as: Clerk, body?: object) =>
  site.ask('POST', `/api/office/loops/${path}`, { as, ...(body && { body }) })
const take = (id: number, as: Clerk) => post(`${id}/caller`, as)
const release = (id: number, as: Clerk) =>
  site.ask('DELETE', `/api/office/loops/${id}/caller`, { as })
const close = (id: number, as: Clerk, reason = 'told_by_telephone') =>
  post(`${id}/close`, as, { reason })
const nextCall = async (as: Clerk, after: number | null = null): Promise<number | null> =>
  (await post('next-call', as, { after })).body.id
const read = async (id: number, as: Clerk = anna): Promise<LoopDetail> =>
  (await site.ask('GET', `/api/office/loops/${id}`, { as })).body
const calls = async (as: Clerk = anna): Promise<LoopDetail[]> =>
  (await site.ask('GET', '/api/office/loops?tab=telephone', { as })).body.data

async function silence(memberId: number) {
  await site.ownerPool.query(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
      where id = $1`,
    [memberId],
  )
}

/** An event that was cancelled, with members booked whom nothing reaches; by time of their call. */
async function cancelled(count: number, message = 'The hall is flooded.') {
  const event = await site.event()
  const memberIds: number[] = []
  for (let n = 0; n < count; n++) {
    const member = await site.member()
    await site.consent(member, event)
    await bookedId(site, member, event, TIMES[n])
    await silence(member.id)
    memberIds.push(member.id)
  }
  const by = await site.staff(['office'])
  const { body } = await cancelDay(site, { eventId: event.event_id, as: by, message })
  await runBulkActions(site.deps, fail)
  const action = async () =>
    (await site.ask('GET', `/api/office/bulk-actions/${body.bulk_action_id}`, { as: anna })).body
  const ids = (await calls()).flatMap((one) => (memberIds.includes(one.member_id) ? one.id : []))
  expect(ids).toHaveLength(count)
  return { event, memberIds, ids, action }
}

test('whom a cancellation could not tell is a call with what to say, due before the event', async () => {
  const { event, ids, action, memberIds } = await cancelled(1)
  const [id = 0] = ids
  const call = await read(id)
  expect(call).toMatchObject({
    kind: 'not_told',
    member_id: memberIds[0],
    event_id: event.event_id,
    due_at: `${event.event_date}T10:00:00.000Z`,
    date_of_birth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    caller: null,
  })
  expect(call.script[0]).toContain('We have had to cancel Colchester PSA screening')
  expect(call.script).toContain('Read out: ‘The hall is flooded.’')
  expect((await close(id, anna)).status).toBe(204)
  expect((await action()).not_told).toMatchObject([
    { member_id: memberIds[0], call: { id, reason: 'told_by_telephone', closed_by: anna.name } },
  ])
  expect(await calls()).toEqual([])
})

test('a clerk takes a call; a colleague sees who and since when, and records nothing meanwhile', async () => {
  const { ids } = await cancelled(1)
  const [id = 0] = ids
  expect((await take(id, anna)).status).toBe(204)
  expect((await take(id, anna)).status).toBe(204)
  const since = site.deps.now().toISOString()
  expect(await calls(bill)).toMatchObject([
    { caller: anna.name, called_since: since, is_own_call: false },
  ])
  expect((await read(id)).is_own_call).toBe(true)
  const { body: today } = await site.ask('GET', '/api/office/today', { as: bill })
  expect(today.loops).toMatchObject({
    telephone: 1,
    calls: [{ id, caller: anna.name, is_own_call: false }],
  })
  for (const answer of [
    await take(id, bill),
    await close(id, bill),
    await release(id, bill),
    await post(`${id}/calls`, bill, { ring_at: null, outcome: 'no_answer' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'being_called'])
  expect((await release(id, anna)).status).toBe(204)
  expect((await release(id, anna)).status).toBe(204)
  expect((await take(id, bill)).status).toBe(204)
})

test('a call that was taken and left is free again after a while', async () => {
  const { ids } = await cancelled(1)
  const [id = 0] = ids
  const start = site.deps.now()
  await take(id, anna)
  site.moveTo(new Date(start.getTime() + CALL_MINUTES * MINUTE_MS - 1))
  expect((await take(id, bill)).status).toBe(409)
  site.moveTo(new Date(start.getTime() + CALL_MINUTES * MINUTE_MS))
  expect((await read(id, bill)).caller).toBeNull()
  expect((await close(id, bill)).status).toBe(204)
  site.moveTo(start)
})

test('of two clerks who take a call at once, one has it', async () => {
  const { ids } = await cancelled(1)
  const [id = 0] = ids
  const answers = await Promise.all([take(id, anna), take(id, bill)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
})

test('two clerks who go through the list at once call nobody twice', async () => {
  const { ids } = await cancelled(5)
  const called: number[] = []
  const work = async (as: Clerk) => {
    let id = await nextCall(as)
    while (id !== null) {
      called.push(id)
      expect((await close(id, as)).status).toBe(204)
      id = await nextCall(as, id)
    }
  }
  await Promise.all([work(anna), work(bill)])
  expect(called.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
})

test('without an answer the call comes again later, is counted, and the next one opens', async () => {
  const { ids } = await cancelled(3)
  const [first = 0, second = 0, third = 0] = ids
  expect(await nextCall(anna)).toBe(first)
  expect(await nextCall(bill)).toBe(second)
  const missed = { ring_at: null, outcome: 'no_answer' }
  expect((await post(`${first}/calls`, anna, missed)).status).toBe(204)
  expect(await nextCall(anna, first)).toBe(third)
  const again = new Date(site.deps.now().getTime() + 2 * 60 * MINUTE_MS)
  expect(await read(first)).toMatchObject({
    calls: 1,
    ring_at: again.toISOString(),
    caller: null,
    is_to_ring: true,
  })
  await post(`${third}/calls`, anna, { ring_at: null, outcome: 'left_message' })
  await close(second, bill, 'wrong_number')
  expect(await nextCall(anna, third)).toBeNull()
  const start = site.deps.now()
  site.moveTo(again)
  expect(await nextCall(await site.staff(['office']), third)).toBe(first)
  site.moveTo(start)
})

test('a second message about the same event joins the open call', async () => {
  const { event, ids, memberIds } = await cancelled(1)
  const [id = 0] = ids
  const url = `/api/office/events/${event.event_id}/messages`
  const words = { tab: 'cancelled', subject: 'Your refund', message: 'It is on its way.' }
  const { body: preview } = await site.ask('POST', url, {
    as: anna,
    body: { ...words, dry_run: true },
  })
  await site.ask('POST', url, {
    as: anna,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { ...words, dry_run: false, shown: preview.shown },
  })
  await runBulkActions(site.deps, fail)
  expect((await calls()).map((one) => [one.id, one.member_id])).toEqual([[id, memberIds[0]]])
  const { script } = await read(id)
  expect(script).toContain('Read out: ‘Your refund. It is on its way.’')
  expect(script[0]).toContain('We have had to cancel')
})

test('somebody on the waiting list is called too', async () => {
  const event = await site.event({ places: 1, sessionMinutes: 120 })
  const [booked, waiting] = [await site.member(), await site.member()]
  await site.consent(booked, event)
  await bookedId(site, booked, event, '10:00')
  await join(site, waiting, event)
  await silence(waiting.id)
  await cancelDay(site, { eventId: event.event_id, as: anna })
  await runBulkActions(site.deps, fail)
  const [call] = await calls()
  expect(call).toMatchObject({ member_id: waiting.id, event_id: event.event_id })
  expect((await read(call?.id ?? 0)).script.at(-1)).toContain('waiting list has closed')
})

test('nobody calls a member who has died, and a task of nobody is not found', async () => {
  const { ids } = await cancelled(2)
  const [first = 0, second = 0] = ids
  expect(
    (await post(`${first}/close`, anna, { reason: 'died', note: 'A son said so' })).status,
  ).toBe(204)
  expect((await calls()).map(({ id }) => id)).toEqual([second])
  expect((await take(first, bill)).body.code).toBe('loop_closed')
  expect((await take(987_654, bill)).status).toBe(404)
  const treasurer = await site.staff(['treasurer'])
  expect((await take(second, treasurer)).status).toBe(403)
  const clinician = await site.staff(['clinician'])
  expect((await take(second, clinician)).body.code).toBe('not_permitted')
})

test('two records of one person are called by one clerk', async () => {
  const one = await cancelled(1)
  const [kept = 0] = one.memberIds
  await cancelled(1, 'Another hall.')
  const calling = await calls()
  const other = calling.find(({ member_id: id }) => id !== kept)
  await site.ownerPool.query(
    'update members set merged_into = $2, is_active = false, nhs_number = null, nhs_number_index = null where id = $1',
    [other?.member_id, kept],
  )
  await take(one.ids[0] ?? 0, anna)
  expect((await take(other?.id ?? 0, bill)).body.code).toBe('being_called')
  expect(await nextCall(bill)).not.toBe(other?.id)
})

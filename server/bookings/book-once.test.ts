import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from '../test-app.ts'
import { brokenPromises } from './promises/queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const DAY = 24 * 3_600_000
let site: TestApp
let man: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  man = await site.member()
  event = await site.event()
  await site.consent(man, event)
})

const book = (key: string, time = '10:20', as = man) =>
  site.ask('POST', '/api/appointments', {
    as,
    body: { eventId: event.event_id, appointmentStartTime: time },
    headers: { 'idempotency-key': key },
  })

test('a booking that is sent again under its key gets the first answer, and books nothing', async () => {
  const first = await book('k1')
  const before = await site.stored()
  const again = await book('k1')
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await site.stored()).toEqual(before)
})

test('sent many times at once under one key, it is one booking and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => book('k2')))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  const ids = answers.map(({ body }) => body.appointment.appointment_id)
  expect(new Set(ids).size).toBe(1)
  expect(await brokenPromises(site.parts.database.db, START)).toEqual([])
})

test('a late repetition does not book again what was cancelled', async () => {
  const first = await book('k3')
  const id = first.body.appointment.appointment_id
  await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: man })
  const before = await site.stored()
  expect((await book('k3')).body).toEqual(first.body)
  expect(await site.stored()).toEqual(before)
})

test('a refusal is not kept: the same wish may succeed under the same key', async () => {
  const other = await site.member()
  await site.consent(other, event)
  await book('theirs', '10:20', other)
  expect((await book('k4')).body.code).toBe('slot_taken')
  expect((await book('k4', '10:40')).status).toBe(201)
})

test('another wish under a used key is judged as what it is', async () => {
  await book('k5')
  expect((await book('k5', '11:00')).body.code).toBe('duplicate')
})

test('another member’s key is not his', async () => {
  const first = await book('k6')
  const other = await site.member()
  await site.consent(other, event)
  const theirs = await book('k6', '10:20', other)
  expect(theirs.body).not.toEqual(first.body)
  expect(theirs.body.code).toBe('slot_taken')
})

test('a key works for a day', async () => {
  const first = await book('k7')
  site.moveTo(new Date(START.getTime() + DAY))
  expect((await book('k7')).body).toEqual(first.body)
  await site.ask('PUT', `/api/appointments/${first.body.appointment.appointment_id}/cancel`, {
    as: man,
  })
  site.moveTo(new Date(START.getTime() + DAY + 1))
  await book('k8')
  const { rows } = await site.parts.database.db.execute(
    `select key from idempotent_answers where key in ('k7', 'k8')`,
  )
  expect(rows).toEqual([{ key: 'k8' }])
})

test.each(['', ' ', 'a'.repeat(129), 'ü'])('a key that is none (%j) is refused', async (key) => {
  const before = await site.stored()
  expect((await book(key)).status).toBe(400)
  expect(await site.stored()).toEqual(before)
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event()
  await site.consent(member, event)
})

const book = (key: string, time = '10:20', as = member) =>
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
  expect(await brokenInvariants(site.deps.database.db, START)).toEqual([])
})

test('a late repetition does not book a cancelled appointment again', async () => {
  const first = await book('k3')
  const id = first.body.appointment.appointment_id
  await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
  const before = await site.stored()
  expect((await book('k3')).body).toEqual(first.body)
  expect(await site.stored()).toEqual(before)
})

test('a refusal is not saved: the same request may succeed under the same key', async () => {
  const other = await site.member()
  await site.consent(other, event)
  await book('theirs', '10:20', other)
  expect((await book('k4')).body.code).toBe('slot_taken')
  expect((await book('k4', '10:40')).status).toBe(201)
})

test('a different request under a used key is handled as a new one', async () => {
  await book('k5')
  expect((await book('k5', '11:00')).body.code).toBe('duplicate')
})

test('another member’s key has no effect', async () => {
  const first = await book('k6')
  const other = await site.member()
  await site.consent(other, event)
  const theirs = await book('k6', '10:20', other)
  expect(theirs.body).not.toEqual(first.body)
  expect(theirs.body.code).toBe('slot_taken')
})

test('a key works for nearly a day, and is then free for another booking', async () => {
  const first = await book('k7')
  const url = `/api/appointments/${first.body.appointment.appointment_id}/cancel`
  await site.ask('PUT', url, { as: member })
  site.moveTo(new Date(START.getTime() + 23 * HOUR_MS))
  expect((await book('k7')).body).toEqual(first.body)
  site.moveTo(new Date(START.getTime() + 23 * HOUR_MS + 1))
  const next = await book('k7')
  expect(next.status).toBe(201)
  expect(next.body).not.toEqual(first.body)
  expect((await book('k7')).body).toEqual(next.body)
})

test('a used key does not stand in the way of another wish that is allowed', async () => {
  const first = await hold('k9', '10:00')
  const next = await hold('k9', '10:20')
  expect([first.status, next.status, next.body.slot]).toEqual([201, 201, '10:20'])
})

test.each(['', ' ', 'a'.repeat(129), 'ü'])('a key that is none (%j) is refused', async (key) => {
  const before = await site.stored()
  expect((await book(key)).status).toBe(400)
  expect(await site.stored()).toEqual(before)
})

const hold = (key: string, slot = '10:00') =>
  send(key, 'POST', `/api/events/${event.event_id}/holds`, { slot })

function send(key: string, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const headers = { 'idempotency-key': key }
  return site.ask(method, url, { as: member, headers, ...(body && { body }) })
}

async function booked(): Promise<string> {
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const answer = await site.ask('POST', '/api/appointments', { as: member, body })
  return `/api/appointments/${answer.body.appointment.appointment_id}`
}

type Write = (key: string) => ReturnType<typeof send>
const writes: [name: string, prepare: () => Promise<Write>, undo?: () => Promise<unknown>][] = [
  [
    'a hold',
    async () => (key) => hold(key),
    () => send('other', 'POST', `/api/events/${event.event_id}/holds`, { slot: '11:00' }),
  ],
  [
    'letting a hold go',
    async () => {
      const { body } = await hold('held')
      return (key) => send(key, 'DELETE', `/api/holds/${body.hold_id}`)
    },
  ],
  [
    'a cancellation',
    async () => {
      const url = await booked()
      return (key) => send(key, 'PUT', `${url}/cancel`)
    },
  ],
  [
    'a move',
    async () => {
      const url = await booked()
      movedAt = url
      return (key) => send(key, 'PUT', `${url}/update`, { appt_time: '11:20' })
    },
    () => send('other', 'PUT', `${movedAt}/update`, { appt_time: '11:40' }),
  ],
  [
    'a consent',
    async () => (key) => send(key, 'POST', '/api/medical/consent', consentFormFor(event)),
  ],
  [
    'a change of the profile',
    async () => (key) => send(key, 'PUT', profile(), { first_name: 'John' }),
    () => send('other', 'PUT', profile(), { first_name: 'Jack' }),
  ],
]
let movedAt = ''
const profile = () => `/api/auth/profile?email=${member.email}`

describe.each(writes)('%s', (name, prepare, undo) => {
  test('sent many times at once under one key happens once, with equal responses', async () => {
    const write = await prepare()
    const answers = await Promise.all(Array.from({ length: 8 }, () => write('once')))
    const [first] = answers
    expect(first?.status).toBeLessThan(300)
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([first?.status, first?.body])
    }
    const { rows } = await site.deps.database.db.execute(
      `select count(*) as happened from audit_log where member_id = ${member.id} and action <> 'booked'
       union all select count(*) from consents where member_id = ${member.id}
       union all select count(*) from places where held_by = ${member.id}`,
    )
    for (const { happened } of rows) expect(Number(happened)).toBeLessThanOrEqual(limitOf(name))
  })

  test('repeated late changes nothing that has happened since', async () => {
    const write = await prepare()
    const first = await write('once')
    await undo?.()
    const before = await site.stored()
    const again = await write('once')
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await site.stored()).toEqual(before)
  })
})

// The member already has the consent given for the booking.
const limitOf = (name: string) => (name === 'a consent' ? 2 : 1)

test('the stored row reveals neither the request nor the member', async () => {
  await send('k10', 'PUT', profile(), { nhs_number: '9990000018' })
  const { rows } = await site.deps.database.db.execute(
    `select caller_hash, request_hash, body from idempotent_answers where key = 'k10'`,
  )
  const plain = (text: string) => createHash('sha256').update(text).digest('hex')
  const says = JSON.stringify(['PUT', profile(), { nhs_number: '9990000018' }])
  const kept = JSON.stringify(rows, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
  )
  expect(rows).toMatchObject([{ body: { status: 'success' } }])
  for (const told of [plain(says), plain(member.userId), '9990000018']) {
    expect(kept).not.toContain(told)
  }
})

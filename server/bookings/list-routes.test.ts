import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertResult } from '../facts/results.queries.ts'
import { sealResult } from '../facts/sealed-result.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let first: CharityEvent
let second: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
  member = await site.member()
  first = await site.event({ exclusiveFor: 'CORPORATE' })
  second = await site.event({
    startsAt: ukInstant('2027-03-01', '10:00'),
    endsAt: ukInstant('2027-03-01', '12:00'),
  })
})
afterAll(() => site.close())

async function book(event: CharityEvent, time: string): Promise<number> {
  await site.consent(member, event)
  return bookedId(site, member, event, time)
}

async function list(which: 'past' | 'upcoming') {
  const url = `/api/appointments/${which}-appointments/user/${member.id}`
  const { status, body, headers } = await site.ask('GET', url, { as: member })
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  return body.appointments
}

const idsOf = (appointments: { appointment_id: number }[]) =>
  appointments.map(({ appointment_id }) => appointment_id)

async function addResult(appointmentId: number, releasedAt: Date | null) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '0.84', test_unit: 'ng/ml', comments: null }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: member.id,
    appointmentId,
    releasedAt,
    sampleDate: '2027-01-26',
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}

describe('an appointment', () => {
  let id: number
  let later: number

  test('is upcoming until the minute in which it ends, then past', async () => {
    id = await book(first, '10:20')
    site.moveTo(new Date('2027-01-26T10:39:59Z'))
    expect([idsOf(await list('upcoming')), idsOf(await list('past'))]).toEqual([[id], []])
    site.moveTo(new Date('2027-01-26T10:40:00Z'))
    expect([idsOf(await list('upcoming')), idsOf(await list('past'))]).toEqual([[], [id]])
  })

  test('in the past has the audience of its event, and its result once that is released', async () => {
    expect(await list('past')).toMatchObject([{ exclusive_for: 'CORPORATE', result_id: null }])
    await addResult(id, new Date('2027-02-02T09:00:00Z'))
    expect(await list('past')).toMatchObject([{ result_id: null }])
    site.moveTo(new Date('2027-02-02T09:00:00Z'))
    const [past] = await list('past')
    const results = await site.ask('GET', `/api/medical/results/${member.id}`, { as: member })
    expect(past.result_id).toBe(results.body.data[0].result.result_id)
  })

  test('that was cancelled is listed with the others, latest first', async () => {
    later = await book(second, '11:00')
    await site.ask('PUT', `/api/appointments/${later}/cancel`, { as: member })
    expect(await list('upcoming')).toMatchObject([{ appointment_id: later, status: 'cancelled' }])
    site.moveTo(new Date('2027-03-02T09:00:00Z'))
    expect(await list('past')).toMatchObject([
      { appointment_id: later, status: 'cancelled', result_id: null },
      { appointment_id: id, status: 'booked' },
    ])
  })

  test('with its result in the list does not count as a view of the result', async () => {
    const views = () => site.deps.database.db.execute('select count(*) from access_log')
    const before = await views()
    await list('past')
    expect((await views()).rows).toEqual(before.rows)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book } from '../../test/app/bookings.ts'
import { cartFor } from '../../test/app/card-shop.ts'
import { sampleLost } from '../../test/app/free-repeats.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertResult } from '../facts/results.queries.ts'
import { sealResult } from '../facts/sealed-result.ts'

const START = new Date('2027-01-12T09:00:00Z')
const PAID = { pricePence: 2500, paymentRequired: true }
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
  event = await site.event(PAID)
  await site.consent(member, event)
})

const bookAt = (where: CharityEvent) => book(site, member, where, '10:20')
const hasRight = async () => {
  const url = `/api/appointments/upcoming-appointments/user/${member.id}`
  return (await site.ask('GET', url, { as: member })).body.free_repeat === true
}
const repeatOf = async (resultId: number) => {
  const url = `/api/medical/results/${member.id}/${resultId}`
  return (await site.ask('GET', url, { as: member })).body.data.result.free_repeat
}

describe('a member whose sample gave no number', () => {
  test('books a paid event once without paying, as waived', async () => {
    const refused = await bookAt(event)
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_required'])
    const resultId = await sampleLost(site, member)
    expect([await hasRight(), await repeatOf(resultId)]).toEqual([
      true,
      { booked_for: null, town: null },
    ])
    const { status, body } = await bookAt(event)
    expect(status).toBe(201)
    expect(body.appointment).toMatchObject({ payment_status: 'waived', price_pence: 2500 })
    expect([await hasRight(), await repeatOf(resultId)]).toEqual([
      false,
      { booked_for: '2027-01-26', town: null },
    ])
    const { rows } = await site.deps.database.pool.query(
      `select details from audit_log where member_id = $1 and action = 'booked'`,
      [member.id],
    )
    expect(rows[0].details).toMatchObject({ payment: 'waived' })
    expect(rows[0].details.waivedFor).toBe(`free repeat of result ${resultId}`)
    const again = await bookAt(await site.event(PAID))
    expect(again.status).not.toBe(201)
  })

  test('keeps the right after a cancellation and a move, and has used it after the day', async () => {
    await sampleLost(site, member)
    const { body } = await bookAt(event)
    const id = body.appointment.appointment_id
    const moved = await site.ask('PUT', `/api/appointments/${id}/update`, {
      as: member,
      body: { appt_time: '10:40' },
    })
    expect(moved.body.appointment).toMatchObject({ payment_status: 'waived' })
    expect(await hasRight()).toBe(false)
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    expect(await hasRight()).toBe(true)
    expect((await bookAt(event)).body.appointment.payment_status).toBe('waived')
    site.moveTo(new Date('2027-02-12T09:00:00Z'))
    expect(await hasRight()).toBe(false)
  })

  test('is not asked to pay for it, and has one right for each such result', async () => {
    await sampleLost(site, member)
    const paid = await site.ask('POST', '/api/payments/orders', {
      as: member,
      body: cartFor(event, '10:20'),
    })
    expect(paid.body.code).toBe('nothing_to_pay')
    await sampleLost(site, member)
    expect((await bookAt(event)).status).toBe(201)
    expect(await hasRight()).toBe(true)
  })

  test('has none before the release, nor once a later report replaces the result', async () => {
    const later = new Date('2027-01-13T09:00:00Z')
    const resultId = await sampleLost(site, member, { releasedAt: later })
    expect(await hasRight()).toBe(false)
    site.moveTo(later)
    expect(await hasRight()).toBe(true)
    const origin = { source: 'test', sourceRef: randomUUID() }
    const found = { test_result: '0.9', test_unit: 'ng/ml', comments: null }
    await insertResult(site.deps.database.db, {
      memberId: member.id,
      ...origin,
      supersedesId: resultId,
      sealed: sealResult(site.deps.fieldKeys, origin, found),
      releasedAt: later,
    })
    expect(await hasRight()).toBe(false)
    expect((await bookAt(event)).body.code).toBe('payment_required')
  })

  test('keeps it when an event costs nothing, also one to which staff move the booking', async () => {
    await sampleLost(site, member)
    const free = await site.event({ pricePence: 0, paymentRequired: false })
    await site.consent(member, free)
    const booked = await bookAt(free)
    expect(booked.body.appointment).toMatchObject({ payment_status: 'paid', price_pence: 0 })
    expect(await hasRight()).toBe(true)
    const id = booked.body.appointment.appointment_id
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    const paid = await bookAt(event)
    expect(await hasRight()).toBe(false)
    const moved = await site.ask(
      'PUT',
      `/api/office/appointments/${paid.body.appointment.appointment_id}/move`,
      {
        as: await site.staff(['office']),
        body: {
          event_id: free.event_id,
          date: free.event_date,
          time: '10:20',
          reason: 'asked for it',
        },
      },
    )
    expect(moved.status).toBe(200)
    expect(await hasRight()).toBe(true)
  })

  test('is led to the events of the town of the sample, as long as there are any', async () => {
    const past = await site.event({ city: 'Ely' })
    await site.consent(member, past)
    const appointmentId = (await bookAt(past)).body.appointment.appointment_id
    site.moveTo(new Date('2027-02-12T09:00:00Z'))
    const resultId = await sampleLost(site, member, { appointmentId })
    expect(await repeatOf(resultId)).toEqual({ booked_for: null, town: null })
    const startsAt = new Date('2027-03-09T10:00:00Z')
    await site.event({ city: 'Ely', startsAt, endsAt: new Date('2027-03-09T12:00:00Z') })
    expect(await repeatOf(resultId)).toEqual({ booked_for: null, town: 'Ely' })
  })

  test('does not share it with others', async () => {
    await sampleLost(site, await site.member())
    expect(await hasRight()).toBe(false)
    expect((await bookAt(event)).body.code).toBe('payment_required')
  })
})

test('staff who book for the member use it too', async () => {
  await sampleLost(site, member)
  const body = {
    member_id: member.id,
    event_id: event.event_id,
    date: event.event_date,
    time: '10:20',
    payment: 'due',
    reason: 'rang us',
  }
  const booked = await site.ask('POST', '/api/office/appointments', {
    as: await site.staff(['office']),
    body,
  })
  expect(booked.status).toBe(201)
  expect(booked.body.appointment ?? booked.body).toMatchObject({ payment_status: 'waived' })
  expect(await hasRight()).toBe(false)
  const list = await site.ask('GET', `/api/office/events/${event.event_id}/attendees`, {
    as: await site.staff(['office']),
  })
  expect(list.body.data).toMatchObject([{ payment_status: 'waived', free_repeat: true }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

test('the list for the door has the booked in order, and nothing that the door does not need', async () => {
  const office = await site.staff(['office'])
  const event = await site.event()
  const [late, early, gone] = await consentingMembers(site, 3, [event])
  if (!late || !early || !gone) throw new Error('nobody is there')
  const lateId = await bookedId(site, late, event, '11:00')
  const earlyId = await bookedId(site, early, event, '10:00')
  const goneId = await bookedId(site, gone, event, '10:20')
  await site.ask('PUT', `/api/appointments/${goneId}/cancel`, { as: gone })

  const url = `/api/office/events/${event.event_id}/printed-list`
  const { status, body } = await site.ask('GET', url, { as: office })
  expect(status).toBe(200)
  const ids = body.data.map((row: { appointment_id: number }) => row.appointment_id)
  expect(ids).toEqual([earlyId, lateId])
  expect(body.data[0]).toEqual({
    appointment_id: earlyId,
    reference: expect.stringMatching(/^\w{4}-\w{4}$/),
    date: event.event_date,
    time: '10:00',
    name: `${early.lastName}, ${early.firstName}`,
    date_of_birth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    to_pay: 0,
    support_needs: [],
    support_note: null,
  })
  const { rows } = await site.deps.database.pool.query(
    `select details->>'rows' as rows from audit_log where action = 'list exported' and subject = $1`,
    [`printed list of event ${event.event_id}`],
  )
  expect(rows).toEqual([{ rows: '2' }])
  const paidThere = await site.event({ paymentRequired: null, pricePence: 1500 })
  const [owing] = await consentingMembers(site, 1, [paidThere])
  if (!owing) throw new Error('nobody is there')
  await bookedId(site, owing, paidThere, '10:00')
  const there = await site.ask('GET', `/api/office/events/${paidThere.event_id}/printed-list`, {
    as: office,
  })
  expect(there.body.data).toMatchObject([{ to_pay: 1500 }])
  const treasurer = await site.staff(['treasurer'])
  expect((await site.ask('GET', url, { as: treasurer })).status).toBe(403)
})

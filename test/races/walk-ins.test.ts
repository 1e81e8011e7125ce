// The last place is kept back: a clerk books it for a member while two tablets register walk-ins.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ukInstant } from '../../domain/uk-time.ts'
import { consentingMembers } from '../app/bookings.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { pressOf, walkIn } from '../app/walk-ins.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'

const ROUNDS = 8
let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

test('the last place kept back goes to one of a clerk and two tablets, and nobody is lost', async () => {
  const start = site.deps.now()
  const { pool, db } = site.deps.database
  for (let round = 0; round < ROUNDS; round++) {
    site.moveTo(start)
    const event = await site.event({ places: 1 })
    const { event_id: eventId, event_date: date } = event
    await pool.query('update places set is_kept_back = true where event_id = $1', [eventId])
    const [member] = await consentingMembers(site, 1, [event])
    const now = ukInstant(date, '09:30')
    site.moveTo(now)
    const clerk = await site.staff(['office'])
    const tablets = await Promise.all(
      [1, 2].map(() => site.staff(['venue'], { eventIds: [eventId], leads: [eventId] })),
    )
    const register = (as: (typeof tablets)[number]) =>
      site.ask('POST', `/api/office/days/${eventId}/actions`, {
        as,
        body: {
          actions: [pressOf('walk_in', now, { registration: walkIn({ extra_place: true }) })],
        },
      })
    const booking = {
      member_id: member?.id,
      event_id: eventId,
      date,
      time: '10:00',
      payment: 'due',
    }
    const [booked, ...walkIns] = await Promise.all([
      site.ask('POST', '/api/office/appointments', { as: clerk, body: booking }),
      ...tablets.map(register),
    ])
    expect([201, 409]).toContain(booked?.status)
    expect(walkIns.map(({ body }) => body.results[0].status)).toEqual(['applied', 'applied'])
    const { rows } = await pool.query(
      `select count(*)::int as places, count(appointment_id)::int as taken,
        count(appointment_id) filter (where is_kept_back)::int as kept from places where event_id = $1`,
      [eventId],
    )
    const taken = booked?.status === 201 ? 3 : 2
    expect(rows).toEqual([{ places: taken, taken, kept: 1 }])
    expect(await brokenInvariants(db, now)).toEqual([])
  }
})

import type { CharityEvent } from '../../domain/contract.ts'
import { sampleLost } from '../app/free-repeats.ts'
import { openTestApp } from '../app/test-app.ts'

/**
 * Two tabs of a member book two events at once with one free repeat. Returns how many bookings were
 * free in each round. The rule of one upcoming appointment is off, so that the repeat's own
 * constraint alone has to hold; `isTwin` drops that too.
 */
export async function raceForFreeRepeats({
  rounds,
  isTwin = false,
}: {
  rounds: number
  isTwin?: boolean
}): Promise<number[]> {
  const site = await openTestApp()
  await site.owner.execute(
    'alter table upcoming_appointments drop constraint one_upcoming_appointment_per_member',
  )
  if (isTwin) await site.owner.execute('drop index one_booking_per_free_repeat')
  const free: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const member = await site.member()
    const resultId = await sampleLost(site, member)
    const paid = { pricePence: 2500, paymentRequired: true }
    const events = [await site.event(paid), await site.event(paid)]
    for (const event of events) await site.consent(member, event)
    const book = (event: CharityEvent) =>
      site.ask('POST', '/api/appointments', {
        as: member,
        body: { eventId: event.event_id, appointmentStartTime: '10:20' },
      })
    await Promise.all(events.map(book))
    const { rows } = await site.deps.database.pool.query(
      `select count(*)::int as n from appointments where free_repeat_of = $1 and status = 'booked'`,
      [resultId],
    )
    free.push(rows[0].n)
  }
  await site.close()
  return free
}

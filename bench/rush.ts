import { generateSlots } from '../domain/slots.ts'
import type { Booking } from '../test/storms/book-over-http.ts'
import type { RushSite } from '../test/storms/rush-site.ts'

/** `next` returns a member's cookie and a booking that will succeed; at most `count` of them. */
export async function openBookings(site: RushSite, count: number) {
  const event = await site.event(count, Math.ceil(count / 60))
  const times = generateSlots(event).map(({ time }) => time)
  const members = await site.members(count, event)
  return function next(): { cookie: string; booking: Booking } {
    const member = members.pop()
    const time = times[members.length % times.length]
    if (!member || !time) throw new Error('the benchmark ran out of members')
    return { cookie: member.cookie, booking: { eventId: event.event_id, time } }
  }
}

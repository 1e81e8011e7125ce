import { chargePence, isUpcoming } from '../../domain/events.ts'
import { byDistance } from '../../domain/nearest-events.ts'
import type { EventsNearMember } from '../../domain/office/booking-schemas.ts'
import { isClosedToStaff } from '../../domain/office/bookings.ts'
import { listEvents } from '../events/events.queries.ts'
import { pointOf } from '../events/find-nearby.ts'
import { findPostcode } from '../events/nearby/find-place.ts'
import { findOwnRecord } from '../members/record-of.ts'
import type { Queryable } from '../platform/db/database.ts'
import { countFreeToStaff } from './on-behalf.queries.ts'

const MOST = 8

/**
 * Up to eight events that have not begun and that staff can book for the member, full ones too, the
 * nearest to the postcode of the record first. Throws Refused as findOwnRecord does.
 */
export async function eventsNearMember(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<EventsNearMember> {
  const { postcode } = await findOwnRecord(q, memberId)
  const from = postcode === null ? null : findPostcode(postcode)
  if (!from) return { is_found: false, events: [] }
  const listed = await listEvents(q, { now })
  const open = listed.filter((event) => isUpcoming(event, now) && !isClosedToStaff(event))
  const nearest = byDistance(open, { from, pointOf }).slice(0, MOST)
  const eventIds = nearest.map(({ event_id: id }) => id)
  const counts = await countFreeToStaff(q, { eventIds, memberId, now })
  return {
    is_found: true,
    events: nearest.flatMap(({ miles, ...event }) =>
      miles === null
        ? []
        : {
            event_id: event.event_id,
            event_name: event.event_name,
            event_date: event.event_date,
            start_time: event.start_time,
            end_time: event.end_time,
            miles,
            price_pence: chargePence(event),
            free: counts.get(event.event_id)?.free ?? 0,
            kept_back: counts.get(event.event_id)?.keptBack ?? 0,
            requires_nhs_number: event.requires_nhs_number,
          },
    ),
  }
}

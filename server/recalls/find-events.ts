import { type EventAway, suitableEvents } from '../../domain/recalls.ts'
import type { Queryable } from '../db/database.ts'
import { listEvents } from '../events/events.queries.ts'
import { findPostcode } from '../nearby/find-place.ts'
import { findWishes } from './recalls.queries.ts'

/** Up to three public events with free places that suit the member, the nearest first. */
export async function findEventsFor(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<EventAway[]> {
  const { postcode, audience } = await findWishes(q, memberId)
  const from = postcode === null ? null : findPostcode(postcode)
  return suitableEvents(await listEvents(q, { now }), { from, audience, now })
}

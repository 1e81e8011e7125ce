import type { CharityEvent } from '../../../domain/contract.ts'
import type { EventAway } from '../../../domain/nearest-events.ts'
import { suitableEvents } from '../../../domain/recalls.ts'
import { pointOf } from '../../events/find-nearby.ts'
import { findPostcode } from '../../events/nearby/find-place.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findWishes } from '../../tasks/recalls.queries.ts'

/** Up to three of these that are public, have places and suit the member, the nearest first. */
export async function findEventsFor(
  q: Queryable,
  { memberId, events, now }: { memberId: number; events: readonly CharityEvent[]; now: Date },
): Promise<EventAway[]> {
  const { postcode, audience } = await findWishes(q, memberId)
  const from = postcode === null ? null : findPostcode(postcode)
  return suitableEvents(events, { from, audience, now, pointOf })
}

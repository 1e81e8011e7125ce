import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import { assignGrantToMember, findGrant, isBookedAt } from './access-grants.queries.ts'

export type AsksToEnter = {
  visitorHash?: Buffer | null | undefined
  memberId?: number | undefined
  now: Date
}

/**
 * Whether the event is public, an access grant runs, or the member is booked (design §3a). Assigns
 * the visitor's grant to the member, so that it holds on their other devices.
 */
export async function mayEnter(
  q: Queryable,
  event: Pick<CharityEvent, 'event_id' | 'is_private'>,
  who: AsksToEnter,
): Promise<boolean> {
  if (!event.is_private) return true
  const eventId = event.event_id
  const grant = await findGrant(q, { eventId, ...who })
  if (grant && grant.memberId === null && who.memberId !== undefined) {
    await assignGrantToMember(q, {
      eventId,
      visitorHash: grant.visitorHash,
      memberId: who.memberId,
    })
  }
  if (grant) return true
  // A booked member has shown the code, and needs the times in order to move.
  return who.memberId !== undefined && isBookedAt(q, { eventId, memberId: who.memberId })
}

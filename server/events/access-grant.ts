import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import { findGrant, giveGrantToMember, isBookedAt } from './access-grants.queries.ts'

/** Who stands before a private event: a browser, a member, or both at once. */
export type AsksToEnter = {
  visitorHash?: Buffer | null | undefined
  memberId?: number | undefined
  now: Date
}

/**
 * Whether this visitor or member may see the times of the event and book it: always, unless it is
 * private; then while the grant that its access code gave still runs, or the member is booked there.
 * A visitor who has signed in since takes his grant along as a member, to whatever device he books
 * from (design §3a).
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
    await giveGrantToMember(q, {
      eventId,
      visitorHash: grant.visitorHash,
      memberId: who.memberId,
    })
  }
  if (grant) return true
  // He showed the code when he booked, and has to see the times to move to another.
  return who.memberId !== undefined && isBookedAt(q, { eventId, memberId: who.memberId })
}

import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../platform/db/database.ts'
import { assignGrantToMember, findGrant, isBookedAt } from './access-grants.queries.ts'

export type AccessRequest = {
  visitorHash?: Buffer | null | undefined
  memberId?: number | undefined
  now: Date
}

/** True for a public event, a valid grant or a booked member. Assigns the grant to the member. */
export async function mayEnter(
  q: Queryable,
  event: Pick<CharityEvent, 'event_id' | 'is_private'>,
  visitor: AccessRequest,
): Promise<boolean> {
  if (!event.is_private) return true
  const eventId = event.event_id
  const grant = await findGrant(q, { eventId, ...visitor })
  if (grant && grant.memberId === null && visitor.memberId !== undefined) {
    await assignGrantToMember(q, {
      eventId,
      visitorHash: grant.visitorHash,
      memberId: visitor.memberId,
    })
  }
  if (grant) return true
  return visitor.memberId !== undefined && isBookedAt(q, { eventId, memberId: visitor.memberId })
}

import type { WaitingList } from '../../../domain/waiting-list-schemas.ts'
import type { Member } from '../../members/members.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { followOffers } from '../../tasks/call-about-offer.ts'
import {
  auditList,
  type ListDeps,
  type ListRequest,
  loadList,
  readList,
  toList,
} from './join-list.ts'
import { type OfferDeps, offerPlaces } from './offer-places.ts'
import { isOpen } from './wait.ts'
import { closeWait, listOpenWaits, lockList } from './waiting-list.queries.ts'

/** Passes on the member's offer. Throws Refused not_found. */
export async function leaveList(deps: ListDeps, request: ListRequest): Promise<WaitingList> {
  const now = deps.now()
  const { userId, eventId } = request
  const { context, reason } = await loadList(deps.database.db, request, now)
  const { memberId, wait } = context
  if (!wait || !isOpen(wait)) return toList(context, reason)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await leave(tx, deps, { member: { id: memberId, userId }, eventId, now })
    return readList(tx, request, now)
  })
}

export async function leaveAllLists(
  tx: Tx,
  deps: OfferDeps,
  { member, now }: { member: Listed; now: Date },
): Promise<void> {
  for (const eventId of await listOpenWaits(tx, member.id)) {
    await leave(tx, deps, { member, eventId, now })
  }
}

type Listed = Pick<Member, 'id' | 'userId'>
type ByStaff = { userId: string; details: { reason: string } }

/** `by`: staff who take the member off the list, and why. */
export async function leave(
  tx: Tx,
  deps: OfferDeps,
  { member, eventId, now, by }: { member: Listed; eventId: number; now: Date; by?: ByStaff },
): Promise<void> {
  const { id: memberId } = member
  const { userId, details } = by ?? { userId: member.userId }
  await lockList(tx, eventId)
  if (!(await closeWait(tx, { eventId, memberId, now }))) return
  const entry = { memberId, userId, eventId, now, ...(details && { details }) }
  await auditList(tx, { ...entry, action: 'waiting list left' })
  await followOffers(tx, { eventId, now })
  await offerPlaces(tx, deps, { eventId, now })
}

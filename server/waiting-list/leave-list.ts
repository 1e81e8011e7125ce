import type { WaitingList } from '../../domain/waiting-list-shapes.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Member } from '../members/members.queries.ts'
import { commit, commitStatements } from '../platform/commit.ts'
import {
  auditList,
  countIn,
  type ListDeps,
  type ListRequest,
  loadList,
  readList,
  toList,
} from './join-list.ts'
import {
  closeWaiting,
  countWaiting,
  LIST_CHANGED,
  PLACE_IS_FREE,
  refuseFreePlace,
} from './list-context.queries.ts'
import { type OfferDeps, offerPlaces } from './offer-places.ts'
import { isOpen } from './wait.ts'
import { closeWait, listOpenWaits, lockList } from './waiting-list.queries.ts'

/** Passes on the member's offer. Throws Refused not_found. */
export async function leaveList(deps: ListDeps, request: ListRequest): Promise<WaitingList> {
  const now = deps.now()
  const { userId, eventId } = request
  const { context, reason } = await loadList(deps.database.db, request, now)
  const { memberId, wait, counts } = context
  if (!wait || !isOpen(wait)) return toList(context, reason)
  if (wait.status === 'offered') return leaveStepByStep(deps, request, { memberId, now })
  try {
    const rows = await commitStatements({ ...deps, eventIds: [eventId] }, (q) => [
      lockList(q, eventId),
      closeWaiting(q, { id: wait.id, now }),
      refuseFreePlace(q, { eventId, now }),
      auditList(q, { memberId, userId, eventId, action: 'waiting list left', now }),
      countWaiting(q, eventId),
    ])
    const after = { ...counts, waiting: countIn(rows) }
    return toList({ ...context, wait: { ...wait, status: 'left' }, counts: after }, reason)
  } catch (error) {
    const constraint = databaseFault(error)?.constraint
    // By another tab or an offer; what is read next has an answer.
    if (constraint === LIST_CHANGED) return leaveList(deps, request)
    if (constraint !== PLACE_IS_FREE) throw error
    return leaveStepByStep(deps, request, { memberId, now })
  }
}

/** With offers to the members behind. */
function leaveStepByStep(
  deps: ListDeps,
  request: ListRequest,
  { memberId, now }: { memberId: number; now: Date },
): Promise<WaitingList> {
  const { userId, eventId } = request
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

async function leave(
  tx: Tx,
  deps: OfferDeps,
  { member, eventId, now }: { member: Listed; eventId: number; now: Date },
): Promise<void> {
  const { id: memberId, userId } = member
  await lockList(tx, eventId)
  if (!(await closeWait(tx, { eventId, memberId, now }))) return
  await auditList(tx, { memberId, userId, eventId, action: 'waiting list left', now })
  await offerPlaces(tx, deps, { eventId, now })
}

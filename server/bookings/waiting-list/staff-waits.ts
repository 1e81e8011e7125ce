import {
  reordered,
  type StaffWait,
  whyNotWaitOnBehalf,
} from '../../../domain/office/staff-waits.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { findOwnRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { auditList, type ListDeps } from './join-list.ts'
import { leave } from './leave-list.ts'
import { insertWait, loadListContext } from './list-context.queries.ts'
import { offerNext, openOffers } from './offer-places.ts'
import {
  findOpenWait,
  findStaffWait,
  listOrder,
  type StaffWaitRow,
  writeOrder,
} from './staff-waits.queries.ts'
import { isOpen } from './wait.ts'
import { lockList } from './waiting-list.queries.ts'

/** Puts a member at the end of the list. Throws Refused by whyNotWaitOnBehalf, or for a record that is not their own. */
export async function addToList(
  deps: ListDeps,
  { eventId, memberId, staff }: { eventId: number; memberId: number; staff: Staff },
): Promise<StaffWait> {
  const now = deps.now()
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    const record = await findOwnRecord(tx, memberId)
    await lockList(tx, eventId)
    const context = await loadListContext(tx, { eventId, memberId, now })
    if (!context) throw new Refused('not_found')
    const reason = whyNotWaitOnBehalf(
      {
        ...context,
        hasDied: record.diedAt !== null,
        isActive: record.isActive,
        isInvited: await mayTellMember(tx, memberId, 'invitation'),
        isOnList: context.wait !== null && isOpen(context.wait),
      },
      now,
    )
    if (reason) throw new Refused(reason)
    await insertWait(tx, { eventId, memberId, now })
    await auditList(tx, {
      memberId,
      userId: staff.userId,
      eventId,
      action: 'waiting list joined',
      now,
    })
    await logWait(tx, { staff, memberId, now })
    const waitId = await findOpenWait(tx, { eventId, memberId })
    return toStaffWait(await existing(tx, waitId ?? 0))
  })
}

export async function readWait(
  deps: ListDeps,
  { waitId, staff }: { waitId: number; staff: Staff },
): Promise<StaffWait> {
  return deps.database.transaction(async (tx) => {
    const wait = await existing(tx, waitId)
    if (!isOpen(wait)) throw new Refused('wait_over')
    await logWait(tx, { staff, memberId: wait.memberId, now: deps.now() })
    return toStaffWait(wait)
  })
}

/** Offers the next free place to this member, before others. Throws Refused wait_over, already_offered, booking_paused or no_free_place. */
export async function offerToMember(
  deps: ListDeps,
  { waitId, staff }: { waitId: number; staff: Staff },
): Promise<StaffWait> {
  const now = deps.now()
  const { eventId } = await existing(deps.database.db, waitId)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await lockList(tx, eventId)
    const event = await openOffers(tx, { eventId, now })
    const wait = await existing(tx, waitId)
    if (wait.status === 'offered') throw new Refused('already_offered')
    if (wait.status !== 'waiting') throw new Refused('wait_over')
    if (!event) throw new Refused('booking_paused')
    const limits = await deps.site.limits(tx)
    if (!(await offerNext(tx, deps, { event, wait, limits, now, by: staff })))
      throw new Refused('no_free_place')
    await logWait(tx, { staff, memberId: wait.memberId, now })
    return toStaffWait(await existing(tx, waitId))
  })
}

/** Takes a member off the list; an offer goes to the next. Throws Refused wait_over. */
export async function removeFromList(
  deps: ListDeps,
  { waitId, reason, staff }: { waitId: number; reason: string; staff: Staff },
): Promise<void> {
  const now = deps.now()
  const { eventId } = await existing(deps.database.db, waitId)
  await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await lockList(tx, eventId)
    const wait = await existing(tx, waitId)
    if (!isOpen(wait)) throw new Refused('wait_over')
    const { memberId, userId } = wait
    await logWait(tx, { staff, memberId, now })
    const by = { userId: staff.userId, details: { reason } }
    await leave(tx, deps, { member: { id: memberId, userId }, eventId, now, by })
  })
}

/**
 * Moves a member to another position. Throws Refused not_waiting, or changed_meanwhile when the member
 * is not at `from` any more.
 */
export async function changePosition(
  deps: ListDeps,
  {
    waitId,
    from,
    to,
    reason,
    staff,
  }: { waitId: number; from: number; to: number; reason: string; staff: Staff },
): Promise<StaffWait> {
  const now = deps.now()
  const { eventId } = await existing(deps.database.db, waitId)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await lockList(tx, eventId)
    const wait = await existing(tx, waitId)
    if (wait.status !== 'waiting') throw new Refused('not_waiting')
    if (wait.position !== from) throw new Refused('changed_meanwhile')
    const list = await listOrder(tx, eventId)
    const ids = list.map(({ id }) => id)
    await writeOrder(tx, {
      ids: reordered(ids, from, to),
      orders: list.map(({ order }) => order),
    })
    const { memberId } = wait
    await auditList(tx, {
      memberId,
      userId: staff.userId,
      eventId,
      action: 'waiting list order changed',
      now,
      details: { from, to: Math.min(to, ids.length), reason },
    })
    await logWait(tx, { staff, memberId, now })
    return toStaffWait(await existing(tx, waitId))
  })
}

async function existing(q: Queryable, waitId: number): Promise<StaffWaitRow> {
  const wait = await findStaffWait(q, waitId)
  if (!wait) throw new Refused('not_found')
  return wait
}

function logWait(
  tx: Tx,
  { staff, memberId, now }: { staff: Staff; memberId: number; now: Date },
): Promise<void> {
  return insertStaffAccess(tx, { staff, memberId, at: now, what: 'appointment', reason: 'booking' })
}

function toStaffWait(row: StaffWaitRow): StaffWait {
  const isOffered = row.status === 'offered'
  return {
    wait_id: row.id,
    member_id: row.memberId,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    phone: row.phone,
    joined_at: row.joinedAt.toISOString(),
    status: isOffered ? 'offered' : 'waiting',
    offered_until: isOffered ? (row.offeredUntil?.toISOString() ?? null) : null,
    event_id: row.eventId,
    event_name: row.eventName,
    event_date: ukDate(row.startsAt),
    position: isOffered ? null : row.position,
    waiting: row.waiting,
  }
}

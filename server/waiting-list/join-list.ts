import { whyNotWait } from '../../domain/waiting-list.ts'
import type { WaitingList } from '../../domain/waiting-list-shapes.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { Refused } from '../http/refused.ts'
import type { AccountHolder, Member } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import { consumeOrThrow } from '../rate-limits/rate-limits.ts'
import { type OfferDeps, offerPlaces } from './offer-places.ts'
import { isOpen, toWait } from './wait.ts'
import {
  closeWait,
  countWaiting,
  findBooked,
  findWait,
  insertWait,
  listOpenWaits,
  lockList,
} from './waiting-list.queries.ts'

type ListDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'cache' | 'settings'>

export type ListRequest = {
  member: AccountHolder
  eventId: number
  visitorHash?: AccessRequest['visitorHash']
}

type Listed = Pick<Member, 'id' | 'userId'>

/** A member on the list keeps the position. Throws Refused not_found or by whyNotWait. */
export async function joinList(deps: ListDeps, request: ListRequest): Promise<WaitingList> {
  const now = deps.now()
  const { eventId, member } = request
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // Locked, so that concurrent joins get distinct positions.
    await lockList(tx, eventId)
    const before = await readList(tx, request, now)
    if (before.wait && isOpen(before.wait)) return before
    if (before.reason) throw new Refused(before.reason)
    await insertWait(tx, { eventId, memberId: member.id, joinedAt: now })
    await consumeOrThrow(tx, deps, 'joins of a member', member.userId)
    await audit(tx, request, { action: 'waiting list joined', now })
    return readList(tx, request, now)
  })
}

/** Passes on the member's offer. Throws Refused not_found. */
export async function leaveList(deps: ListDeps, request: ListRequest): Promise<WaitingList> {
  const now = deps.now()
  const { eventId, member } = request
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await leave(tx, deps, { member, eventId, now })
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

async function leave(
  tx: Tx,
  deps: OfferDeps,
  leaving: { member: Listed; eventId: number; now: Date },
): Promise<void> {
  const { member, eventId, now } = leaving
  await lockList(tx, eventId)
  if (!(await closeWait(tx, { eventId, memberId: member.id, now }))) return
  await audit(tx, leaving, { action: 'waiting list left', now })
  await offerPlaces(tx, deps, { eventId, now })
}

/** Throws Refused not_found. */
export async function readList(
  q: Queryable,
  { member, eventId, visitorHash }: ListRequest,
  now: Date,
): Promise<WaitingList & { reason: ReturnType<typeof whyNotWait> }> {
  const event = await findEventDetails(q, eventId)
  if (!event) throw new Refused('not_found')
  const whose = { eventId, memberId: member.id, now }
  const wait = await findWait(q, whose)
  const counts = await countWaiting(q, { eventId, upTo: wait?.id ?? 0 })
  const booked = await findBooked(q, whose)
  const freeStarts = await freeTimes(q, whose)
  const hasAccessGrant = await mayEnter(q, event, { ...whose, visitorHash })
  return {
    wait: wait && toWait(wait, event, counts),
    waiting: counts.waiting,
    reason: whyNotWait({ event, ...booked, hasAccessGrant, canBook: freeStarts.length > 0 }, now),
  }
}

function audit(
  tx: Tx,
  { member, eventId }: { member: Listed; eventId: number },
  { action, now }: { action: string; now: Date },
): Promise<void> {
  const { userId: actorUserId, id: memberId } = member
  return insertAudit(tx, {
    actorUserId,
    memberId,
    action,
    subject: `event ${eventId}`,
    details: {},
    at: now,
  })
}

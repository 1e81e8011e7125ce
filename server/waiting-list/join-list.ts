import type { Reason } from '../../domain/refusals.ts'
import { whyNotWait } from '../../domain/waiting-list.ts'
import type { WaitingList } from '../../domain/waiting-list-shapes.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { databaseFault, type Queryable } from '../db/database.ts'
import type { TextRow } from '../db/statement-batch.ts'
import type { Deps } from '../deps.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { Refused } from '../http/refused.ts'
import { commitStatements } from '../platform/commit.ts'
import { TOO_MANY } from '../rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse, tooManyRequests } from '../rate-limits/rate-limits.ts'
import {
  countWaiting,
  insertWait,
  LIST_CHANGED,
  type ListContext,
  loadListContext,
  ONE_WAIT,
  refuseJoin,
} from './list-context.queries.ts'
import { isOpen, toWait } from './wait.ts'
import { lockList } from './waiting-list.queries.ts'

export type ListDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'cache' | 'settings'>

export type ListRequest = {
  userId: string
  eventId: number
  visitorHash?: AccessRequest['visitorHash']
}

/** A member on the list keeps the position. Throws Refused not_found or by whyNotWait. */
export async function joinList(deps: ListDeps, request: ListRequest): Promise<WaitingList> {
  const now = deps.now()
  const { userId, eventId } = request
  const { context, reason } = await loadList(deps.database.db, request, now)
  const { memberId, event, eventVersion, wait } = context
  if (wait && isOpen(wait)) return toList(context, reason)
  if (reason) throw new Refused(reason)
  const joined = { joinedAt: now, offeredStartsAt: null, offeredUntil: null }
  try {
    const rows = await commitStatements({ ...deps, eventIds: [eventId] }, (q) => [
      // Locked, so that concurrent joins get distinct positions.
      lockList(q, eventId),
      refuseJoin(q, { eventId, eventVersion, memberId, now }),
      insertWait(q, { eventId, memberId, now }),
      consumeOrRefuse(q, deps, 'joins of a member', userId),
      auditList(q, { memberId, userId, eventId, action: 'waiting list joined', now }),
      countWaiting(q, eventId),
    ])
    // The last of those who wait.
    const waiting = countIn(rows)
    const counts = { waiting, position: waiting }
    return { wait: toWait({ ...joined, status: 'waiting' }, event, counts), waiting, reason }
  } catch (error) {
    const constraint = databaseFault(error)?.constraint
    // By another tab or the office; what is read next has an answer.
    if (constraint === LIST_CHANGED || constraint === ONE_WAIT) return joinList(deps, request)
    if (constraint !== TOO_MANY) throw error
    throw await tooManyRequests(deps.database.db, deps, 'joins of a member', userId)
  }
}

/** Throws Refused not_found. */
export async function readList(
  q: Queryable,
  request: ListRequest,
  now: Date,
): Promise<WaitingList> {
  const { context, reason } = await loadList(q, request, now)
  return toList(context, reason)
}

/** `reason` is why the member cannot join, or null. Throws Refused not_found. */
export async function loadList(
  q: Queryable,
  { userId, eventId, visitorHash }: ListRequest,
  now: Date,
): Promise<{ context: ListContext; reason: Reason | null }> {
  const context = await loadListContext(q, { eventId, userId, now })
  if (!context) throw new Refused('not_found')
  const { memberId, event } = context
  const hasAccessGrant = await mayEnter(q, event, { memberId, now, visitorHash })
  return { context, reason: whyNotWait({ ...context, hasAccessGrant }, now) }
}

export function toList(
  { wait, event, counts }: Pick<ListContext, 'wait' | 'event' | 'counts'>,
  reason: Reason | null,
): WaitingList {
  return { wait: wait && toWait(wait, event, counts), waiting: counts.waiting, reason }
}

/** Of the row of countWaiting. */
export function countIn([row]: TextRow[]): number {
  return Number(row?.[0])
}

export function auditList(
  q: Queryable,
  entry: {
    memberId: number
    userId: string | null
    eventId: number
    action: 'waiting list joined' | 'waiting list left'
    now: Date
  },
): Promise<void> {
  const { memberId, userId, eventId, action, now } = entry
  const subject = `event ${eventId}`
  return insertAudit(q, { actorUserId: userId, memberId, action, subject, details: {}, at: now })
}

import type { Reason } from '../../../domain/refusals.ts'
import { whyNotWait } from '../../../domain/waiting-list.ts'
import type { WaitingList } from '../../../domain/waiting-list-schemas.ts'
import type { Deps } from '../../deps.ts'
import { type AccessRequest, mayEnter } from '../../events/access-grant.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { databaseFault, type Queryable, type Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { TOO_MANY } from '../../platform/rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse, tooManyRequests } from '../../platform/rate-limits/rate-limits.ts'
import { insertWait, type ListContext, loadListContext } from './list-context.queries.ts'
import { isOpen, toWait } from './wait.ts'
import { lockList } from './waiting-list.queries.ts'

export type ListDeps = Pick<
  Deps,
  'database' | 'fieldKeys' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'
>

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
  if (isOnList(context)) return toList(context, reason)
  if (reason) throw new Refused(reason)
  try {
    return await commit({ ...deps, eventIds: [eventId] }, (tx) => join(tx, deps, request, now))
  } catch (error) {
    if (databaseFault(error)?.constraint !== TOO_MANY) throw error
    throw await tooManyRequests(deps.database.db, deps, 'joins of a member', userId)
  }
}

async function join(tx: Tx, deps: ListDeps, request: ListRequest, now: Date): Promise<WaitingList> {
  const { userId, eventId } = request
  // Locked, so that concurrent joins get distinct positions; what was read before may have changed.
  await lockList(tx, eventId)
  const { context, reason } = await loadList(tx, request, now)
  if (isOnList(context)) return toList(context, reason)
  if (reason) throw new Refused(reason)
  const { memberId } = context
  await insertWait(tx, { eventId, memberId, now })
  await consumeOrRefuse(tx, deps, 'joins of a member', userId)
  await auditList(tx, { memberId, userId, eventId, action: 'waiting list joined', now })
  return readList(tx, request, now)
}

function isOnList({ wait }: ListContext): boolean {
  return wait !== null && isOpen(wait)
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

export function auditList(
  q: Queryable,
  entry: {
    memberId: number
    userId: string | null
    eventId: number
    action: 'waiting list joined' | 'waiting list left' | 'waiting list order changed'
    now: Date
    details?: object
  },
): Promise<void> {
  const { memberId, userId, eventId, action, now, details } = entry
  const subject = `event ${eventId}`
  return insertAudit(q, { by: userId, memberId, subject, at: now }, action, details)
}

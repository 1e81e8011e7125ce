import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { bulkActionItems, bulkActions, careLoops, staff } from '../platform/db/schema.ts'

export const closer = alias(staff, 'closer')
export const caller = alias(staff, 'caller')

/** What toEventCall reads; its query joins `closer` and `caller`. */
export const eventCallColumns = {
  id: careLoops.id,
  memberId: careLoops.memberId,
  closedAt: careLoops.closedAt,
  closing: careLoops.closing,
  closedBy: closer.name,
  calls: careLoops.calls,
  lastCalledAt: careLoops.lastCalledAt,
  ringingBy: careLoops.ringingBy,
  ringingSince: careLoops.ringingSince,
  caller: caller.name,
}

type About = { eventId: number; memberIds: readonly number[] }

/** The open call about this event of each of these members, or else the latest one. */
export function listLatestCalls(q: Queryable, { eventId, memberIds }: About) {
  return q
    .selectDistinctOn([careLoops.memberId], eventCallColumns)
    .from(careLoops)
    .leftJoin(closer, eq(closer.id, careLoops.closedBy))
    .leftJoin(caller, eq(caller.id, careLoops.ringingBy))
    .where(
      and(
        eq(careLoops.kind, 'not_told'),
        eq(careLoops.eventId, eventId),
        inArray(careLoops.memberId, [...memberIds]),
      ),
    )
    .orderBy(careLoops.memberId, desc(sql`${careLoops.closedAt} is null`), desc(careLoops.id))
}

/** When a message about a change of this event last reached each of these members, by member; without the others. */
export async function readLastMessages(
  q: Queryable,
  { eventId, memberIds }: About,
): Promise<Map<number, Date>> {
  const rows = await q
    .select({
      memberId: bulkActionItems.memberId,
      at: sql<Date>`max(${bulkActionItems.doneAt})`.mapWith(bulkActionItems.doneAt),
    })
    .from(bulkActionItems)
    .innerJoin(bulkActions, eq(bulkActions.id, bulkActionItems.bulkActionId))
    .where(
      and(
        eq(bulkActions.eventId, eventId),
        ne(bulkActions.kind, 'message'),
        eq(bulkActionItems.isMailed, true),
        inArray(bulkActionItems.memberId, [...memberIds]),
      ),
    )
    .groupBy(bulkActionItems.memberId)
  return new Map(rows.map(({ memberId, at }) => [memberId, at]))
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { bulkActionItems, bulkActions, careLoops } from '../platform/db/schema.ts'

/** Open calls about the event that a delay opened, and that nothing else has joined since. */
export async function listDelayCalls(q: Queryable, eventId: number): Promise<number[]> {
  const untold = sql`select from ${bulkActionItems}
    join ${bulkActions} on ${bulkActions.id} = ${bulkActionItems.bulkActionId}
    where ${bulkActions.eventId} = ${eventId} and ${bulkActionItems.memberId} = ${careLoops.memberId}
      and not ${bulkActionItems.isMailed}`
  const rows = await q
    .select({ id: careLoops.id })
    .from(careLoops)
    .where(
      and(
        eq(careLoops.kind, 'not_told'),
        eq(careLoops.eventId, eventId),
        isNull(careLoops.closedAt),
        sql`exists (${untold} and ${bulkActions.kind} = 'running late'
          and ${bulkActionItems.doneAt} = ${careLoops.openedAt})`,
        sql`not exists (${untold} and ${bulkActions.kind} <> 'running late'
          and ${bulkActionItems.doneAt} >= ${careLoops.openedAt})`,
      ),
    )
    .orderBy(careLoops.id)
  return rows.map(({ id }) => id)
}

import { and, asc, count, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { bulkActionItems, bulkActions } from '../platform/db/schema.ts'
import { isOpen } from './items.queries.ts'

export type BulkActionRow = typeof bulkActions.$inferSelect

export async function insertBulkAction(
  q: Queryable,
  action: typeof bulkActions.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(bulkActions).values(action).returning({ id: bulkActions.id })
  if (!row) throw new Error('an inserted bulk action has no id')
  return row.id
}

export async function findBulkAction(q: Queryable, id: number): Promise<BulkActionRow | null> {
  const [row] = await q.select().from(bulkActions).where(eq(bulkActions.id, id))
  return row ?? null
}

export async function updateBulkAction(
  q: Queryable,
  id: number,
  changes: Partial<BulkActionRow>,
): Promise<void> {
  await q.update(bulkActions).set(changes).where(eq(bulkActions.id, id))
}

/** Without those that can still be stopped. */
export function listRunning(q: Queryable, now: Date): Promise<BulkActionRow[]> {
  const { state, tellsAt } = bulkActions
  return q
    .select()
    .from(bulkActions)
    .where(and(eq(state, 'running'), or(isNull(tellsAt), lte(tellsAt, now))))
    .orderBy(asc(bulkActions.id))
}

/** Cancellations that wait for a second person and whose members are due a message now. */
export function listWaitingToTell(q: Queryable, now: Date): Promise<BulkActionRow[]> {
  const { state, tellsAt, toldAt } = bulkActions
  return q
    .select()
    .from(bulkActions)
    .where(and(eq(state, 'waits for a second person'), lte(tellsAt, now), isNull(toldAt)))
    .orderBy(asc(bulkActions.id))
}

/** Appointments that the person cancelled by their ticks alone, or asked to, since then. */
export async function countTickedOf(
  q: Queryable,
  { staffId, since }: { staffId: number; since: Date },
): Promise<number> {
  const [row] = await q
    .select({ members: count() })
    .from(bulkActionItems)
    .innerJoin(bulkActions, eq(bulkActions.id, bulkActionItems.bulkActionId))
    .where(
      and(
        eq(bulkActions.kind, 'appointment cancellations'),
        eq(bulkActions.madeBy, staffId),
        gt(bulkActions.createdAt, since),
        isNull(bulkActions.revertedAt),
        isNull(bulkActions.confirmedBy),
      ),
    )
  return row?.members ?? 0
}

export async function finishIfAllDone(
  q: Queryable,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await q
    .update(bulkActions)
    .set({ state: 'done', finishedAt: now })
    .where(
      and(
        eq(bulkActions.id, id),
        eq(bulkActions.state, 'running'),
        sql`not exists (select 1 from ${bulkActionItems}
          where ${and(eq(bulkActionItems.bulkActionId, id), isOpen)})`,
      ),
    )
}

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { bulkActionItems, bulkActions } from '../db/schema.ts'
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

export function listRunning(q: Queryable): Promise<BulkActionRow[]> {
  return q
    .select()
    .from(bulkActions)
    .where(eq(bulkActions.state, 'running'))
    .orderBy(asc(bulkActions.id))
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

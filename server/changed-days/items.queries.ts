import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { bulkActionItems } from '../platform/db/schema.ts'

/** An item for each of the people (people.queries.ts), once for each member. */
export async function addItems(
  q: Queryable,
  { id, people }: { id: number; people: SQL },
): Promise<void> {
  await q.execute(sql`
    insert into ${bulkActionItems} (bulk_action_id, member_id, appointment_id)
      select ${id}::bigint, member_id, appointment_id from (${people}) people
      on conflict do nothing`)
}

export async function listOpenItems(q: Queryable, bulkActionId: number): Promise<number[]> {
  const rows = await q
    .select({ id: bulkActionItems.id })
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.bulkActionId, bulkActionId), isOpen))
    .orderBy(asc(bulkActionItems.id))
  return rows.map(({ id }) => id)
}

/** Null when it is done. */
export async function findOpenItem(q: Queryable, id: number) {
  const [row] = await q
    .select()
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.id, id), isOpen))
  return row ?? null
}

/** Null when it is done, or another process is doing it. */
export async function lockOpenItem(q: Queryable, id: number) {
  const [row] = await q
    .select()
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.id, id), isOpen))
    .for('update', { skipLocked: true })
  return row ?? null
}

export async function markItemDone(
  q: Queryable,
  { id, isMailed, now }: { id: number; isMailed: boolean | null; now: Date },
): Promise<void> {
  await q
    .update(bulkActionItems)
    .set({ state: 'done', isMailed, problem: null, doneAt: now })
    .where(eq(bulkActionItems.id, id))
}

/** The item stays open until it has failed `most` times. */
export async function recordItemFailure(
  q: Queryable,
  { id, problem, most }: { id: number; problem: string; most: number },
): Promise<void> {
  const { attempts } = bulkActionItems
  await q
    .update(bulkActionItems)
    .set({
      attempts: sql`${attempts} + 1`,
      problem,
      state: sql`case when ${attempts} + 1 >= ${most} then 'failed' else 'open' end`,
    })
    .where(and(eq(bulkActionItems.id, id), isOpen))
}

/** Opens the failed items again; returns how many there were. */
export async function reopenFailedItems(q: Queryable, bulkActionId: number): Promise<number> {
  const { rowCount } = await q
    .update(bulkActionItems)
    .set({ state: 'open', attempts: 0 })
    .where(and(eq(bulkActionItems.bulkActionId, bulkActionId), eq(bulkActionItems.state, 'failed')))
  return rowCount ?? 0
}

/** Open or failed ones. */
export async function hasUnfinishedItems(q: Queryable, bulkActionId: number): Promise<boolean> {
  const unfinished = and(
    eq(bulkActionItems.bulkActionId, bulkActionId),
    ne(bulkActionItems.state, 'done'),
  )
  return (await q.$count(bulkActionItems, unfinished)) > 0
}

export const isOpen = eq(bulkActionItems.state, 'open')

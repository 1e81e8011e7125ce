import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { letterBatches, resultLetters, staff } from '../db/schema.ts'

export async function insertBatch(
  q: Queryable,
  batch: typeof letterBatches.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(letterBatches).values(batch).returning({ id: letterBatches.id })
  if (!row) throw new Error('a batch was not inserted')
  return row.id
}

export async function lockBatch(q: Queryable, id: number) {
  const [row] = await q.select().from(letterBatches).where(eq(letterBatches.id, id)).for('update')
  return row ?? null
}

export async function updateBatch(
  q: Queryable,
  id: number,
  changes: Partial<typeof letterBatches.$inferInsert>,
): Promise<void> {
  await q.update(letterBatches).set(changes).where(eq(letterBatches.id, id))
}

const isStopped = eq(resultLetters.state, 'stopped')

/** The latest first; one of them with `only`. */
export function listBatches(
  q: Queryable,
  { after = null, limit = 1, only }: { after?: number | null; limit?: number; only?: number },
) {
  return q
    .select({
      id: letterBatches.id,
      reason: letterBatches.reason,
      madeBy: staff.name,
      madeAt: letterBatches.madeAt,
      printedAt: letterBatches.printedAt,
      postedAt: letterBatches.postedAt,
      letters: sql<number>`count(*) filter (where not ${isStopped})`.mapWith(Number),
      stopped: sql<number>`count(*) filter (where ${isStopped})`.mapWith(Number),
    })
    .from(letterBatches)
    .innerJoin(staff, eq(staff.id, letterBatches.madeBy))
    .innerJoin(resultLetters, eq(resultLetters.batchId, letterBatches.id))
    .where(
      and(
        after === null ? undefined : sql`${letterBatches.id} < ${after}`,
        only === undefined ? undefined : eq(letterBatches.id, only),
      ),
    )
    .groupBy(letterBatches.id, staff.name)
    .orderBy(desc(letterBatches.id))
    .limit(limit)
}

export async function countBatches(q: Queryable): Promise<number> {
  return q.$count(letterBatches)
}

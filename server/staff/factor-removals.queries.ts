import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { factorRemovals, staff } from '../platform/db/schema.ts'

const isWaiting = and(isNull(factorRemovals.stoppedAt), isNull(factorRemovals.doneAt))

/** Null when one waits already. */
export async function insertRemoval(
  q: Queryable,
  row: typeof factorRemovals.$inferInsert,
): Promise<number | null> {
  const [added] = await q
    .insert(factorRemovals)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: factorRemovals.id })
  return added?.id ?? null
}

/** The one that waits; null for none. */
export async function findRemoval(q: Queryable, staffId: number) {
  const [row] = await q
    .select({
      askedBy: staff.name,
      askedAt: factorRemovals.askedAt,
      dueAt: factorRemovals.dueAt,
      reason: factorRemovals.reason,
    })
    .from(factorRemovals)
    .innerJoin(staff, eq(staff.id, factorRemovals.askedBy))
    .where(and(eq(factorRemovals.staffId, staffId), isWaiting))
  return row ?? null
}

/** False when none waits. */
export async function updateStopped(
  q: Queryable,
  { staffId, by, at }: { staffId: number; by: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(factorRemovals)
    .set({ stoppedAt: at, stoppedBy: by })
    .where(and(eq(factorRemovals.staffId, staffId), isWaiting))
  return rowCount === 1
}

export function listDueRemovals(q: Queryable, now: Date) {
  return q
    .select({ id: factorRemovals.id, staffId: factorRemovals.staffId, askedBy: staff.name })
    .from(factorRemovals)
    .innerJoin(staff, eq(staff.id, factorRemovals.askedBy))
    .where(and(lte(factorRemovals.dueAt, now), isWaiting))
    .orderBy(factorRemovals.id)
}

/** Locked while it is carried out; false when it was stopped or done meanwhile. */
export async function lockDueRemoval(q: Queryable, id: number): Promise<boolean> {
  const rows = await q
    .select({ id: factorRemovals.id })
    .from(factorRemovals)
    .where(and(eq(factorRemovals.id, id), isWaiting))
    .for('update')
  return rows.length === 1
}

export async function updateDone(q: Queryable, id: number, at: Date): Promise<void> {
  await q.update(factorRemovals).set({ doneAt: at }).where(eq(factorRemovals.id, id))
}

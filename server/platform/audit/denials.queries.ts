import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { deniedAccessCounts, members } from '../db/schema.ts'

export type DeniedHour = Omit<typeof deniedAccessCounts.$inferSelect, 'count'>

export async function findMemberId(q: Queryable, userId: string): Promise<number | null> {
  const [row] = await q.select({ id: members.id }).from(members).where(eq(members.userId, userId))
  return row?.id ?? null
}

/** Adds to an hour's count; returns the count before. */
export async function addDenied(q: Queryable, of: DeniedHour, more: number): Promise<number> {
  const [row] = await q
    .insert(deniedAccessCounts)
    .values({ ...of, count: more })
    .onConflictDoUpdate({
      target: [deniedAccessCounts.callerHash, deniedAccessCounts.hour],
      set: { count: sql`${deniedAccessCounts.count} + ${more}` },
    })
    .returning({ count: deniedAccessCounts.count })
  return (row?.count ?? more) - more
}

/** Skips counts that another process has locked. */
export function lockDeniedBefore(q: Queryable, { before, limit }: { before: Date; limit: number }) {
  return q
    .select()
    .from(deniedAccessCounts)
    .where(lt(deniedAccessCounts.hour, before))
    .orderBy(asc(deniedAccessCounts.hour))
    .limit(limit)
    .for('update', { skipLocked: true })
}

export async function deleteDenied(q: Queryable, { callerHash, hour }: DeniedHour): Promise<void> {
  await q
    .delete(deniedAccessCounts)
    .where(and(eq(deniedAccessCounts.callerHash, callerHash), eq(deniedAccessCounts.hour, hour)))
}

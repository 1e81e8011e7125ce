import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  labResults,
  memberMerges,
  memberPartings,
  members,
  staff,
} from '../../platform/db/schema.ts'

/** The merge, who made it, and when it was parted; null without one of this id. */
export async function findMerge(q: Queryable, id: number) {
  const [row] = await q
    .select({ merge: memberMerges, by: staff.name, partedAt: memberPartings.at })
    .from(memberMerges)
    .innerJoin(staff, eq(staff.id, memberMerges.madeBy))
    .leftJoin(memberPartings, eq(memberPartings.mergeId, memberMerges.id))
    .where(eq(memberMerges.id, id))
  return row ?? null
}

/** False when it was parted before. */
export async function insertParting(
  q: Queryable,
  parting: typeof memberPartings.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await q.insert(memberPartings).values(parting).onConflictDoNothing()
  return rowCount === 1
}

/** Whoever reviews or releases one of these waits until the transaction ends. */
export async function lockLabResultsOf(q: Queryable, appointmentIds: number[]) {
  if (appointmentIds.length === 0) return
  await q
    .select({ id: labResults.id })
    .from(labResults)
    .where(inArray(labResults.appointmentId, appointmentIds))
    .orderBy(asc(labResults.id))
    .for('update')
}

/** Records that had been merged into the one that gets its own again. */
export async function giveFollowers(
  q: Queryable,
  { keptId, mergedId, ids }: { keptId: number; mergedId: number; ids: number[] },
): Promise<void> {
  if (ids.length === 0) return
  await q
    .update(members)
    .set({ mergedInto: mergedId })
    .where(and(inArray(members.id, ids), eq(members.mergedInto, keptId)))
}

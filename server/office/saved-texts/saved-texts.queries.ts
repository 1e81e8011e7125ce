import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { savedTexts } from '../../platform/db/schema.ts'

export type SavedTextRow = typeof savedTexts.$inferSelect
type Written = Pick<SavedTextRow, 'by' | 'name' | 'subject' | 'text' | 'changedBy'>

/** By name; `limit` at most. */
export function listSavedTexts(q: Queryable, limit: number) {
  return q
    .select()
    .from(savedTexts)
    .orderBy(asc(sql`lower(${savedTexts.name})`), asc(savedTexts.id))
    .limit(limit)
}

export function countSavedTexts(q: Queryable): Promise<number> {
  return q.$count(savedTexts)
}

export async function lockSavedText(q: Queryable, id: number): Promise<SavedTextRow | null> {
  const [row] = await q.select().from(savedTexts).where(eq(savedTexts.id, id)).for('update')
  return row ?? null
}

/** Violates a unique index when another text has the name. */
export async function insertSavedText(q: Queryable, row: Written): Promise<SavedTextRow> {
  const [added] = await q.insert(savedTexts).values(row).returning()
  if (!added) throw new Error('a saved text was not written')
  return added
}

/** Violates a unique index when another text has the name. */
export async function updateSavedText(
  q: Queryable,
  { id, ...changes }: Written & { id: number },
): Promise<void> {
  await q
    .update(savedTexts)
    .set({ ...changes, version: sql`${savedTexts.version} + 1` })
    .where(eq(savedTexts.id, id))
}

export async function deleteSavedText(q: Queryable, id: number): Promise<void> {
  await q.delete(savedTexts).where(eq(savedTexts.id, id))
}

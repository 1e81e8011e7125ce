import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { pendingProfiles } from '../platform/db/schema.ts'

/** Does nothing when the account has one. */
export async function insertPendingProfile(
  q: Queryable,
  row: typeof pendingProfiles.$inferInsert,
): Promise<void> {
  await q.insert(pendingProfiles).values(row).onConflictDoNothing()
}

export async function findPendingProfile(q: Queryable, userId: string): Promise<Buffer | null> {
  const [row] = await q.select().from(pendingProfiles).where(eq(pendingProfiles.userId, userId))
  return row?.form ?? null
}

export async function deletePendingProfile(q: Queryable, userId: string): Promise<void> {
  await q.delete(pendingProfiles).where(eq(pendingProfiles.userId, userId))
}

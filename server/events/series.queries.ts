import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { events } from '../platform/db/schema.ts'

/** Marks the event as the first of its series; its version stays, because nothing of its form changes. */
export async function joinSeries(
  q: Queryable,
  { id, seriesId }: { id: number; seriesId: number },
): Promise<void> {
  await q.update(events).set({ seriesId }).where(eq(events.id, id))
}

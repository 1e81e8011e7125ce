import { and, eq, isNull, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { erasureRequests } from '../platform/db/schema.ts'

/** SQL: whether a request to erase the member's data stands. Booking is closed meanwhile. */
export function isErasureRequested(memberId: SQLWrapper | Placeholder | number) {
  const stands = and(eq(erasureRequests.memberId, memberId), isNull(erasureRequests.takenBackAt))
  return sql<boolean>`exists (select 1 from ${erasureRequests} where ${stands})`
}

/** The same for one member. */
export async function isErasureAskedOf(q: Queryable, memberId: number): Promise<boolean> {
  const [row] = await q.select({ is: isErasureRequested(memberId) }).from(sql`(select) one`)
  return row?.is ?? false
}

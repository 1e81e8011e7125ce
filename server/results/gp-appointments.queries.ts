import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { gpAppointments } from '../platform/db/schema.ts'

export async function insertGpAppointment(
  q: Queryable,
  entry: typeof gpAppointments.$inferInsert,
): Promise<void> {
  await q.insert(gpAppointments).values(entry)
}

/** The day that counts of each of these results; null where it was taken back. */
export function listGpAppointments(q: Queryable, resultIds: number[]) {
  return q
    .selectDistinctOn([gpAppointments.resultId], {
      resultId: gpAppointments.resultId,
      day: gpAppointments.day,
    })
    .from(gpAppointments)
    .where(inArray(gpAppointments.resultId, resultIds))
    .orderBy(gpAppointments.resultId, desc(gpAppointments.id))
}

/** Every entry, by the names of the copy of the member's data. */
export function listGpAppointmentsOf(q: Queryable, memberId: number) {
  return q
    .select({ day: gpAppointments.day, entered_at: gpAppointments.enteredAt })
    .from(gpAppointments)
    .where(eq(gpAppointments.memberId, memberId))
    .orderBy(asc(gpAppointments.id))
}

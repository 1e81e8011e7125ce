import { and, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  attendanceReviews,
  keptRegistrations,
  staff,
} from '../../platform/db/schema.ts'

/** A flagged or refused action of the event, or null. */
export async function findProblem(
  q: Queryable,
  { eventId, actionId }: { eventId: number; actionId: string },
): Promise<{
  status: string
  code: string | null
  memberId: number | null
  isRegistration: boolean
} | null> {
  const [row] = await q
    .select({
      status: attendanceActions.status,
      code: attendanceActions.code,
      memberId: appointments.memberId,
      isRegistration: sql<boolean>`${attendanceActions.type} = 'walk_in' and ${attendanceActions.status} = 'refused'`,
    })
    .from(attendanceActions)
    .leftJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .where(
      and(
        eq(attendanceActions.eventId, eventId),
        eq(attendanceActions.actionId, actionId),
        ne(attendanceActions.status, 'applied'),
      ),
    )
  return row ?? null
}

/** False when somebody dealt with it before. */
export async function insertReview(
  q: Queryable,
  review: typeof attendanceReviews.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await q.insert(attendanceReviews).values(review).onConflictDoNothing()
  return rowCount === 1
}

/** A refused registration of the event, sealed; null when somebody has dealt with it. */
export async function findKeptRegistration(
  q: Queryable,
  { eventId, actionId }: { eventId: number; actionId: string },
) {
  const [row] = await q
    .select({
      id: keptRegistrations.actionId,
      sealed: keptRegistrations.sealed,
      code: attendanceActions.code,
      at: attendanceActions.at,
      by: staff.name,
    })
    .from(keptRegistrations)
    .innerJoin(attendanceActions, eq(attendanceActions.actionId, keptRegistrations.actionId))
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .where(and(eq(keptRegistrations.eventId, eventId), eq(keptRegistrations.actionId, actionId)))
  return row ?? null
}

export async function deleteKeptRegistration(q: Queryable, actionId: string): Promise<void> {
  await q.delete(keptRegistrations).where(eq(keptRegistrations.actionId, actionId))
}

import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, attendanceActions, tubes } from '../db/schema.ts'
import { isStandingSample } from './standing-samples.queries.ts'

/** Whose the tube is: the highest generation counts. `isStanding` while a sample of it stands. */
export type TubeOwner = {
  appointmentId: number
  eventId: number
  generation: number
  isStanding: boolean
}

/** Null for a tube that nobody ever had. */
export async function findTubeOwner(q: Queryable, code: string): Promise<TubeOwner | null> {
  const [row] = await q
    .select({
      appointmentId: tubes.appointmentId,
      eventId: appointments.eventId,
      generation: tubes.generation,
    })
    .from(tubes)
    .innerJoin(appointments, eq(appointments.id, tubes.appointmentId))
    .where(eq(tubes.code, code))
    .orderBy(desc(tubes.id))
    .limit(1)
  if (!row) return null
  const { appointmentId, generation } = row
  const own = and(
    eq(attendanceActions.tube, code),
    eq(attendanceActions.appointmentId, appointmentId),
    isStandingSample(q),
  )
  const isStanding = (await q.$count(attendanceActions, own)) > 0
  return { ...row, generation: generation ?? 1, isStanding }
}

/**
 * Gives the tube to the appointment as the generation after `former`, null for a new tube. False
 * when somebody else was faster: each generation has one owner.
 */
export async function insertTube(
  q: Queryable,
  tube: { code: string; appointmentId: number; at: Date; former: number | null },
): Promise<boolean> {
  const { former, ...row } = tube
  const generation = former === null ? null : former + 1
  const { rowCount } = await q
    .insert(tubes)
    .values({ ...row, generation })
    .onConflictDoNothing()
  return rowCount === 1
}

import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { isReadBy } from '../../facts/readers.queries.ts'
import { isWithheld } from '../../members/identity/withheld.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, careLoops, events, results } from '../../platform/db/schema.ts'
import { type LoopRow, toReal } from '../../tasks/sealed-loops.ts'

const resultColumns = {
  id: results.id,
  memberId: results.memberId,
  appointmentId: results.appointmentId,
  sampleDate: results.sampleDate,
  eventName: events.name,
}
export type PartedResult = {
  id: number
  memberId: number
  appointmentId: number | null
  sampleDate: string | null
  eventName: string | null
  /** The kept record could read it. */
  isShown: boolean
}

/** The results of these records, and whether the kept one could read them; call before parting. */
export function listResultsOf(
  q: Queryable,
  { keptId, ids, now }: { keptId: number; ids: number[]; now: Date },
): Promise<PartedResult[]> {
  const at = now.toISOString()
  return q
    .select({
      ...resultColumns,
      isShown: sql<boolean>`(${isReadBy(keptId)} and not ${isWithheld}
        and coalesce(${results.releasedAt} <= ${at}::timestamptz, false))`,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(inArray(results.memberId, ids))
    .orderBy(asc(results.id))
}

/** The results of an appointment, of whatever record. */
export function listResultsAt(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<PartedResult[]> {
  const at = now.toISOString()
  return q
    .select({
      ...resultColumns,
      isShown: sql<boolean>`coalesce(${results.releasedAt} <= ${at}::timestamptz, false)`,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(eq(results.appointmentId, appointmentId))
    .orderBy(asc(results.id))
}

/** The last task to read this result, closed or open; null without one. */
export async function findReadTask(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  resultId: number,
): Promise<LoopRow | null> {
  const [row] = await q
    .select()
    .from(careLoops)
    .where(and(eq(careLoops.resultId, resultId), eq(careLoops.kind, 'released_to_read')))
    .orderBy(sql`${careLoops.id} desc`)
    .limit(1)
  return row ? toReal(fieldKeys, row) : null
}
/** Every task about what went back goes with it. */
export async function giveLoops(
  q: Queryable,
  { keptId, mergedId, ids }: { keptId: number; mergedId: number; ids: number[] },
): Promise<number> {
  const isTheirs = (column: SQL) =>
    sql`(${column} = ${mergedId} or ${column} = any(${sql.param(ids)}::bigint[]))`
  const { rowCount } = await q
    .update(careLoops)
    .set({ memberId: mergedId })
    .where(
      and(
        eq(careLoops.memberId, keptId),
        or(
          sql`exists (select from appointments about where about.id = ${careLoops.appointmentId}
            and ${isTheirs(sql`about.member_id`)})`,
          sql`exists (select from results about where about.id = ${careLoops.resultId}
            and ${isTheirs(sql`about.member_id`)})`,
          sql`exists (select from lab_results about where about.id = ${careLoops.labResultId}
            and ${isTheirs(sql`about.member_id`)})`,
        ),
      ),
    )
  return rowCount ?? 0
}

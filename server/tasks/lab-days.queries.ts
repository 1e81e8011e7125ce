import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, careLoops, events, labs } from '../platform/db/schema.ts'

/** After how many days a result is late, by appointment; without those of no laboratory. */
export async function findLabDays(
  q: Queryable,
  appointmentIds: readonly number[],
): Promise<Map<number, number>> {
  if (appointmentIds.length === 0) return new Map()
  const rows = await q
    .select({ id: appointments.id, days: labs.resultDays })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(labs, eq(labs.id, events.labId))
    .where(inArray(appointments.id, [...appointmentIds]))
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** Open loops about samples at the laboratory, in the order of their ids, locked. */
export function lockLoopsAtLab(q: Queryable, labId: number) {
  return q
    .select({ id: careLoops.id, openedAt: careLoops.openedAt })
    .from(careLoops)
    .innerJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(
      and(eq(events.labId, labId), eq(careLoops.kind, 'lab_to_result'), isNull(careLoops.closedAt)),
    )
    .orderBy(careLoops.id)
    .for('update', { of: careLoops })
}

/** A step that was taken stays taken. */
export async function updateDue(
  q: Queryable,
  due: readonly { id: number; at: Date }[],
): Promise<void> {
  if (due.length === 0) return
  const ids = sql.param(due.map(({ id }) => id))
  const moments = sql.param(due.map(({ at }) => at.toISOString()))
  await q.execute(sql`
    update ${careLoops} set due_at = changed.at,
        next_step_at = case when next_step_at is null then null else changed.at end
      from unnest(${ids}::bigint[], ${moments}::timestamptz[]) as changed (id, at)
      where ${careLoops.id} = changed.id`)
}

import { count, eq } from 'drizzle-orm'
import type { DaySummary } from '../../domain/office/event-shapes.ts'
import type { Queryable } from '../db/database.ts'
import { attendance, eventDays, staff } from '../db/schema.ts'

/** What came of the event's day so far; null before anything was recorded. */
export async function findDaySummary(q: Queryable, eventId: number): Promise<DaySummary | null> {
  const [day] = await q
    .select({ closedAt: eventDays.closedAt, closedBy: staff.name })
    .from(eventDays)
    .leftJoin(staff, eq(staff.id, eventDays.closedBy))
    .where(eq(eventDays.eventId, eventId))
  if (!day) return null
  const states = await q
    .select({ state: attendance.state, count: count() })
    .from(attendance)
    .where(eq(attendance.eventId, eventId))
    .groupBy(attendance.state)
  const of = (state: string) => states.find((one) => one.state === state)?.count ?? 0
  return {
    closed_at: day.closedAt?.toISOString() ?? null,
    closed_by: day.closedBy,
    arrived: of('arrived'),
    sampled: of('sampled'),
    not_sampled: of('not_sampled'),
    did_not_attend: of('did_not_attend'),
  }
}

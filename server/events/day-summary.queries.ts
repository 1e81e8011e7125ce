import { eq } from 'drizzle-orm'
import type { DaySummary } from '../../domain/office/event-schemas.ts'
import { countDay, countTubes } from '../facts/day-counts.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { eventDays, staff } from '../platform/db/schema.ts'

/** What came of the event's day so far; null before anything was recorded. */
export async function findDaySummary(q: Queryable, eventId: number): Promise<DaySummary | null> {
  const [day] = await q
    .select({ closedAt: eventDays.closedAt, closedBy: staff.name })
    .from(eventDays)
    .leftJoin(staff, eq(staff.id, eventDays.closedBy))
    .where(eq(eventDays.eventId, eventId))
  if (!day) return null
  const { booked, expected, arrived, sampled, not_sampled, did_not_attend } = await countDay(
    q,
    eventId,
  )
  return {
    closed_at: day.closedAt?.toISOString() ?? null,
    closed_by: day.closedBy,
    booked,
    expected,
    arrived,
    sampled,
    not_sampled,
    did_not_attend,
    tubes: await countTubes(q, eventId),
  }
}

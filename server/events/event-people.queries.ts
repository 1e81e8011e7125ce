import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { EventPerson } from '../../domain/office/event-schemas.ts'
import type { Queryable } from '../platform/db/database.ts'
import { staff, staffEvents } from '../platform/db/schema.ts'

const isVenueStaff = and(isNull(staff.until), sql`'venue' = any(${staff.roles})`)

/** Everybody of the role `venue` who works here now, by name. */
export async function listEventPeople(q: Queryable, eventId: number): Promise<EventPerson[]> {
  return q
    .select({
      staff_id: staff.id,
      name: staff.name,
      is_assigned: sql<boolean>`${staffEvents.staffId} is not null`,
      is_lead: sql<boolean>`coalesce(${staffEvents.isLead}, false)`,
    })
    .from(staff)
    .leftJoin(staffEvents, and(eq(staffEvents.staffId, staff.id), eq(staffEvents.eventId, eventId)))
    .where(isVenueStaff)
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(200)
}

export async function assignPeople(
  q: Queryable,
  { eventId, add, remove }: { eventId: number; add: number[]; remove: number[] },
): Promise<void> {
  if (remove.length > 0)
    await q
      .delete(staffEvents)
      .where(and(eq(staffEvents.eventId, eventId), inArray(staffEvents.staffId, remove)))
  if (add.length > 0)
    await q
      .insert(staffEvents)
      .values(add.map((staffId) => ({ staffId, eventId })))
      .onConflictDoNothing()
}

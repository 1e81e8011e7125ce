import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  events,
  members,
  newsletterSubscriptions,
  tubes,
} from '../platform/db/schema.ts'

export async function isUnused(q: Queryable): Promise<boolean> {
  const [someEvent, someMember] = await Promise.all([
    q.select({ id: events.id }).from(events).limit(1),
    q.select({ id: members.id }).from(members).limit(1),
  ])
  return someEvent.length === 0 && someMember.length === 0
}

/** Those whose sample was taken at the event, in the order of their appointments. */
export function listSampled(q: Queryable, eventName: string) {
  return q
    .select({ member: members, tube: tubes.code, takenAt: appointments.slotStartsAt })
    .from(tubes)
    .innerJoin(appointments, eq(appointments.id, tubes.appointmentId))
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(eq(events.name, eventName))
    .orderBy(asc(appointments.id))
}

export async function insertSubscriptions(
  q: Queryable,
  rows: (typeof newsletterSubscriptions.$inferInsert)[],
): Promise<void> {
  await q.insert(newsletterSubscriptions).values(rows)
}

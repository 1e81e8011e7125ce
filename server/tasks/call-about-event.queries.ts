import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { careLoops, events } from '../platform/db/schema.ts'

export async function findEventStart(q: Queryable, eventId: number): Promise<Date> {
  const [row] = await q
    .select({ startsAt: events.startsAt })
    .from(events)
    .where(eq(events.id, eventId))
  if (!row) throw new Error(`event ${eventId} is not there`)
  return row.startsAt
}

/** There is something new to say: the call is due by this moment, and from now on. */
export async function dueEarlierOrAgain(
  q: Queryable,
  { memberId, eventId, due }: { memberId: number; eventId: number; due: Date },
): Promise<void> {
  const isOpen = and(
    eq(careLoops.memberId, memberId),
    eq(careLoops.eventId, eventId),
    eq(careLoops.kind, 'not_told'),
    isNull(careLoops.closedAt),
  )
  await q.update(careLoops).set({ dueAt: due, ringAt: null }).where(isOpen)
}

import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { careLoops } from '../platform/db/schema.ts'

/** Closes open calls about a place that is not offered any more, of this event or of all. */
export async function closeEndedOfferCalls(
  q: Queryable,
  { eventId, now }: { eventId?: number; now: Date },
): Promise<void> {
  const ofEvent = eventId === undefined ? sql`true` : sql`${careLoops.eventId} = ${eventId}`
  await q.execute(sql`
    update ${careLoops} set closed_at = ${now.toISOString()}::timestamptz, next_step_at = null,
        closed_because = coalesce((select case when wait.status = 'waiting' then 'not offered' else wait.status end
          from ${waitsOfCall} order by wait.id desc limit 1), 'not offered')
      where ${careLoops.kind} = 'place_offered' and ${careLoops.closedAt} is null and ${ofEvent}
        and not exists (select from ${waitsOfCall} and wait.status = 'offered')`)
}

/** SQL: the waits for the event of whoever is to be called, in whichever of the person's records. */
const waitsOfCall: SQL = sql`waiting_list wait
  join members waiting on waiting.id = wait.member_id
  join members called on called.id = ${careLoops.memberId}
  where wait.event_id = ${careLoops.eventId}
    and coalesce(waiting.merged_into, waiting.id) = coalesce(called.merged_into, called.id)`

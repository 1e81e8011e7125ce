import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BulkKind } from '../../domain/office/bulk-actions.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  bulkActionItems,
  bulkActions,
  careLoops,
  members,
} from '../platform/db/schema.ts'

/** Somebody whom a message about the event did not reach. */
export type NotTold = { memberId: number; appointmentId: number | null; eventId: number }

/** Puts the member of this result among the people to call; nothing once the result was read. */
export async function callAboutResult(q: Queryable, resultId: number): Promise<void> {
  await q.execute(sql`
    update ${careLoops} set is_to_ring = true
      where result_id = ${resultId} and kind = 'released_to_read' and closed_at is null`)
}

/**
 * Lists the member of this appointment among those whom the last such bulk action of two weeks did
 * not reach; null without one. `isSms`: only one without an e-mail address, since others get an email
 * that says the same.
 */
export async function listAsNotTold(
  q: Queryable,
  { reference, kind, isSms, now }: { reference: string; kind: BulkKind; isSms: boolean; now: Date },
): Promise<NotTold | null> {
  const [item] = await q
    .update(bulkActionItems)
    .set({ isMailed: false, doneAt: now })
    .where(
      sql`${bulkActionItems.id} = (
      select item.id from ${bulkActionItems} item
        join ${bulkActions} action on action.id = item.bulk_action_id and action.kind = ${kind}
        join ${appointments} booked on booked.id = item.appointment_id and booked.reference = ${reference}
        join ${members} member on member.id = item.member_id
        where item.state = 'done' and (not ${isSms}::boolean or member.email is null)
          and item.done_at > ${now.toISOString()}::timestamptz - interval '14 days'
        order by item.id desc limit 1)`,
    )
    .returning()
  return item ? toNotTold(q, item) : null
}

/** Lists the member of this item among those whom its bulk action did not reach; null when it is gone. */
export async function listItemAsNotTold(
  q: Queryable,
  id: number,
  now: Date,
): Promise<NotTold | null> {
  const [item] = await q
    .update(bulkActionItems)
    .set({ isMailed: false, doneAt: now })
    .where(and(eq(bulkActionItems.id, id), eq(bulkActionItems.state, 'done')))
    .returning()
  return item ? toNotTold(q, item) : null
}

async function toNotTold(
  q: Queryable,
  item: typeof bulkActionItems.$inferSelect,
): Promise<NotTold | null> {
  const [action] = await q
    .select({ eventId: bulkActions.eventId })
    .from(bulkActions)
    .where(eq(bulkActions.id, item.bulkActionId))
  const { memberId, appointmentId } = item
  return action ? { memberId, appointmentId, eventId: action.eventId } : null
}

/** The appointment and its member; null without one, or when `isSms` and the member has an e-mail address. */
export async function findToTell(
  q: Queryable,
  { reference, isSms }: { reference: string; isSms: boolean },
): Promise<(NotTold & { appointmentId: number }) | null> {
  const [row] = await q
    .select({
      memberId: appointments.memberId,
      appointmentId: appointments.id,
      eventId: appointments.eventId,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(and(eq(appointments.reference, reference), isSms ? isNull(members.email) : undefined))
  return row ?? null
}

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

/** Puts the member of this result among the people to call; nothing once the result was read. */
export async function callAboutResult(q: Queryable, resultId: number): Promise<void> {
  await q.execute(sql`
    update ${careLoops} set is_to_ring = true
      where result_id = ${resultId} and kind = 'released_to_read' and closed_at is null`)
}

/**
 * Lists the member of this appointment among those whom the last such bulk action of two weeks did
 * not reach; false without one. `isSms`: only one without an e-mail address, since others have a mail
 * that says the same.
 */
export async function listAsNotTold(
  q: Queryable,
  { reference, kind, isSms, now }: { reference: string; kind: BulkKind; isSms: boolean; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.execute(sql`
    update ${bulkActionItems} set is_mailed = false where id = (
      select item.id from ${bulkActionItems} item
        join ${bulkActions} action on action.id = item.bulk_action_id and action.kind = ${kind}
        join ${appointments} booked on booked.id = item.appointment_id and booked.reference = ${reference}
        join ${members} member on member.id = item.member_id
        where item.state = 'done' and (not ${isSms}::boolean or member.email is null)
          and item.done_at > ${now.toISOString()}::timestamptz - interval '14 days'
        order by item.id desc limit 1)`)
  return (rowCount ?? 0) > 0
}

/** The appointment and its member; null without one, or when `isSms` and the member has an e-mail address. */
export async function findToTell(
  q: Queryable,
  { reference, isSms }: { reference: string; isSms: boolean },
): Promise<{ memberId: number; appointmentId: number } | null> {
  const [row] = await q
    .select({ memberId: appointments.memberId, appointmentId: appointments.id })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(and(eq(appointments.reference, reference), isSms ? isNull(members.email) : undefined))
  return row ?? null
}

import { eq, sql } from 'drizzle-orm'
import type { PersonState } from '../../domain/office/person-state.ts'
import { findCapacity } from '../capacity/capacity.queries.ts'
import type { Queryable } from '../db/database.ts'
import { members } from '../db/schema.ts'

/**
 * What a screen of this record says on top. Consent counts as withdrawn while a clinician has to
 * decide, or an appointment that is still booked has none.
 */
export async function findPersonState(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<PersonState | null> {
  const at = now.toISOString()
  const [row] = await q
    .select({
      diedAt: members.diedAt,
      wants: members.wantsContact,
      mergedInto: members.mergedInto,
      erasedAt: members.erasedAt,
      isWithdrawn: sql<boolean>`exists (select from care_loops task
          where task.member_id = ${members.id} and task.kind = 'consent_withdrawn'
            and task.closed_at is null)
        or exists (select from appointments coming where coming.member_id = ${members.id}
          and coming.status = 'booked' and coming.slot_ends_at > ${at}::timestamptz
          and exists (select from consent_withdrawals gone where gone.consent_id = (
            select max(latest.id) from consents latest where latest.member_id = coming.member_id
              and latest.event_id = coming.event_id)))`,
    })
    .from(members)
    .where(eq(members.id, memberId))
  if (!row) return null
  const isErased = row.erasedAt !== null
  return {
    died_at: row.diedAt?.toISOString() ?? null,
    wants_contact: isErased ? 'all' : row.wants,
    is_consent_withdrawn: row.isWithdrawn,
    is_capacity_doubted: !isErased && (await findCapacity(q, memberId)).stop !== null,
    is_merged: row.mergedInto !== null,
    is_erased: isErased,
  }
}

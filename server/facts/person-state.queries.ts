import { eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PersonState } from '../../domain/office/person-state.ts'
import type { Queryable } from '../platform/db/database.ts'
import { members } from '../platform/db/schema.ts'
import { listCapacityStates } from './capacity.queries.ts'

const kept = alias(members, 'kept')

/** What a screen of this record says on top; null for no member. See listPersonStates. */
export async function findPersonState(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<PersonState | null> {
  return (await listPersonStates(q, { memberIds: [memberId], now })).get(memberId) ?? null
}

/**
 * What screens of these records say on top, by member; of a merged record what is known of the one
 * that it is part of. Consent counts as withdrawn while a clinician has to decide, or an appointment
 * that is still booked has none.
 */
export async function listPersonStates(
  q: Queryable,
  { memberIds, now }: { memberIds: readonly number[]; now: Date },
): Promise<Map<number, PersonState>> {
  if (memberIds.length === 0) return new Map()
  const at = now.toISOString()
  const rows = await q
    .select({
      id: members.id,
      personId: sql<number>`coalesce(${kept.id}, ${members.id})`.mapWith(Number),
      diedAt: sql<Date | null>`coalesce(${kept.diedAt}, ${members.diedAt})`.mapWith(members.diedAt),
      wants: sql<
        PersonState['wants_contact']
      >`coalesce(${kept.wantsContact}, ${members.wantsContact})`,
      mergedInto: members.mergedInto,
      isErased: sql<boolean>`coalesce(${kept.erasedAt}, ${members.erasedAt}) is not null`,
      isWithdrawn: sql<boolean>`exists (select from care_loops task
          where task.member_id in (${members.id}, ${kept.id}) and task.kind = 'consent_withdrawn'
            and task.closed_at is null)
        or exists (select from appointments coming
          where coming.member_id in (${members.id}, ${kept.id})
          and coming.status = 'booked' and coming.slot_ends_at > ${at}::timestamptz
          and exists (select from consent_withdrawals gone where gone.consent_id = (
            select max(latest.id) from consents latest where latest.member_id = coming.member_id
              and latest.event_id = coming.event_id)))`,
    })
    .from(members)
    .leftJoin(kept, eq(kept.id, members.mergedInto))
    .where(inArray(members.id, [...memberIds]))
  const people = rows.map(({ personId }) => personId)
  const capacity = await listCapacityStates(q, people)
  return new Map(
    rows.map(({ id, personId, diedAt, wants, mergedInto, isErased, isWithdrawn }) => [
      id,
      {
        died_at: diedAt?.toISOString() ?? null,
        wants_contact: isErased ? 'all' : wants,
        is_consent_withdrawn: isWithdrawn,
        is_capacity_doubted: !isErased && Boolean(capacity.get(personId)?.stop),
        is_merged: mergedInto !== null,
        is_erased: isErased,
      },
    ]),
  )
}

// What is under way for a member, which an erasure waits for unless a clinician signs it away.
import { and, eq, gte, sql } from 'drizzle-orm'
import type { ErasureBlocker } from '../../../domain/office/contact-stops.ts'
import { UNRELEASED_STATES } from '../../../domain/office/result-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { erasureExceptions, labResults } from '../../platform/db/schema.ts'

/** A sample of this age that no laboratory reported on is no longer waited for. */
const SAMPLE_DAYS = 60

/**
 * In the order of their weight. Every result that the member has not read counts, because naming amber
 * and red alone would tell who may not know.
 */
export async function listBlockers(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<ErasureBlocker[]> {
  const since = new Date(now.getTime() - SAMPLE_DAYS * 86_400_000).toISOString()
  const at = now.toISOString()
  const { rows } = await q.execute<Record<string, boolean>>(sql`
    with person as (select id from members where ${memberId} in (id, merged_into)),
      open as (select kind from care_loops where closed_at is null
        and member_id in (select id from person))
    select
      exists (select from open where kind in ('sample_to_lab', 'lab_to_result'))
        or exists (select from attendance t join appointments a on a.id = t.appointment_id
          where a.member_id in (select id from person) and t.state = 'sampled'
            and t.since > ${since}::timestamptz
            and not exists (select from lab_results l
              where l.appointment_id = a.id and l.state <> 'discarded')
            and not exists (select from results r where r.appointment_id = a.id)) as sample,
      exists (select from lab_results l where l.member_id in (select id from person)
          and l.state in ${UNRELEASED_STATES})
        or exists (select from results r where r.member_id in (select id from person)
          and (r.released_at is null or r.released_at > ${at}::timestamptz)) as unreleased,
      exists (select from open where kind in ('released_to_read', 'no_way_to_tell')) as unread,
      exists (select from lab_results l where l.member_id in (select id from person)
        and l.state in ${UNRELEASED_STATES} and l.replaces_id is not null)
        as correction,
      exists (select from open where kind in ('incident', 'sample_undone', 'two_tubes')) as taken_back`)
  const stands: [ErasureBlocker, boolean | undefined][] = [
    ['sample at the laboratory', rows[0]?.sample],
    ['result not released', rows[0]?.unreleased],
    ['amber or red not read', rows[0]?.unread],
    ['open correction', rows[0]?.correction],
    ['open take-back', rows[0]?.taken_back],
  ]
  return stands.flatMap(([blocker, isOpen]) => (isOpen ? [blocker] : []))
}

/** What a clinician signed since the member asked. */
export async function listSigned(
  q: Queryable,
  { memberId, since }: { memberId: number; since: Date },
): Promise<ErasureBlocker[]> {
  const rows = await q
    .select({ blockers: erasureExceptions.blockers })
    .from(erasureExceptions)
    .where(and(eq(erasureExceptions.memberId, memberId), gte(erasureExceptions.at, since)))
  return rows.flatMap(({ blockers }) => blockers)
}

export async function insertException(
  q: Queryable,
  row: typeof erasureExceptions.$inferInsert,
): Promise<void> {
  await q.insert(erasureExceptions).values(row)
}

/** So that nothing of an erased record waits for a release. */
export async function discardUnreleased(q: Queryable, memberId: number): Promise<void> {
  await q
    .update(labResults)
    .set({ state: 'discarded' })
    .where(
      sql`${labResults.memberId} in (select id from members where ${memberId} in (id, merged_into))
        and ${labResults.state} in ${UNRELEASED_STATES}`,
    )
}

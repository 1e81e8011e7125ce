import { and, count, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { identityReviews, results } from '../../platform/db/schema.ts'

/**
 * Whether a result may be another person's: recorded after its member gave an NHS number that another
 * record with results had, until a person confirms it. What was recorded before stays shown, and so
 * does everything of the other record. A laboratory's result is never withheld: a clinician saw the
 * clash before its release. Column names are explicit, because drizzle omits the table name in
 * single-table queries and the subquery would bind them to its own table.
 */
export const isInDoubt = sql<boolean>`exists (
  select 1 from identity_reviews review
  where review.member_id = results.member_id and review.withholds
    and results.source <> 'laboratory' and review.raised_at <= results.recorded_at
    and (review.number_until is null or review.number_until > results.recorded_at)
    and (review.outcome = 'rejected' or review.decided_at is null))`

/**
 * SQL: it hangs on this record because the appointment was moved here by a merge that was parted since;
 * the blood is the other person's, whom the task of the clinician names.
 */
const isOfParted = sql`exists (select 1 from care_loops task
  join members theirs on theirs.id = task.member_id
  join members own on own.id = results.member_id
  where task.kind = 'parted_result'
    and (task.result_id = results.id or task.appointment_id = results.appointment_id)
    and coalesce(theirs.merged_into, theirs.id) <> coalesce(own.merged_into, own.id))`

/**
 * SQL: its sample or its consent fell after a clinician had set its release for a later moment, and
 * nobody has decided about it yet. What was shown before that stays shown.
 */
const fellBeforeRelease = sql`exists (select 1 from care_loops task
  where task.closed_at is null and task.opened_at < results.released_at
    and task.kind in ('sample_undone', 'two_tubes', 'consent_withdrawn', 'sampled_in_doubt')
    and task.appointment_id = results.appointment_id)`

/** Whether nobody may read the result now. */
export const isWithheld = sql<boolean>`(${isInDoubt} or ${isOfParted} or ${fellBeforeRelease})`

/** Of those, one of which a person has said that it is not this member's. */
export const isWithheldForGood = sql<boolean>`(${isOfParted} or exists (
  select 1 from identity_reviews review
  where review.member_id = results.member_id and review.kind = 'shared nhs number'
    and review.outcome = 'rejected'
    and (review.number_since is null or review.number_since <= results.recorded_at)
    and (review.number_until is null or review.number_until > results.recorded_at)))`

export async function countWithheld(
  q: Queryable,
  { reviewId, now }: { reviewId: number; now: Date },
): Promise<number> {
  const [row] = await q
    .select({ count: count() })
    .from(results)
    .innerJoin(identityReviews, eq(identityReviews.memberId, results.memberId))
    .where(and(eq(identityReviews.id, reviewId), lte(results.releasedAt, now), isInDoubt))
  return row?.count ?? 0
}

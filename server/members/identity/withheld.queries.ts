import { and, count, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { identityReviews, results } from '../../db/schema.ts'

/**
 * Whether a result may be another person's: recorded while its member shared an NHS number, and
 * not yet confirmed. Column names are explicit, because drizzle omits the table name in
 * single-table queries and the subquery would bind them to its own table.
 */
export const isWithheld = sql<boolean>`exists (
  select 1 from identity_reviews review
  where review.member_id = results.member_id and review.kind = 'shared nhs number'
    and (review.number_since is null or review.number_since <= results.recorded_at)
    and (review.number_until is null or review.number_until > results.recorded_at)
    and (review.outcome = 'rejected' or review.decided_at is null and (
      review.raised_at <= results.recorded_at or exists (
        select 1 from members other
        where other.nhs_number_index = review.nhs_number_index and other.id <> review.member_id))))`

export async function countWithheld(
  q: Queryable,
  { reviewId, now }: { reviewId: number; now: Date },
): Promise<number> {
  const [row] = await q
    .select({ count: count() })
    .from(results)
    .innerJoin(identityReviews, eq(identityReviews.memberId, results.memberId))
    .where(and(eq(identityReviews.id, reviewId), lte(results.releasedAt, now), isWithheld))
  return row?.count ?? 0
}

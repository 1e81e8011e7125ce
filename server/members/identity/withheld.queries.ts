// SQL of which results are not shown because they may be another person's.
import { and, count, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { identityReviews, results } from '../../db/schema.ts'

/**
 * Whether a result may be another person's: it was recorded while its member had an NHS number that
 * other members give too, and no person has decided whose it is, or has decided that it is not this
 * member's. What was recorded before the number was shared is withheld only while it is shared. For
 * queries of `results` under that name: columns are written out, because drizzle leaves the table's
 * name away in a query of one table, where the subquery would take them for its own.
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

/** How many released results of a review's member are withheld at the moment. */
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

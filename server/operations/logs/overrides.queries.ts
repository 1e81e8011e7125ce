import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Details } from '../../../domain/office/overrides.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { auditLog, resultReviews, staff } from '../../platform/db/schema.ts'

/** Entries with these actions, the newest first; `most` of them at most. */
export function listActs(
  q: Queryable,
  {
    actions,
    from,
    until,
    most,
  }: { actions: readonly string[]; from: Date; until: Date; most: number },
) {
  return q
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorUserId: auditLog.actorUserId,
      by: staff.name,
      memberId: auditLog.memberId,
      action: auditLog.action,
      subject: auditLog.subject,
      details: sql<Details>`${auditLog.details}`,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(
      and(
        inArray(auditLog.action, [...actions]),
        gte(auditLog.at, from),
        lt(auditLog.at, until),
        // Of all bookings only these are listed.
        sql`(${auditLog.action} <> 'booked' or ${auditLog.details} ->> 'extraPlace' = 'true')`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(most)
}

/** The reviews of these laboratory results, sealed. */
export function listReviewsOfResults(q: Queryable, labResultIds: readonly number[]) {
  return q
    .select({
      labResultId: resultReviews.labResultId,
      at: resultReviews.at,
      sealId: resultReviews.sealId,
      sealed: resultReviews.sealed,
    })
    .from(resultReviews)
    .where(inArray(resultReviews.labResultId, [...labResultIds]))
}

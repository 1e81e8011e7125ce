// The queue 'Who is this?' of the office.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  identityChanges,
  identityReviews,
  members,
  results,
  staff,
} from '../../platform/db/schema.ts'

export type ReviewTab = 'open' | 'decided'

const columns = {
  id: identityReviews.id,
  memberId: identityReviews.memberId,
  kind: identityReviews.kind,
  nhsNumberIndex: identityReviews.nhsNumberIndex,
  raisedAt: identityReviews.raisedAt,
  withholds: identityReviews.withholds,
  outcome: identityReviews.outcome,
  decidedAt: identityReviews.decidedAt,
  decidedBy: identityReviews.decidedBy,
  note: identityReviews.note,
}
export type ListedReview = Awaited<ReturnType<typeof listReviews>>[number]

/** Open ones by id, so the oldest first; decided ones the other way round. */
export function listReviews(
  q: Queryable,
  { tab, after, limit }: { tab: ReviewTab; after: number | null; limit: number },
) {
  const { id } = identityReviews
  const isAfter = tab === 'open' ? gt : lt
  return q
    .select(columns)
    .from(identityReviews)
    .where(and(isIn(tab), after === null ? undefined : isAfter(id, after)))
    .orderBy(tab === 'open' ? asc(id) : desc(id))
    .limit(limit)
}

export async function countReviews(q: Queryable): Promise<Record<ReviewTab, number>> {
  const [open, decided] = await Promise.all([
    q.$count(identityReviews, isIn('open')),
    q.$count(identityReviews, isIn('decided')),
  ])
  return { open, decided }
}

/** When the open ones were raised. */
export async function listOpenSince(q: Queryable): Promise<Date[]> {
  const rows = await q
    .select({ raisedAt: identityReviews.raisedAt })
    .from(identityReviews)
    .where(isIn('open'))
  return rows.map(({ raisedAt }) => raisedAt)
}

function isIn(tab: ReviewTab) {
  const { decidedAt } = identityReviews
  return tab === 'open' ? isNull(decidedAt) : isNotNull(decidedAt)
}

/** Locks the row until the end of the transaction. */
export async function lockOpenReview(q: Queryable, id: number): Promise<ListedReview | null> {
  const [row] = await q
    .select(columns)
    .from(identityReviews)
    .where(and(eq(identityReviews.id, id), isIn('open')))
    .for('update')
  return row ?? null
}

/** The records of these reviews and those with the same numbers, by id. */
export function listReviewed(q: Queryable, memberIds: number[], numbers: Buffer[]) {
  const own = inArray(members.id, memberIds)
  const same = numbers.length > 0 ? inArray(members.nhsNumberIndex, numbers) : undefined
  return q
    .select({
      row: members,
      appointments: q.$count(appointments, eq(appointments.memberId, members.id)),
      samples: q.$count(
        attendanceActions,
        and(
          eq(attendanceActions.type, 'sample'),
          inArray(
            attendanceActions.appointmentId,
            q
              .select({ id: appointments.id })
              .from(appointments)
              .where(eq(appointments.memberId, members.id)),
          ),
        ),
      ),
      results: q.$count(results, eq(results.memberId, members.id)),
    })
    .from(members)
    .where(same ? sql`(${own} or ${same})` : own)
    .orderBy(asc(members.id))
}
export type ReviewedRow = Awaited<ReturnType<typeof listReviewed>>[number]

/** With the colleague's name; null of the member's own. The earliest first. */
export function listNamedChanges(q: Queryable, memberIds: number[]) {
  return q
    .select({
      memberId: identityChanges.memberId,
      actorUserId: identityChanges.actorUserId,
      by: staff.name,
      fields: identityChanges.fields,
      before: identityChanges.before,
      after: identityChanges.after,
      at: identityChanges.at,
    })
    .from(identityChanges)
    .leftJoin(staff, eq(staff.userId, identityChanges.actorUserId))
    .where(inArray(identityChanges.memberId, memberIds))
    .orderBy(asc(identityChanges.id))
}

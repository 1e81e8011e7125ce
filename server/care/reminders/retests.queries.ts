// The next test of each result's member: when it is due, and who is still to be asked.
import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  not,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isReadBy } from '../../facts/readers.queries.ts'
import { isWithheld } from '../../members/identity/withheld.queries.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import { mayBeTold } from '../../members/reach.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendance,
  erasureRequests,
  members,
  recalls,
  results,
  retests,
} from '../../platform/db/schema.ts'
import { hasNoNotice, newer, selectReleased } from './notices.queries.ts'

export type Retest = { resultId: number; dueOn: string }

/** Results of which nobody has set a day to look at them; ids above `after`. */
export async function listUnreadRetests(
  q: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ resultId: number; sampleDate: string | null }[]> {
  return q
    .select({ resultId: retests.resultId, sampleDate: results.sampleDate })
    .from(retests)
    .innerJoin(results, eq(results.id, retests.resultId))
    .where(and(isNull(retests.dueOn), gt(retests.resultId, after)))
    .orderBy(retests.resultId)
    .limit(limit)
}

/** Forgets days after `day`, which somebody set who let them tell when the next test is due. */
export async function forgetDaysAfter(q: Queryable, day: string): Promise<void> {
  await q.update(retests).set({ dueOn: null }).where(gt(retests.dueOn, day))
}

export async function saveDueDates(q: Queryable, due: Retest[]): Promise<void> {
  const ids = sql.param(due.map(({ resultId }) => resultId))
  const days = sql.param(due.map(({ dueOn }) => dueOn))
  await q.execute(sql`
    update retests set due_on = read.due_on
      from unnest(${ids}::bigint[], ${days}::date[]) as read (result_id, due_on)
      where retests.result_id = read.result_id`)
}

export async function deleteRetests(q: Queryable, resultIds: number[]): Promise<void> {
  await q.delete(retests).where(inArray(retests.resultId, resultIds))
}

/** Ordered by day and result; those after `after` to be looked at on `today` or before, still sealed. */
export async function listDueRetests(
  q: Queryable,
  { today, after, limit }: { today: string; after: Retest; limit: number },
) {
  return q
    .select({
      resultId: retests.resultId,
      dueOn: sql<string>`${retests.dueOn}`,
      id: results.id,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
      sampleDate: results.sampleDate,
    })
    .from(retests)
    .innerJoin(results, eq(results.id, retests.resultId))
    .where(
      and(
        sql`(${retests.dueOn}, ${retests.resultId}) > (${after.dueOn}::date, ${after.resultId}::bigint)`,
        lte(retests.dueOn, today),
      ),
    )
    .orderBy(retests.dueOn, retests.resultId)
    .limit(limit)
}

/**
 * Of these results, each member's latest; skips members who booked since or asked for erasure. A
 * booking at which no sample was taken does not count.
 */
export async function findLatestResults(
  q: Queryable,
  {
    now,
    resultIds,
    isFirstNotice = true,
  }: { now: Date; resultIds: number[]; isFirstNotice?: boolean },
) {
  return selectReleased(q, now)
    .where(
      and(
        inArray(results.id, resultIds),
        isStillDue(q, now),
        isToBeAsked(q),
        isFirstNotice ? hasNoNotice(q, 'next test due') : undefined,
      ),
    )
    .orderBy(results.id)
}

/** Of an invited member's latest result, under the same conditions; null without one. */
export async function findDueRecall(
  q: Queryable,
  { now, memberId }: { now: Date; memberId: number },
): Promise<typeof recalls.$inferSelect | null> {
  const resultId = await findStillDue(q, { now, memberId })
  if (resultId === null) return null
  const [recall] = await q.select().from(recalls).where(eq(recalls.resultId, resultId))
  return recall ?? null
}

/** The id of the member's latest result, unless they have booked or been tested since; null without one. */
export async function findStillDue(
  q: Queryable,
  { now, memberId }: { now: Date; memberId: number },
): Promise<number | null> {
  const [latest] = await selectReleased(q, now).where(
    and(isReadBy(memberId), eq(members.id, memberId), isStillDue(q, now)),
  )
  return latest?.id ?? null
}

/** Not those who were tested elsewhere, or asked not to be asked. */
function isToBeAsked(q: Queryable) {
  return notExists(
    q
      .select({ id: recalls.resultId })
      .from(recalls)
      .where(and(eq(recalls.resultId, results.id), inArray(recalls.answer, ['elsewhere', 'stop']))),
  )
}

/** Of a query by `selectReleased`. */
function isStillDue(q: Queryable, now: Date) {
  const later = alias(results, 'later')
  const laterResult = q
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        isReadBy(members.id, sql`later.id`),
        lte(later.releasedAt, now),
        or(
          gt(later.sampleDate, results.sampleDate),
          and(eq(later.sampleDate, results.sampleDate), gt(later.id, results.id)),
        ),
      ),
    )
  const bookedSince = q
    .select({ id: appointments.id })
    .from(appointments)
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(
      and(
        isOfPerson(appointments.memberId, members.id),
        eq(appointments.status, 'booked'),
        gte(appointments.slotStartsAt, sql`(${results.sampleDate} + 2)::timestamptz`),
        or(
          isNull(attendance.state),
          notInArray(attendance.state, ['did_not_attend', 'not_sampled']),
        ),
      ),
    )
  const erasure = q
    .select({ id: erasureRequests.id })
    .from(erasureRequests)
    .where(and(eq(erasureRequests.memberId, members.id), isNull(erasureRequests.takenBackAt)))
  return and(
    mayBeTold('invitation'),
    lte(results.releasedAt, now),
    isNull(newer.id),
    not(isWithheld),
    notExists(laterResult),
    notExists(bookedSince),
    notExists(erasure),
  )
}

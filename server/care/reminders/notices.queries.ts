import { and, eq, gt, inArray, isNotNull, isNull, lte, not, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { replacesTakenBack, wasToldEarlier } from '../../facts/earlier-results.queries.ts'
import { lacksGpLetter } from '../../facts/gp-letters.queries.ts'
import { reader } from '../../facts/readers.queries.ts'
import { isUndecided } from '../../facts/standing-letters.queries.ts'
import { isWithheld } from '../../members/identity/withheld.queries.ts'
import { mayBeTold } from '../../members/reach.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  members,
  type NoticeKind,
  notices,
  products,
  results,
  unannouncedResults,
} from '../../platform/db/schema.ts'

export type Notice = { memberId: number; kind: NoticeKind; cause: string }

/** False when the notice exists already. */
export async function insertNotice(q: Queryable, notice: Notice & { at: Date }): Promise<boolean> {
  const { rowCount } = await q.insert(notices).values(notice).onConflictDoNothing()
  return rowCount === 1
}

export async function findNotices(
  q: Queryable,
  { kinds, causes }: { kinds: NoticeKind[]; causes: string[] },
): Promise<Pick<Notice, 'kind' | 'cause'>[]> {
  if (causes.length === 0) return []
  return q
    .select({ kind: notices.kind, cause: notices.cause })
    .from(notices)
    .where(and(inArray(notices.kind, kinds), inArray(notices.cause, causes)))
}

/**
 * Booked appointments of members with an e-mail address, who want such messages, that start after
 * `now` and not after `until`, soonest first.
 */
export async function listBookedBetween(q: Queryable, { now, until }: { now: Date; until: Date }) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      startsAt: appointments.slotStartsAt,
      // Only moving and cancelling change an appointment.
      agreedAt: appointments.updatedAt,
    })
    .from(appointments)
    .innerJoin(members, and(eq(members.id, appointments.memberId), isNotNull(members.email)))
    .where(
      and(
        eq(appointments.status, 'booked'),
        gt(appointments.slotStartsAt, now),
        lte(appointments.slotStartsAt, until),
        mayBeTold('appointment'),
      ),
    )
    .orderBy(appointments.slotStartsAt, appointments.id)
}

export async function findEmailTemplate(q: Queryable, productId: number): Promise<string | null> {
  const [row] = await q
    .select({ template: products.emailTemplate })
    .from(products)
    .where(eq(products.id, productId))
  return row?.template ?? null
}

export const newer = alias(results, 'newer')

const sealedResult = {
  id: results.id,
  sealed: results.sealed,
  source: results.source,
  sourceRef: results.sourceRef,
  wasToldEarlier,
  replacesTakenBack,
  newerId: newer.id,
  sampleDate: results.sampleDate,
  releasedAt: sql<Date>`${results.releasedAt}`.mapWith(results.releasedAt),
  member: {
    id: members.id,
    userId: members.userId,
    email: members.email,
    phone: members.phone,
    provenPhone: members.provenPhone,
    contactBy: members.contactBy,
    firstName: members.firstName,
    dateOfBirth: members.dateOfBirth,
  },
}

/**
 * Of members who may read it, still sealed; `newerId` is the released one that replaces it, or null.
 */
export function selectReleased(q: Queryable, now: Date) {
  return q
    .select(sealedResult)
    .from(results)
    .innerJoin(
      members,
      and(eq(members.id, reader), isNull(members.mergedInto), isNull(members.erasedAt)),
    )
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .$dynamic()
}

export function hasNoNotice(q: Queryable, kind: NoticeKind) {
  return notExists(
    q
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.kind, kind), eq(notices.cause, sql`'result ' || ${results.id}`))),
  )
}

/**
 * The earliest release first, also those replaced meanwhile; without those that are withheld now, about
 * which a clinician has still to choose, or whose member gets no message of a result while no letter
 * to their GP is due.
 */
export function listUnannouncedResults(q: Queryable, now: Date) {
  return selectReleased(q, now)
    .innerJoin(unannouncedResults, eq(unannouncedResults.resultId, results.id))
    .where(
      and(
        lte(results.releasedAt, now),
        not(isWithheld),
        not(isUndecided(q)),
        or(mayBeTold('result'), and(isNull(members.diedAt), lacksGpLetter)),
      ),
    )
    .orderBy(results.releasedAt, results.id)
}

export async function markAnnounced(q: Queryable, resultId: number): Promise<void> {
  await q.delete(unannouncedResults).where(eq(unannouncedResults.resultId, resultId))
}

export async function findNoticesOf(q: Queryable, memberId: number) {
  return q
    .select({ about: notices.kind, cause: notices.cause, told_at: notices.at })
    .from(notices)
    .where(eq(notices.memberId, memberId))
    .orderBy(notices.id)
}

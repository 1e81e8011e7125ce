// Results are append-only: a correction is a new row that supersedes the earlier one.
import { and, desc, eq, gt, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isInDoubt, isWithheld } from '../members/identity/withheld.queries.ts'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  accessLog,
  appointments,
  attendance,
  events,
  labs,
  products,
  results,
  tubes,
} from '../platform/db/schema.ts'
import { isReadBy } from './readers.queries.ts'

export async function insertResult(
  q: Queryable,
  result: typeof results.$inferInsert,
): Promise<void> {
  await q.insert(results).values(result)
}

export function findWithheldResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  return q
    .select({ appointmentId: results.appointmentId, sampleDate: results.sampleDate })
    .from(results)
    .where(and(isReadBy(memberId), lte(results.releasedAt, now), isInDoubt))
}

/** SQL: a later report of the laboratory is recorded, and not released to the member. */
const isReportedAgain = sql<boolean>`(exists (select from results newer
    where newer.supersedes_id = results.id and newer.released_at is null)
  or exists (with recursive later as (
    select report.id, report.state from lab_results told
      join lab_results report on report.replaces_id = told.id
      where told.result_id = results.id
    union all select report.id, report.state from lab_results report
      join later on report.replaces_id = later.id)
  select from later where later.state not in ('released', 'discarded')))`

const sealedResult = {
  id: results.id,
  supersedesId: results.supersedesId,
  appointmentId: results.appointmentId,
  sampleDate: results.sampleDate,
  sealed: results.sealed,
  source: results.source,
  sourceRef: results.sourceRef,
  releasedAt: results.releasedAt,
  recordedAt: results.recordedAt,
}

/**
 * Still sealed: those that the member could read before another one replaced them, the latest first.
 * `only` is one id.
 */
export function findReplacedResults(
  q: Queryable,
  { memberId, only, now }: { memberId: number; only?: number | undefined; now: Date },
) {
  const newer = alias(results, 'newer')
  return q
    .select({ ...sealedResult, newerId: newer.id, replacedAt: newer.releasedAt })
    .from(results)
    .innerJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .where(
      and(
        isReadBy(memberId),
        only === undefined ? undefined : eq(results.id, only),
        lt(results.releasedAt, newer.releasedAt),
        not(isWithheld),
      ),
    )
    .orderBy(desc(results.id))
}

/** Still sealed: released, not withheld and not superseded by a released one; `only` is one id. */
export async function findReleasedResults(
  q: Queryable,
  { memberId, only, now }: { memberId: number; only?: number | undefined; now: Date },
) {
  const newer = alias(results, 'newer')
  const isRequested = only === undefined ? undefined : eq(results.id, only)
  return q
    .select({ ...sealedResult, isReportedAgain })
    .from(results)
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .where(
      and(
        isReadBy(memberId),
        isRequested,
        lte(results.releasedAt, now),
        isNull(newer.id),
        not(isWithheld),
      ),
    )
    .orderBy(results.id)
}

export async function findUnreleasedResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  return q
    .select({ appointmentId: results.appointmentId, sampleDate: results.sampleDate })
    .from(results)
    .where(and(isReadBy(memberId), or(isNull(results.releasedAt), gt(results.releasedAt, now))))
    .orderBy(results.id)
}

const testedAppointment = {
  id: appointments.id,
  eventName: events.name,
  productName: products.name,
  labName: labs.name,
  startsAt: appointments.slotStartsAt,
  endsAt: appointments.slotEndsAt,
  bookedAt: appointments.createdAt,
  attendance: attendance.state,
  attendanceSince: attendance.since,
  hasTube: sql<boolean>`exists (select 1 from ${tubes} where ${eq(tubes.appointmentId, appointments.id)})`,
}

export async function findTestedAppointments(
  q: Queryable,
  { memberId, withResult }: { memberId: number; withResult: number[] },
) {
  const isTested = or(eq(appointments.status, 'booked'), inArray(appointments.id, withResult))
  return q
    .select(testedAppointment)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(and(isOfPerson(appointments.memberId, memberId), isTested))
    .orderBy(appointments.id)
}

export async function insertAccesses(
  q: Queryable,
  entries: (typeof accessLog.$inferInsert)[],
): Promise<void> {
  if (entries.length > 0) await q.insert(accessLog).values(entries)
}

// SQL of results and of who has read them. Rows are only ever added; a correction is a new result
// that names the one it replaces.
import { and, eq, gt, inArray, isNull, lte, not, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { accessLog, appointments, events, labs, products, results } from '../db/schema.ts'
import { isWithheld } from '../members/identity/withheld.queries.ts'

export async function insertResult(
  q: Queryable,
  result: typeof results.$inferInsert,
): Promise<void> {
  await q.insert(results).values(result)
}

/** A member's results that are released but withheld, without what they say. */
export function findWithheldResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  return q
    .select({ appointmentId: results.appointmentId, sampleDate: results.sampleDate })
    .from(results)
    .where(and(eq(results.memberId, memberId), lte(results.releasedAt, now), isWithheld))
}

/**
 * A member's results that are released, not withheld and not replaced by another that is, still
 * sealed; all of them, or the one of this number if it is among them.
 */
export async function findReleasedResults(
  q: Queryable,
  { memberId, only, now }: { memberId: number; only?: number | undefined; now: Date },
) {
  const newer = alias(results, 'newer')
  const isAsked = only === undefined ? undefined : eq(results.id, only)
  return q
    .select({
      id: results.id,
      appointmentId: results.appointmentId,
      sampleDate: results.sampleDate,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
      releasedAt: results.releasedAt,
      recordedAt: results.recordedAt,
    })
    .from(results)
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .where(
      and(
        eq(results.memberId, memberId),
        isAsked,
        lte(results.releasedAt, now),
        isNull(newer.id),
        not(isWithheld),
      ),
    )
    .orderBy(results.id)
}

/** What the laboratory has recorded of a member's appointments and nobody has released yet. */
export async function findUnreleasedResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  return q
    .select({ appointmentId: results.appointmentId, sampleDate: results.sampleDate })
    .from(results)
    .where(
      and(
        eq(results.memberId, memberId),
        or(isNull(results.releasedAt), gt(results.releasedAt, now)),
      ),
    )
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
}

/** A member's appointments that are booked, or that a result of these belongs to. */
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
    .where(and(eq(appointments.memberId, memberId), isTested))
    .orderBy(appointments.id)
}

/** Writes down who reads what of whom, in the transaction of the reading. */
export async function insertAccesses(
  q: Queryable,
  entries: (typeof accessLog.$inferInsert)[],
): Promise<void> {
  if (entries.length > 0) await q.insert(accessLog).values(entries)
}

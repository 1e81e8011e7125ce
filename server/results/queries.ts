// SQL of results and of who has read them. Rows are only ever added; a correction is a new result
// that names the one it replaces.
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { accessLog, appointments, events, products, results } from '../db/schema.ts'

export async function insertResult(
  q: Queryable,
  result: typeof results.$inferInsert,
): Promise<void> {
  await q.insert(results).values(result)
}

/** A member's results that are released and not replaced by another that is, still sealed. */
export async function findReleasedResults(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  const newer = alias(results, 'newer')
  return q
    .select({
      id: results.id,
      appointmentId: results.appointmentId,
      sampleDate: results.sampleDate,
      sealed: results.sealed,
      source: results.source,
      sourceRef: results.sourceRef,
    })
    .from(results)
    .leftJoin(newer, and(eq(newer.supersedesId, results.id), lte(newer.releasedAt, now)))
    .where(and(eq(results.memberId, memberId), lte(results.releasedAt, now), isNull(newer.id)))
    .orderBy(results.id)
}

/** A member's appointments that have taken place, or that a result of these belongs to. */
export async function findTestedAppointments(
  q: Queryable,
  asked: { memberId: number; withResult: number[]; now: Date },
) {
  const hasTakenPlace = and(
    eq(appointments.status, 'booked'),
    lte(appointments.slotStartsAt, asked.now),
  )
  return q
    .select({
      id: appointments.id,
      eventName: events.name,
      productName: products.name,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .where(
      and(
        eq(appointments.memberId, asked.memberId),
        or(hasTakenPlace, inArray(appointments.id, asked.withResult)),
      ),
    )
    .orderBy(appointments.id)
}

/** Writes down who reads what of whom, in the transaction of the reading. */
export async function insertAccesses(
  q: Queryable,
  entries: (typeof accessLog.$inferInsert)[],
): Promise<void> {
  if (entries.length > 0) await q.insert(accessLog).values(entries)
}

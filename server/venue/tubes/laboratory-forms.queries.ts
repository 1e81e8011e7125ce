import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { isStandingSample } from '../../facts/standing-samples.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  events,
  laboratoryForms,
  labs,
  members,
  products,
  staff,
} from '../../platform/db/schema.ts'

/** A row a tube taken at the event, by its code, with what the laboratory needs. */
export function listSamples(q: Queryable, eventId: number) {
  return (
    q
      .selectDistinctOn([attendanceActions.tube], {
        tube: sql<string>`${attendanceActions.tube}`,
        sampledAt: attendanceActions.at,
        collector: sql<string>`coalesce(${attendanceActions.drawnBy}, ${staff.name})`,
        memberId: members.id,
        firstName: members.firstName,
        lastName: members.lastName,
        latinFirstName: members.latinFirstName,
        latinLastName: members.latinLastName,
        gender: members.gender,
        dateOfBirth: members.dateOfBirth,
        nhsNumber: members.nhsNumber,
        nhsNumberIndex: members.nhsNumberIndex,
        userId: members.userId,
        sealId: members.sealId,
      })
      .from(attendanceActions)
      .innerJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
      .innerJoin(members, eq(members.id, appointments.memberId))
      .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
      // An erased record has no name to print.
      .where(
        and(eq(attendanceActions.eventId, eventId), isStandingSample(q), isNull(members.erasedAt)),
      )
      .orderBy(asc(attendanceActions.tube), asc(attendanceActions.at))
  )
}

/** `labName` and `productName` are null where the event has none. */
export async function findTestOfEvent(q: Queryable, eventId: number) {
  const [row] = await q
    .select({
      labName: labs.name,
      requiresNhsNumber: sql<boolean>`coalesce(${labs.requiresNhsNumber}, false)`,
      productName: products.name,
    })
    .from(events)
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(products, eq(products.id, events.productId))
    .where(eq(events.id, eventId))
  if (!row) throw new Error(`event ${eventId} is not there`)
  return row
}

/** The newest version; null before the first. */
export async function findLatestForm(q: Queryable, eventId: number) {
  const [row] = await q
    .select()
    .from(laboratoryForms)
    .where(eq(laboratoryForms.eventId, eventId))
    .orderBy(desc(laboratoryForms.version))
    .limit(1)
  return row ?? null
}

export async function insertForm(
  q: Queryable,
  row: typeof laboratoryForms.$inferInsert,
): Promise<void> {
  await q.insert(laboratoryForms).values(row)
}

/** Events with samples, latest first; `version` is of the newest form, null before the first. */
export function listSampledEvents(
  q: Queryable,
  { after, limit }: { after: { startsAt: Date; id: number } | null; limit: number },
) {
  const sampled = q
    .select({
      eventId: attendanceActions.eventId,
      tubes: sql<number>`count(distinct ${attendanceActions.tube})`.mapWith(Number).as('tubes'),
    })
    .from(attendanceActions)
    .where(isStandingSample(q))
    .groupBy(attendanceActions.eventId)
    .as('sampled')
  return q
    .select({
      id: events.id,
      name: events.name,
      startsAt: events.startsAt,
      labName: labs.name,
      tubes: sampled.tubes,
      version: sql<number | null>`(${q
        .select({ newest: sql`max(${laboratoryForms.version})` })
        .from(laboratoryForms)
        .where(eq(laboratoryForms.eventId, events.id))})`,
    })
    .from(events)
    .innerJoin(sampled, eq(sampled.eventId, events.id))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(
      after
        ? or(
            lt(events.startsAt, after.startsAt),
            and(eq(events.startsAt, after.startsAt), lt(events.id, after.id)),
          )
        : undefined,
    )
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit)
}

export async function countSampledEvents(q: Queryable): Promise<number> {
  const [row] = await q
    .select({ count: sql<number>`count(distinct ${attendanceActions.eventId})`.mapWith(Number) })
    .from(attendanceActions)
    .where(isStandingSample(q))
  return row?.count ?? 0
}

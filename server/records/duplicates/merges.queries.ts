import { and, arrayContains, asc, count, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { UNSETTLED } from '../../../domain/payment-states.ts'
import { isOpenWaitOf } from '../../bookings/waiting-list/waiting-list.queries.ts'
import { isErasureRequested } from '../../members/erasure-requested.queries.ts'
import { SHARED_NUMBER } from '../../members/identity/identity.queries.ts'
import { deleteMatchKeys } from '../../members/match-keys.queries.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  accessGrants,
  appointments,
  consentLinks,
  consents,
  events,
  identityChanges,
  identityReviews,
  memberMerges,
  members,
  mergedResults,
  notices,
  payments,
  results,
  staff,
  upcomingAppointments,
  waitingList,
} from '../../platform/db/schema.ts'
import { giveAppointment } from './give-appointment.queries.ts'

/** The two records, the lower id first when they are locked, so that two merges do not deadlock. */
export async function findPair(
  q: Queryable,
  { keptId, mergedId, lock }: { keptId: number; mergedId: number; lock: boolean },
): Promise<{ kept: MemberRow; merged: MemberRow } | null> {
  const found = q
    .select()
    .from(members)
    .where(inArray(members.id, [keptId, mergedId]))
    .orderBy(asc(members.id))
  const rows = lock ? await found.for('update') : await found
  const kept = rows.find(({ id }) => id === keptId)
  const merged = rows.find(({ id }) => id === mergedId)
  return kept && merged ? { kept, merged } : null
}

/** Rows of each kind; `waits` are those on a list now. */
export async function countRecords(q: Queryable, memberId: number) {
  const of = (table: typeof appointments | typeof consents | typeof payments | typeof notices) =>
    sql<number>`(select ${count()} from ${table} where ${eq(table.memberId, memberId)})`.mapWith(
      Number,
    )
  const [row] = await q
    .select({
      appointments: of(appointments),
      consents: of(consents),
      payments: of(payments),
      notices: of(notices),
      waits:
        sql<number>`(select ${count()} from ${waitingList} where ${isOpenWaitOf(memberId)})`.mapWith(
          Number,
        ),
    })
    .from(members)
    .where(eq(members.id, memberId))
  return row ?? { appointments: 0, consents: 0, payments: 0, notices: 0, waits: 0 }
}

/** The appointment that is not over at `now`, and whether its consent stands; or null. */
export async function findUpcoming(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  const [row] = await q
    .select({
      id: appointments.id,
      eventId: appointments.eventId,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
      consentId: appointments.consentId,
      isWithdrawn: sql<boolean>`exists (select from consent_withdrawals
        where consent_withdrawals.consent_id = ${appointments.consentId})`,
    })
    .from(upcomingAppointments)
    .innerJoin(appointments, eq(appointments.id, upcomingAppointments.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
  return row ?? null
}

/** Whether the record has an appointment at the event that stands, also one whose time is over. */
export async function hasAppointmentAt(
  q: Queryable,
  { memberId, eventId }: { memberId: number; eventId: number },
): Promise<boolean> {
  const isOpen = and(
    eq(appointments.memberId, memberId),
    eq(appointments.eventId, eventId),
    eq(appointments.status, 'booked'),
    isNull(appointments.endedAt),
  )
  return (await q.$count(appointments, isOpen)) > 0
}

/** The record's own results and those named for it before. */
export function listResultsFor(q: Queryable, memberId: number) {
  return q
    .select({
      id: results.id,
      sampleDate: results.sampleDate,
      recordedAt: results.recordedAt,
      eventName: events.name,
    })
    .from(results)
    .leftJoin(appointments, eq(appointments.id, results.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(
      sql`${results.memberId} = ${memberId} or exists (select from ${mergedResults} where ${and(
        eq(mergedResults.resultId, results.id),
        eq(mergedResults.memberId, memberId),
      )})`,
    )
    .orderBy(asc(results.id))
}

export async function hasOpenPayment(q: Queryable, memberId: number): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), inArray(payments.state, [...UNSETTLED])))
    .limit(1)
  return rows.length > 0
}

export async function isErasureStanding(q: Queryable, memberIds: number[]): Promise<boolean> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, memberIds), isErasureRequested(members.id)))
  return rows.length > 0
}

/** Whether one of them has no NHS number, and had one at `since` or later. */
export async function wasNumberCleared(
  q: Queryable,
  { memberIds, since }: { memberIds: number[]; since: Date },
): Promise<boolean> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .innerJoin(identityChanges, eq(identityChanges.memberId, members.id))
    .where(
      and(
        inArray(members.id, memberIds),
        isNull(members.nhsNumberIndex),
        gte(identityChanges.at, since),
        arrayContains(identityChanges.fields, ['nhs_number']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function isStaffAccount(q: Queryable, userId: string): Promise<boolean> {
  const rows = await q
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.userId, userId), isNull(staff.until)))
  return rows.length > 0
}

/**
 * Gives the appointment to the kept record with a consent of that record. Returns the entries of bulk
 * actions that lost their appointment, because the kept record has one there too.
 */
export async function moveUpcoming(
  q: Queryable,
  moved: { appointmentId: number; consentId: number; keptId: number; now: Date },
): Promise<number[]> {
  const { appointmentId, keptId, ...rest } = moved
  const { rows: items } = await q.execute<{ id: string; is_left: boolean }>(sql`
    select item.id, exists (select from bulk_action_items other
        where other.bulk_action_id = item.bulk_action_id and other.member_id = ${keptId}) as is_left
      from bulk_action_items item where item.appointment_id = ${appointmentId}`)
  await giveAppointment(q, { appointmentId, memberId: keptId, ...rest })
  return items.flatMap(({ id, is_left: isLeft }) => (isLeft ? Number(id) : []))
}

/**
 * Moves the waits, with their offers, for events at which the kept record neither waits nor is booked;
 * returns their ids.
 */
export async function moveWaits(
  q: Queryable,
  { keptId, mergedId }: { keptId: number; mergedId: number },
): Promise<number[]> {
  const { rows } = await q.execute<{ id: string }>(sql`
    with moved as (
      update waiting_list wait set member_id = ${keptId}
        where member_id = ${mergedId} and status in ('waiting', 'offered')
          and not exists (select from waiting_list other where other.member_id = ${keptId}
            and other.event_id = wait.event_id and other.status in ('waiting', 'offered'))
          and not exists (select from appointments a where a.member_id = ${keptId}
            and a.event_id = wait.event_id and a.status = 'booked')
        returning id),
    offers as (
      update places set offered_to = ${keptId} where offer_id in (select id from moved))
    select id from moved order by id`)
  return rows.map(({ id }) => Number(id))
}

/** The ids of the member's open waits. */
export async function listOpenWaitIds(q: Queryable, memberIds: number[]): Promise<number[]> {
  const rows = await q
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(
      and(
        inArray(waitingList.memberId, memberIds),
        inArray(waitingList.status, ['waiting', 'offered']),
      ),
    )
    .orderBy(asc(waitingList.id))
  return rows.map(({ id }) => id)
}

/** Access to private events, and links to consent forms that have not been used. */
export async function moveGrants(
  q: Queryable,
  { keptId, mergedId }: { keptId: number; mergedId: number },
) {
  const grants = await q
    .update(accessGrants)
    .set({ memberId: keptId })
    .where(eq(accessGrants.memberId, mergedId))
    .returning({ eventId: accessGrants.eventId, visitorHash: accessGrants.visitorHash })
  const links = await q
    .update(consentLinks)
    .set({ memberId: keptId })
    .where(and(eq(consentLinks.memberId, mergedId), isNull(consentLinks.usedAt)))
    .returning({ keyHash: consentLinks.keyHash })
  return {
    grants: grants.map(({ eventId, visitorHash }) => ({
      eventId,
      visitor: visitorHash.toString('hex'),
    })),
    consentLinks: links.map(({ keyHash }) => keyHash.toString('hex')),
  }
}

/**
 * The record has no account, number or own reader any more; earlier merges follow to `keptId`. Returns
 * the records that followed.
 */
export async function markMerged(
  q: Queryable,
  { keptId, merged, sealId }: { keptId: number; merged: MemberRow; sealId: string },
): Promise<number[]> {
  const followers = await q
    .update(members)
    .set({ mergedInto: keptId })
    .where(eq(members.mergedInto, merged.id))
    .returning({ id: members.id })
  await q
    .update(members)
    .set({
      mergedInto: keptId,
      userId: null,
      sealId,
      nhsNumber: null,
      nhsNumberIndex: null,
      nhsConfirmedAt: null,
      isActive: false,
      version: sql`${members.version} + 1`,
    })
    .where(eq(members.id, merged.id))
  await deleteMatchKeys(q, [merged.id])
  return followers.map(({ id }) => id)
}

export async function insertMerge(
  q: Queryable,
  merge: typeof memberMerges.$inferInsert,
): Promise<void> {
  await q.insert(memberMerges).values(merge)
}

export async function nameResults(
  q: Queryable,
  named: (typeof mergedResults.$inferInsert)[],
): Promise<void> {
  if (named.length > 0) await q.insert(mergedResults).values(named).onConflictDoNothing()
}

/**
 * Closes, as confirmed, the open reviews of a shared number of these records, when nobody else has
 * that number any more.
 */
export async function closeNumberReviews(
  q: Queryable,
  {
    memberIds,
    decidedBy,
    note,
    now,
  }: {
    memberIds: number[]
    decidedBy: string
    note: string
    now: Date
  },
): Promise<void> {
  const hasOther = sql`exists (select from members other
    where other.nhs_number_index = ${identityReviews.nhsNumberIndex}
      and other.id <> all(${sql.param(memberIds)}::bigint[]))`
  await q
    .update(identityReviews)
    .set({ outcome: 'confirmed', decidedBy, note, decidedAt: now })
    .where(
      and(
        inArray(identityReviews.memberId, memberIds),
        eq(identityReviews.kind, SHARED_NUMBER),
        isNull(identityReviews.decidedAt),
        sql`not ${hasOther}`,
      ),
    )
}

/** The member into whose record the result's was merged; null without a merge. */
export async function findReaderToBe(q: Queryable, resultId: number): Promise<number | null> {
  const [row] = await q
    .select({ memberId: members.mergedInto })
    .from(results)
    .innerJoin(members, eq(members.id, results.memberId))
    .where(eq(results.id, resultId))
  return row?.memberId ?? null
}

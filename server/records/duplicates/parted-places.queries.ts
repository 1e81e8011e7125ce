// Appointments, queues and rights of access that return to their record when two are parted.
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { UNRELEASED_STATES } from '../../../domain/office/result-states.ts'
import type { Deps } from '../../deps.ts'
import { hasArrived } from '../../facts/arrivals.queries.ts'
import { openState } from '../../facts/sealed-lab-results.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readRow } from '../../platform/db/parsed.ts'
import {
  accessGrants,
  appointments,
  consentLinks,
  consentWithdrawals,
  events,
  labResults,
  waitingList,
} from '../../platform/db/schema.ts'
import { giveAppointment } from './give-appointment.queries.ts'

/** SQL: a result of the appointment was recorded, which refers to the member for good. */
const hasResult = sql<boolean>`exists (select from results told
  where told.appointment_id = ${appointments.id})`

/** SQL: a report of the laboratory that corrects, or is corrected by, one of another appointment. */
const hasForeignReport = sql<boolean>`exists (select from lab_results one
  join lab_results other on other.replaces_id = one.id or one.replaces_id = other.id
  where one.appointment_id = ${appointments.id}
    and other.appointment_id is distinct from one.appointment_id)`

const appointmentColumns = {
  id: appointments.id,
  memberId: appointments.memberId,
  eventId: appointments.eventId,
  eventName: events.name,
  startsAt: appointments.slotStartsAt,
  endsAt: appointments.slotEndsAt,
  status: appointments.status,
  consentId: appointments.consentId,
  createdAt: appointments.createdAt,
  hasResult,
  hasForeignReport,
  hasArrived: hasArrived(appointments.id),
}

export async function findParted(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select(appointmentColumns)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}
export type PartedAppointment = NonNullable<Awaited<ReturnType<typeof findParted>>>

/** The kept record's own appointments that were made after the merge. */
export function listAppointmentsSince(
  q: Queryable,
  { memberId, since, except }: { memberId: number; since: Date; except: number | null },
) {
  return q
    .select(appointmentColumns)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(
      and(
        eq(appointments.memberId, memberId),
        gt(appointments.createdAt, since),
        except === null ? undefined : sql`${appointments.id} <> ${except}`,
      ),
    )
    .orderBy(asc(appointments.id))
}

const waitColumns = {
  id: waitingList.id,
  memberId: waitingList.memberId,
  eventId: waitingList.eventId,
  eventName: events.name,
  status: waitingList.status,
  offeredUntil: waitingList.offeredUntil,
  endsAt: events.endsAt,
}

export function listWaits(q: Queryable, ids: number[]) {
  return q
    .select(waitColumns)
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(inArray(waitingList.id, ids))
    .orderBy(asc(waitingList.id))
}
export type PartedWait = Awaited<ReturnType<typeof listWaits>>[number]

/** The kept record's open waits since the merge. */
export function listWaitsSince(
  q: Queryable,
  { memberId, since }: { memberId: number; since: Date },
) {
  return q
    .select(waitColumns)
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(
      and(
        eq(waitingList.memberId, memberId),
        gt(waitingList.joinedAt, since),
        inArray(waitingList.status, ['waiting', 'offered']),
      ),
    )
    .orderBy(asc(waitingList.id))
}

/**
 * Gives an appointment to a record, with its reports and the entries of bulk actions, `items`, that get it
 * back.
 */
export function giveParted(
  q: Queryable,
  given: { appointmentId: number; memberId: number; consentId: number; items: number[]; now: Date },
): Promise<void> {
  const { appointmentId, memberId, items } = given
  const also = [
    sql`own_items as (
      update bulk_action_items set appointment_id = ${appointmentId}
        where id = any(${sql.param(items)}::bigint[]) and member_id = ${memberId}
          and appointment_id is null)`,
    sql`reported as (
      update lab_results set member_id = ${memberId}, version = version + 1
        where appointment_id = ${appointmentId})`,
  ]
  return giveAppointment(q, { ...given, also })
}

/** The withdrawal of a consent that the appointment had meanwhile goes with it. */
export async function copyWithdrawal(
  q: Queryable,
  { from, to, memberId }: { from: number; to: number; memberId: number },
): Promise<boolean> {
  const [gone] = await q
    .select()
    .from(consentWithdrawals)
    .where(eq(consentWithdrawals.consentId, from))
  if (!gone) return false
  const { id: _, ...row } = gone
  await q
    .insert(consentWithdrawals)
    .values({ ...row, consentId: to, memberId })
    .onConflictDoNothing()
  return true
}

/** Reviewed by somebody, and not released: a report that has still its first review is not among them. */
export async function listOpenReports(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  appointmentId: number,
) {
  const rows = await q
    .select({
      id: labResults.id,
      state: labResults.state,
      sealId: labResults.sealId,
      sealedState: labResults.sealedState,
    })
    .from(labResults)
    .where(
      and(
        eq(labResults.appointmentId, appointmentId),
        inArray(labResults.state, UNRELEASED_STATES),
      ),
    )
    .orderBy(asc(labResults.id))
  return rows.filter((row) => openState(fieldKeys, row) !== 'review')
}

/** An open wait with its offer, in one statement because of the foreign key between them. */
export async function giveWait(
  q: Queryable,
  { id, memberId }: { id: number; memberId: number },
): Promise<void> {
  await q.execute(sql`
    with moved as (update waiting_list set member_id = ${memberId} where id = ${id} returning id)
    update places set offered_to = ${memberId} where offer_id in (select id from moved)`)
}

/** A wait that was closed has its old place in the queue again. */
export async function reopenWait(q: Queryable, id: number): Promise<void> {
  await q
    .update(waitingList)
    .set({
      status: 'waiting',
      closedAt: null,
      offeredAt: null,
      offeredStartsAt: null,
      offeredUntil: null,
    })
    .where(eq(waitingList.id, id))
}

/** Whether the member waits for the event, or is booked there. */
export async function isAtEvent(
  q: Queryable,
  { memberId, eventId }: { memberId: number; eventId: number },
): Promise<boolean> {
  const row = await readRow(
    q,
    z.object({ found: z.boolean() }),
    sql`select exists (select from waiting_list wait where wait.member_id = ${memberId}
        and wait.event_id = ${eventId} and wait.status in ('waiting', 'offered'))
      or exists (select from appointments booked where booked.member_id = ${memberId}
        and booked.event_id = ${eventId} and booked.status = 'booked') as found`,
  )
  return row?.found === true
}

/** Returns how many rights of access went back. */
export async function giveGrants(
  q: Queryable,
  of: {
    keptId: number
    mergedId: number
    grants: readonly { eventId: number; visitor: string }[]
    consentLinks: readonly string[]
  },
): Promise<number> {
  const { keptId, mergedId } = of
  const isGrant = of.grants.map(({ eventId, visitor }) =>
    and(
      eq(accessGrants.eventId, eventId),
      eq(accessGrants.visitorHash, Buffer.from(visitor, 'hex')),
    ),
  )
  const granted =
    isGrant.length === 0
      ? []
      : await q
          .update(accessGrants)
          .set({ memberId: mergedId })
          .where(and(eq(accessGrants.memberId, keptId), or(...isGrant)))
          .returning({ eventId: accessGrants.eventId })
  if (of.consentLinks.length > 0)
    await q
      .update(consentLinks)
      .set({ memberId: mergedId })
      .where(
        and(
          eq(consentLinks.memberId, keptId),
          isNull(consentLinks.usedAt),
          inArray(
            consentLinks.keyHash,
            of.consentLinks.map((hash) => Buffer.from(hash, 'hex')),
          ),
        ),
      )
  return granted.length
}

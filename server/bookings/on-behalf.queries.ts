import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SupportNeed } from '../../domain/contact-and-support.ts'
import type { PaymentStatus } from '../../domain/how-to-pay.ts'
import { countOpenPlaces, isFreeToStaff, placeIsFree } from '../events/free-places.queries.ts'
import { type Member, memberColumns } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, members, payments, places } from '../platform/db/schema.ts'

/**
 * Starts after `now` with a place for staff: free to this member, kept back, or yielded by a visitor. With a waiting
 * list only the latter.
 */
export function listTimesForStaff(
  q: Queryable,
  asked: { eventId: number; memberId: number | null; now: Date },
) {
  const params = { ...asked, forStaff: true }
  return q
    .select({ startsAt: places.slotStartsAt, ...countOpenPlaces(params, q) })
    .from(places)
    .where(and(eq(places.eventId, params.eventId), gt(places.slotStartsAt, params.now)))
    .groupBy(places.slotStartsAt)
    .having(sql`bool_or(${or(placeIsFree(params, q), isFreeToStaff(params))})`)
    .orderBy(places.slotStartsAt)
}

/** Places that staff can book for the member, later than `now`, by event id; an event without places is missing. */
export async function countFreeToStaff(
  q: Queryable,
  { eventIds, memberId, now }: { eventIds: readonly number[]; memberId: number; now: Date },
): Promise<Map<number, { free: number; keptBack: number }>> {
  if (eventIds.length === 0) return new Map()
  const eventId = places.eventId
  const rows = await q
    .select({ eventId, ...countOpenPlaces({ eventId, memberId, now, forStaff: true }, q) })
    .from(places)
    .where(and(inArray(eventId, [...eventIds]), gt(places.slotStartsAt, now)))
    .groupBy(eventId)
  return new Map(rows.map(({ eventId: id, ...counts }) => [id, counts]))
}

/** Whether the record is in use, so that staff may book the member. */
export async function isInUse(q: Queryable, memberId: number): Promise<boolean> {
  const [member] = await q
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.isActive, true), isNull(members.diedAt)))
  return member !== undefined
}

export async function findSupportNeeds(q: Queryable, memberId: number): Promise<SupportNeed[]> {
  const [member] = await q
    .select({ supportNeeds: members.supportNeeds })
    .from(members)
    .where(eq(members.id, memberId))
  return member?.supportNeeds ?? []
}

export async function findMemberOfAppointment(
  q: Queryable,
  appointmentId: number,
): Promise<Member | null> {
  const [member] = await q
    .select(memberColumns)
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.id, appointmentId))
  return member ?? null
}

/** Lock the appointment and release its old place first. Its payment goes along. */
export async function moveBookedToEvent(
  q: Queryable,
  moved: {
    id: number
    startsAt: Date
    endsAt: Date
    now: Date
    /** Only for another event. */
    eventId?: number
    consentId?: number
    pricePence?: number
    hostSharePence?: number
    paymentStatus?: PaymentStatus
  },
): Promise<void> {
  const { id, startsAt, endsAt, now, hostSharePence, ...other } = moved
  await q
    .update(appointments)
    .set({
      ...other,
      // A free repeat is the charity's.
      ...(hostSharePence !== undefined && {
        hostSharePence: sql`case when coalesce(${appointments.freeRepeatOf}, ${appointments.repeatsAppointment}) is null then ${hostSharePence}::int else 0 end`,
      }),
      // A part of another price.
      ...(other.pricePence !== undefined && {
        concessionPence: sql`case when ${appointments.pricePence} = ${other.pricePence}::int
          then ${appointments.concessionPence} else 0 end`,
      }),
      ...(other.eventId !== undefined && { freeCancelUntil: null }),
      ...(other.pricePence === 0 && { freeRepeatOf: null, repeatsAppointment: null }),
      slotStartsAt: startsAt,
      slotEndsAt: endsAt,
      updatedAt: now,
      calendarSequence: sql`${appointments.calendarSequence} + 1`,
    })
    .where(eq(appointments.id, id))
  if (other.eventId === undefined) return
  const { eventId } = other
  await q.update(payments).set({ eventId, updatedAt: now }).where(eq(payments.appointmentId, id))
}

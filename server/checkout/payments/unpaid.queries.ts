import { and, asc, eq, gt, isNull, not, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../domain/durations.ts'
import { UNPAID_DAYS } from '../../../domain/office/unpaid.ts'
import { isUnsettled } from '../../bookings/attendee-tabs.queries.ts'
import { isLastConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import { holdsWords } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { moneyRecordsOf } from '../../platform/db/money-columns.ts'
import {
  appointments,
  attendance,
  events,
  members,
  paymentLinks,
} from '../../platform/db/schema.ts'

/**
 * Appointments with a price that nobody has settled, in order of time; moneyOf says what is owed. Not of
 * who has died or withdrawn consent, nor of who was to pay at the venue and did not attend.
 */
export function listUnsettled(
  q: Queryable,
  {
    search = '',
    now,
    pastDays = UNPAID_DAYS,
    id,
  }: { search?: string; now: Date; pastDays?: number; id?: number },
) {
  const text = sql`concat_ws(' ', ${members.firstName}, ${members.lastName}, ${members.email}, ${appointments.reference}, ${events.name})`
  return q
    .select({
      id: appointments.id,
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      pricePence: appointments.pricePence,
      paymentStatus: appointments.paymentStatus,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      phone: members.phone,
      provenPhone: members.provenPhone,
      contactBy: members.contactBy,
      eventId: events.id,
      eventName: events.name,
      eventEndsAt: events.endsAt,
      remindedAt: sql<Date | null>`(select max(${paymentLinks.createdAt}) from ${paymentLinks}
        where ${eq(paymentLinks.appointmentId, appointments.id)})`.mapWith(paymentLinks.createdAt),
      records: moneyRecordsOf(sql`appointments`),
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(
      and(
        isUnsettled,
        id === undefined ? undefined : eq(appointments.id, id),
        gt(events.endsAt, new Date(now.getTime() - pastDays * DAY_MS)),
        isNull(members.diedAt),
        isNull(members.erasedAt),
        not(isLastConsentWithdrawn(appointments.memberId, appointments.eventId)),
        sql`not (${appointments.paymentStatus} = 'paid' and coalesce(${attendance.state}, 'expected') = 'did_not_attend')`,
        holdsWords(search, text),
      ),
    )
    .orderBy(asc(appointments.slotStartsAt), asc(appointments.id))
}

/** By which ways the member of an appointment can be reminded; null without the appointment. */
export async function findReminded(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select({
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      phone: members.phone,
      provenPhone: members.provenPhone,
      contactBy: members.contactBy,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}

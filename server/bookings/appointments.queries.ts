import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { type CardPaid, type CardRefund, cardMoneyOf } from '../../domain/card-money.ts'
import type { EventDetails } from '../../domain/contract.ts'
import { type Money, moneyOf } from '../../domain/money-of.ts'
import type { AttendanceState } from '../../domain/office/attendance-states.ts'
import { eventDetailColumns, toEventDetails } from '../events/events.queries.ts'
import { attendanceOfAppointment } from '../facts/arrivals.queries.ts'
import { isOfPerson, type Member, memberColumns } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { moneyRecordsOf } from '../platform/db/money-columns.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { appointments, events, labs, members, products } from '../platform/db/schema.ts'

export type BookedAppointment = {
  id: number
  reference: string
  status: 'booked' | 'cancelled'
  paymentStatus: (typeof appointments.$inferSelect)['paymentStatus']
  pricePence: number
  startsAt: Date
  endsAt: Date
  /** Number and time of the last move or cancellation; calendars keep the higher sequence. */
  sequence: number
  changedAt: Date
  /** The end of a free cancellation, which a change of time by the office gives. */
  freeCancelUntil: Date | null
  /** What was recorded at the venue; null before anything was. */
  attendance: AttendanceState | null
  /** When no sample was taken; the member may then book another. */
  endedAt: Date | null
  event: EventDetails
  /** Null right after a change. */
  money: Money | null
  /** Null when nothing was paid by card. */
  paid: CardPaid | null
  refund: CardRefund | null
}

const appointmentColumns = {
  appointment: {
    id: appointments.id,
    reference: appointments.reference,
    status: appointments.status,
    paymentStatus: appointments.paymentStatus,
    pricePence: appointments.pricePence,
    startsAt: appointments.slotStartsAt,
    endsAt: appointments.slotEndsAt,
    sequence: appointments.calendarSequence,
    changedAt: appointments.updatedAt,
    freeCancelUntil: appointments.freeCancelUntil,
    attendance: attendanceOfAppointment(appointments.id),
    endedAt: appointments.endedAt,
  },
  event: eventDetailColumns,
  records: moneyRecordsOf(sql`appointments`),
}

/** Null when the member has no appointment with that id. */
export async function findAppointment(
  q: Queryable,
  params: { id: number; memberId: number },
): Promise<BookedAppointment | null> {
  const [row] = await appointmentOfMember(q).execute(params)
  return row ? toBookedAppointment(row) : null
}

const appointmentOfMember = prepareQuery((q) =>
  selectAppointments(q)
    .where(
      and(
        eq(appointments.id, sql.placeholder('id')),
        eq(appointments.memberId, sql.placeholder('memberId')),
      ),
    )
    .prepare('appointment_of_member'),
)

export type Whose = { userId: string } | { member: Member }

/** The appointment with its member, who is given or has the account; null when there is none. */
export async function findAppointmentOf(
  q: Queryable,
  id: number,
  filter: Whose,
): Promise<{ booked: BookedAppointment; member: Member } | null> {
  if ('member' in filter) {
    const { member } = filter
    const booked = await findAppointment(q, { id, memberId: member.id })
    return booked && { booked, member }
  }
  const [row] = await appointmentOfUser(q).execute({ id, userId: filter.userId })
  return row ? { booked: toBookedAppointment(row), member: row.member } : null
}

const appointmentOfUser = prepareQuery((q) =>
  q
    .select({ ...appointmentColumns, member: memberColumns })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(
      and(
        eq(appointments.id, sql.placeholder('id')),
        eq(members.userId, sql.placeholder('userId')),
      ),
    )
    .prepare('appointment_of_user'),
)

/** Null when the person has no appointment with that id. */
export async function findReference(
  q: Queryable,
  { id, memberId }: { id: number; memberId: number },
): Promise<string | null> {
  const [row] = await q
    .select({ reference: appointments.reference })
    .from(appointments)
    .where(and(eq(appointments.id, id), isOfPerson(appointments.memberId, memberId)))
  return row?.reference ?? null
}

/** The member's live appointment at this time that was paid by card, or null. */
export async function findPaidAppointment(
  q: Queryable,
  params: { memberId: number; eventId: number; startsAt: Date },
): Promise<BookedAppointment | null> {
  const [row] = await selectAppointments(q).where(
    and(
      eq(appointments.memberId, params.memberId),
      eq(appointments.eventId, params.eventId),
      eq(appointments.slotStartsAt, params.startsAt),
      eq(appointments.status, 'booked'),
      eq(appointments.paymentStatus, 'paid by card'),
    ),
  )
  return row ? toBookedAppointment(row) : null
}

const MOST_UPCOMING = 50

/**
 * The member's appointments that have not ended, soonest first: those that stand, and the latest
 * cancelled ones, 50 in all.
 */
export async function listUpcoming(
  q: Queryable,
  params: { memberId: number; now: Date },
): Promise<BookedAppointment[]> {
  const rows = await selectAppointments(q)
    .where(
      and(
        isOfPerson(appointments.memberId, params.memberId),
        gt(appointments.slotEndsAt, params.now),
      ),
    )
    .orderBy(desc(eq(appointments.status, 'booked')), desc(appointments.id))
    .limit(MOST_UPCOMING)
  return rows
    .map(toBookedAppointment)
    .sort((one, other) => +one.startsAt - +other.startsAt || one.id - other.id)
}

/**
 * A page of the member's appointments that have ended, including cancelled ones, latest first.
 * `next` is the `before` of the next page, null on the last one.
 */
export async function listPast(
  q: Queryable,
  params: { memberId: number; now: Date; before?: PastKey | null },
): Promise<{ appointments: BookedAppointment[]; next: PastKey | null }> {
  const { before } = params
  const isOlder =
    before &&
    sql`(${appointments.slotStartsAt}, ${appointments.id}) < (${before.startsAt}, ${before.id})`
  const rows = await selectAppointments(q)
    .where(
      and(
        isOfPerson(appointments.memberId, params.memberId),
        lte(appointments.slotEndsAt, params.now),
        isOlder ?? undefined,
      ),
    )
    .orderBy(desc(appointments.slotStartsAt), desc(appointments.id))
    .limit(PAST_PER_PAGE + 1)
  const shown = rows.slice(0, PAST_PER_PAGE).map(toBookedAppointment)
  const last = rows.length > PAST_PER_PAGE ? shown.at(-1) : undefined
  const next = last ? { startsAt: last.startsAt, id: last.id } : null
  return { appointments: shown, next }
}

type PastKey = { startsAt: Date; id: number }
const PAST_PER_PAGE = 50

function selectAppointments(q: Queryable) {
  return q
    .select(appointmentColumns)
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
}

function toBookedAppointment({
  appointment,
  event,
  records,
}: Awaited<ReturnType<typeof selectAppointments>>[number]): BookedAppointment {
  return {
    ...appointment,
    event: toEventDetails(event),
    money: moneyOf(records),
    ...cardMoneyOf(records.payments),
  }
}

import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AttendeeTab } from '../../domain/office/attendee-schemas.ts'
import { holdsWords } from '../platform/db/contains.ts'
import type { Queryable } from '../platform/db/database.ts'
import { moneyRecordsOf } from '../platform/db/money-columns.ts'
import { appointments, attendance, members, waitingList } from '../platform/db/schema.ts'
import { type BookedTab, isInTab, lacksConsent, lacksNhsNumber } from './attendee-tabs.queries.ts'
import { orderOf } from './waiting-list/waiting-list.queries.ts'

const last = alias(waitingList, 'last_row')

type Search = { eventId: number; search: string }

/** In order of time; `after` is the last row of the page before. */
export function listAttendees(
  q: Queryable,
  of: Search & {
    tab: BookedTab
    after: { startsAt: Date; id: number } | null
    limit: number
  },
) {
  return q
    .select({
      ...memberColumns,
      lacksConsent: lacksConsent.mapWith(Boolean),
      lacksNhsNumber: sql`${lacksNhsNumber}`.mapWith(Boolean),
      id: appointments.id,
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      endsAt: appointments.slotEndsAt,
      attendance: attendance.state,
      paymentStatus: appointments.paymentStatus,
      pricePence: appointments.pricePence,
      freeRepeatOf: appointments.freeRepeatOf,
      repeatsAppointment: appointments.repeatsAppointment,
      records: moneyRecordsOf(sql`appointments`),
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(
      and(
        isAt(of),
        isInTab[of.tab],
        of.after
          ? sql`(${appointments.slotStartsAt}, ${appointments.id}) > (${of.after.startsAt.toISOString()}::timestamptz, ${of.after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(asc(appointments.slotStartsAt), asc(appointments.id))
    .limit(of.limit)
}

/** In the order of the list. */
export function listWaiting(q: Queryable, of: Search & { afterId: number; limit: number }) {
  const order = orderOf(waitingList)
  const lastOrder = sql`(select ${orderOf(last)} from ${waitingList} ${last} where ${eq(last.id, of.afterId)})`
  return q
    .select({
      ...memberColumns,
      id: waitingList.id,
      joinedAt: waitingList.joinedAt,
      status: waitingList.status,
      offeredUntil: waitingList.offeredUntil,
    })
    .from(waitingList)
    .innerJoin(members, eq(members.id, waitingList.memberId))
    .where(
      and(
        isWaitingAt(of),
        sql`(${order}, ${waitingList.id}) > (coalesce(${lastOrder}, 0), ${of.afterId}::bigint)`,
      ),
    )
    .orderBy(asc(order), asc(waitingList.id))
    .limit(of.limit)
}

export async function countAttendees(
  q: Queryable,
  of: Search,
): Promise<Record<AttendeeTab, number>> {
  const countOf = (tab: BookedTab) =>
    sql<number>`count(*) filter (where ${isInTab[tab]})`.mapWith(Number)
  const [[counts], [waits]] = await Promise.all([
    q
      .select({
        booked: countOf('booked'),
        cancelled: countOf('cancelled'),
        to_call: countOf('to_call'),
        without_consent: countOf('without_consent'),
        without_nhs_number: countOf('without_nhs_number'),
        needs_support: countOf('needs_support'),
        without_email: countOf('without_email'),
        to_pay: countOf('to_pay'),
      })
      .from(appointments)
      .innerJoin(members, eq(members.id, appointments.memberId))
      .where(isAt(of)),
    q
      .select({ count: count() })
      .from(waitingList)
      .innerJoin(members, eq(members.id, waitingList.memberId))
      .where(isWaitingAt(of)),
  ])
  if (!counts || !waits) throw new Error('a count has no row')
  return { ...counts, waiting: waits.count }
}

const memberColumns = {
  memberId: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  email: members.email,
  phone: members.phone,
  supportNeeds: members.supportNeeds,
  supportNote: members.supportNote,
  supportNoteSealId: members.supportNoteSealId,
  supportNoteSealed: members.supportNoteSealed,
}

function isAt({ eventId, search }: Search): SQL | undefined {
  const isMatch = matches(search, sql`${appointments.reference}`)
  return and(eq(appointments.eventId, eventId), isMatch)
}

function isWaitingAt({ eventId, search }: Search): SQL | undefined {
  const isOpen = sql`${waitingList.status} in ('waiting', 'offered')`
  return and(eq(waitingList.eventId, eventId), isOpen, matches(search, sql`''`))
}

/** Every word typed occurs in name, e-mail address, telephone number or reference. */
function matches(search: string, reference: SQL): SQL | undefined {
  const text = sql`concat_ws(' ', ${members.firstName}, ${members.lastName}, ${members.email}, ${members.phone}, ${reference})`
  return holdsWords(search, text)
}

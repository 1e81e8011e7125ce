import { and, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { EventDetails } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import { UNDER_WAY } from '../../domain/payment-states.ts'
import {
  eventDetailColumns,
  hostShareOf,
  isShown,
  toEventDetails,
} from '../events/events.queries.ts'
import { hasWaiting, placeIsFree, selectFreeTimes } from '../events/free-places.queries.ts'
import { openFreeRepeat } from '../facts/free-repeats.queries.ts'
import { awaitsRepeat, openRepeat } from '../facts/not-sampled.queries.ts'
import { isErasureRequested } from '../members/erasure-requested.queries.ts'
import { isOfPerson, type Member, memberColumns } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { askedNumber, askedRows, readRowsTogether } from '../platform/db/request-rows.ts'
import {
  appointments,
  consents,
  consentWithdrawals,
  events,
  labs,
  members,
  payments,
  places,
  products,
  upcomingAppointments,
  waitingList,
} from '../platform/db/schema.ts'
import { bannersInMailsOf } from '../site/banners.queries.ts'
import { nextAppointmentId } from './book-appointment.queries.ts'
import { isOpenWaitOf } from './waiting-list/waiting-list.queries.ts'

type KnownConsent = {
  id: number
  wordsVersion: string
  givenAt: Date
  isWithdrawn: boolean
}

export type BookingContext = {
  member: Member
  event: EventDetails
  /** Of the price, what the host pays. */
  hostSharePence: number
  /** The product's own text for mails. */
  emailTemplate: string | null
  /** What mails say about the event now. */
  eventBanners: string[]
  bookedThisEvent: boolean
  /** End of the member's upcoming appointment, possibly past; null when there is none. */
  upcomingUntil: Date | null
  /** At any event: the member has a hold or an offer, or is on the waiting list. */
  hasPlaceOrWaits: boolean
  /** At any event: the provider has not decided a payment of the member. */
  paymentUnderWay: boolean
  erasureAsked: boolean
  /** The id of the appointment, if it is booked. */
  appointmentId: number
  /** The latest consent for the event, valid or not. */
  consent: KnownConsent | null
  /** The result whose free repeat the booking uses; null when none is open or nothing is due. */
  freeRepeatOf: number | null
  /** The appointment without a sample in whose place this one is free; null as above. */
  repeatsAppointment: number | null
  /** A task of the office waits for the member to book again after no sample was taken. */
  awaitsRepeat: boolean
} & FreeStarts

/** Starts after `now` with a place for this member. */
type FreeStarts = {
  /** At the asked time of day. */
  freeStarts: Date[]
  /** At any time of day; null when there is one at the asked time. */
  otherStarts: Date[] | null
}

/** Null when there is no such event or member; `time` is 'HH:mm' in London. */
export async function loadBookingContext(
  q: Queryable,
  {
    now,
    ...asked
  }: { eventId: number; time: string; now: Date } & ({ userId: string } | { memberId: number }),
): Promise<BookingContext | null> {
  const load = 'userId' in asked ? contextOfUser : contextOfMember
  return (await load(q)({ ...asked, now: now.toISOString() })) ?? null
}

function toContext({ event, starts, number: _, ...row }: ContextRow): BookingContext {
  const details = toEventDetails(event)
  return {
    ...row,
    ...starts,
    event: details,
    hostSharePence: hostShareOf(event),
    ...rightOf(row, chargePence(details)),
  }
}

/** One right for a booking that costs something: the older kind first. */
function rightOf(
  { freeRepeatOf, repeatsAppointment }: Pick<ContextRow, 'freeRepeatOf' | 'repeatsAppointment'>,
  pence: number,
) {
  if (pence === 0) return { freeRepeatOf: null, repeatsAppointment: null }
  return { freeRepeatOf, repeatsAppointment: freeRepeatOf === null ? repeatsAppointment : null }
}

/** The provider has not yet decided a payment of the member. */
export function isUnderWay(memberId: number | SQLWrapper) {
  return and(eq(payments.memberId, memberId), inArray(payments.state, [...UNDER_WAY]))
}

function toKnownConsent([id, wordsVersion, givenAt, isWithdrawn]: [
  number,
  string,
  string,
  boolean,
]): KnownConsent {
  return { id, wordsVersion, givenAt: new Date(givenAt), isWithdrawn }
}

// The asked time on the event's day and on the next; where the clock goes back it comes twice.
const eventDay = sql`(${events.startsAt} at time zone 'Europe/London')::date`
const askedTime = sql`asked.time`
const onDay = sql`(${eventDay} + ${askedTime}) at time zone 'Europe/London'`
const onNextDay = sql`(${eventDay} + 1 + ${askedTime}) at time zone 'Europe/London'`
const askedStarts = sql`unnest(array[${onDay}, ${onDay} - interval '1 hour', ${onNextDay},
  ${onNextDay} - interval '1 hour'])`

const now = sql`asked.now`
const memberId = members.id
const eventId = events.id
const place = { eventId, memberId, now, isWaitedFor: sql`list.is_waited_for` }

const freeAtAskedTime = (q: Queryable) => sql`select times.start from ${askedStarts} times(start)
  where times.start > ${now} and exists (select 1 from ${places} where ${and(
    eq(places.eventId, eventId),
    sql`${places.slotStartsAt} = times.start`,
    placeIsFree(place, q),
  )} offset 0) order by times.start`

function toFreeStarts([free, others]: [string[], string[] | null]): FreeStarts {
  const toDates = (starts: string[]) => starts.map((start) => new Date(start))
  return { freeStarts: toDates(free), otherStarts: others && toDates(others) }
}

const contextOfUser = prepareQuery((q) => {
  const ofUsers = selectContexts(q, eq(members.userId, sql`asked."userId"`))
  return readRowsTogether(ofUsers.prepare('booking_contexts'), toContext)
})

const contextOfMember = prepareQuery((q) => {
  const ofMembers = selectContexts(q, eq(members.id, sql`asked."memberId"`))
  return readRowsTogether(ofMembers.prepare('booking_contexts_of_members'), toContext)
})

type ContextRow = Awaited<ReturnType<typeof selectContexts>>[number]

function selectContexts(q: Queryable, isMember: SQL) {
  // Read once for all places of an event: without the offset PostgreSQL would move it to each.
  const list = sql`lateral (select ${hasWaiting(eventId)} as is_waited_for offset 0) list`
  return q
    .select({
      number: askedNumber,
      member: memberColumns,
      event: eventDetailColumns,
      emailTemplate: products.emailTemplate,
      eventBanners: bannersInMailsOf(eventId, now),
      bookedThisEvent: sql<boolean>`exists (select 1 from ${appointments} where ${and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
        isNull(appointments.endedAt),
      )})`,
      upcomingUntil:
        sql<Date | null>`(select ${upcomingAppointments.until} from ${upcomingAppointments} where ${eq(
          upcomingAppointments.memberId,
          memberId,
        )})`.mapWith(upcomingAppointments.until),
      // A member with an offer is on the waiting list too.
      hasPlaceOrWaits: sql<boolean>`(exists (select 1 from ${places} where ${eq(places.heldBy, memberId)})
        or exists (select 1 from ${waitingList} where ${isOpenWaitOf(memberId)}))`,
      appointmentId: nextAppointmentId,
      paymentUnderWay: sql<boolean>`exists (select 1 from ${payments} where ${isUnderWay(memberId)})`,
      erasureAsked: isErasureRequested(memberId),
      consent: sql<KnownConsent | null>`(select json_build_array(${consents.id},
        ${consents.wordsVersion}, ${consents.givenAt}, exists (select 1 from ${consentWithdrawals}
          where ${eq(consentWithdrawals.consentId, consents.id)})) from ${consents} where ${and(
            eq(consents.memberId, memberId),
            eq(consents.eventId, eventId),
          )} order by ${desc(consents.id)} limit 1)`.mapWith(toKnownConsent),
      freeRepeatOf: openFreeRepeat(memberId, now),
      repeatsAppointment: openRepeat(isOfPerson(sql`had.member_id`, memberId)),
      awaitsRepeat: awaitsRepeat(memberId),
      starts: sql<FreeStarts>`(select json_build_array(own.starts,
          case when own.starts = '{}' then array(${selectFreeTimes(q, place)}) end)
        from (select array(${freeAtAskedTime(q)}) as starts offset 0) own)`.mapWith(toFreeStarts),
    })
    .from(
      askedRows(sql`"userId" uuid, "memberId" int, "eventId" bigint, "time" time, now timestamptz`),
    )
    .innerJoin(members, isMember)
    .innerJoin(events, and(eq(events.id, sql`asked."eventId"`), isShown))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .innerJoin(list, sql`true`)
}

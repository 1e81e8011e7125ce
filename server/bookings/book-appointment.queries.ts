import { and, desc, eq, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { EventDetails } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import { UNDER_WAY } from '../../domain/payment-states.ts'
import type { Queryable } from '../db/database.ts'
import { prepareQuery, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
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
} from '../db/schema.ts'
import {
  eventDetailColumns,
  hostShareOf,
  isShown,
  toEventDetails,
} from '../events/events.queries.ts'
import { placeIsFree, selectFreeTimes } from '../events/free-places.queries.ts'
import { isErasureAsked } from '../members/erasure-asked.queries.ts'
import { type Member, memberColumns } from '../members/members.queries.ts'
import { openFreeRepeat } from '../results/free-repeats.queries.ts'
import { isOpenWaitOf } from '../waiting-list/waiting-list.queries.ts'

export type KnownConsent = {
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
  params: { eventId: number; time: string; now: Date } & (
    | { userId: string }
    | { memberId: number }
  ),
): Promise<BookingContext | null> {
  const context = 'userId' in params ? contextOfUser : contextOfMember
  const [row] = await context(q).execute(params)
  if (!row) return null
  const { event, member, emailTemplate, bookedThisEvent, upcomingUntil, hasPlaceOrWaits } = row
  const { paymentUnderWay, erasureAsked, appointmentId, consent, freeRepeatOf, starts } = row
  const details = toEventDetails(event)
  return {
    member,
    event: details,
    hostSharePence: hostShareOf(event),
    emailTemplate,
    bookedThisEvent,
    upcomingUntil,
    hasPlaceOrWaits,
    paymentUnderWay,
    erasureAsked,
    appointmentId,
    consent,
    freeRepeatOf: chargePence(details) > 0 ? freeRepeatOf : null,
    ...starts,
  }
}

/** Violates one_live_appointment_per_member_and_event when the member has one at the event. */
export function insertAppointment(q: Queryable, appointment: NewAppointment): Promise<unknown> {
  return appointmentToInsert(q).execute(appointment)
}

export type NewAppointment = {
  id: number
  reference: string
  eventId: number
  memberId: number
  slotStartsAt: Date
  slotEndsAt: Date
  paymentStatus: (typeof appointments.$inferSelect)['paymentStatus']
  pricePence: number
  hostSharePence: number
  consentId: number
  freeRepeatOf: number | null
  at: Date
}

/** An id that no other appointment has or gets. */
export async function newAppointmentId(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ id: number }>(sql`select ${nextAppointmentId} as id`)
  if (!rows[0]) throw new Error('the sequence of appointments has no next id')
  return rows[0].id
}

/** Violates one_upcoming_appointment_per_member; call deletePastUpcoming first. */
export function claimUpcoming(
  q: Queryable,
  claim: { memberId: number; appointmentId: number; until: Date },
): Promise<unknown> {
  return upcomingToClaim(q).execute(claim)
}

/** The end of the member's upcoming appointment, possibly past; null without one. */
export async function findUpcomingUntil(q: Queryable, memberId: number): Promise<Date | null> {
  const [upcoming] = await q
    .select({ until: upcomingAppointments.until })
    .from(upcomingAppointments)
    .where(eq(upcomingAppointments.memberId, memberId))
  return upcoming?.until ?? null
}

/** Deletes the member's upcoming-appointment claim when that appointment has ended. */
export function deletePastUpcoming(
  q: Queryable,
  ended: { memberId: number; now: Date },
): Promise<unknown> {
  return pastUpcoming(q).execute(ended)
}

/**
 * Fails with consent_required when the consent was withdrawn, with erasure_asked when the member
 * has asked to be erased.
 */
export function refuseWithdrawal(q: Queryable, consentId: number): Promise<unknown> {
  return standingConsent(q).execute({ consentId })
}

const nextAppointmentId = sql<number>`nextval('appointments_id_seq')`

const appointmentToInsert = prepareQuery((q) =>
  q
    .insert(appointments)
    .overridingSystemValue()
    .values({
      id: sql.placeholder('id'),
      reference: sql.placeholder('reference'),
      eventId: sql.placeholder('eventId'),
      memberId: sql.placeholder('memberId'),
      slotStartsAt: sql.placeholder('slotStartsAt'),
      slotEndsAt: sql.placeholder('slotEndsAt'),
      paymentStatus: sql.placeholder('paymentStatus'),
      pricePence: sql.placeholder('pricePence'),
      hostSharePence: sql.placeholder('hostSharePence'),
      consentId: sql.placeholder('consentId'),
      freeRepeatOf: sql.placeholder('freeRepeatOf'),
      createdAt: sql.placeholder('at'),
      updatedAt: sql.placeholder('at'),
    })
    .prepare('insert_appointment'),
)

const upcomingToClaim = prepareQuery((q) =>
  q
    .insert(upcomingAppointments)
    .values({
      memberId: sql.placeholder('memberId'),
      appointmentId: sql.placeholder('appointmentId'),
      until: sql.placeholder('until'),
    })
    .prepare('claim_upcoming'),
)

const pastUpcoming = prepareQuery((q) =>
  q
    .delete(upcomingAppointments)
    .where(
      and(
        eq(upcomingAppointments.memberId, sql.placeholder('memberId')),
        lte(upcomingAppointments.until, sql.placeholder('now')),
      ),
    )
    .prepare('delete_past_upcoming'),
)

const standingConsent = prepareSql('refuse_withdrawal', (q) =>
  refuseUnlessRow(
    q
      .select({
        isWithdrawn:
          sql`exists (select 1 from ${consentWithdrawals} where ${eq(consentWithdrawals.consentId, consents.id)})`.as(
            'is_withdrawn',
          ),
        erasureAsked: isErasureAsked(consents.memberId).as('erasure_asked'),
      })
      .from(consents)
      .where(eq(consents.id, sql.placeholder('consentId'))),
    sql`case when exists (select from done where erasure_asked) then 'erasure_asked' else 'consent_required' end`,
    sql`exists (select from done where not is_withdrawn and not erasure_asked)`,
  ),
)

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
const askedTime = sql`${sql.placeholder('time')}::time`
const onDay = sql`(${eventDay} + ${askedTime}) at time zone 'Europe/London'`
const onNextDay = sql`(${eventDay} + 1 + ${askedTime}) at time zone 'Europe/London'`
const askedStarts = sql`unnest(array[${onDay}, ${onDay} - interval '1 hour', ${onNextDay},
  ${onNextDay} - interval '1 hour'])`

const memberId = members.id
const eventId = sql.placeholder('eventId')
const now = sql`${sql.param(sql.placeholder('now'), appointments.createdAt)}`

const contextOfUser = prepareQuery((q) =>
  selectContext(q, eq(members.userId, sql.placeholder('userId'))).prepare('booking_context'),
)

const contextOfMember = prepareQuery((q) =>
  selectContext(q, eq(members.id, sql.placeholder('memberId'))).prepare(
    'booking_context_of_member',
  ),
)

const freeAtAskedTime = sql`select asked.start from ${askedStarts} asked(start)
  where asked.start > ${now} and exists (select 1 from ${places} where ${and(
    eq(places.eventId, eventId),
    sql`${places.slotStartsAt} = asked.start`,
    placeIsFree({ eventId, memberId, now: sql.placeholder('now') }),
  )}) order by asked.start`

function toFreeStarts([free, others]: [string[], string[] | null]): FreeStarts {
  const toDates = (starts: string[]) => starts.map((start) => new Date(start))
  return { freeStarts: toDates(free), otherStarts: others && toDates(others) }
}

function selectContext(q: Queryable, isMember: SQL) {
  return q
    .select({
      member: memberColumns,
      event: eventDetailColumns,
      emailTemplate: products.emailTemplate,
      bookedThisEvent: sql<boolean>`exists (select 1 from ${appointments} where ${and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, events.id),
        eq(appointments.status, 'booked'),
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
      erasureAsked: isErasureAsked(memberId),
      consent: sql<KnownConsent | null>`(select json_build_array(${consents.id},
        ${consents.wordsVersion}, ${consents.givenAt}, exists (select 1 from ${consentWithdrawals}
          where ${eq(consentWithdrawals.consentId, consents.id)})) from ${consents} where ${and(
            eq(consents.memberId, memberId),
            eq(consents.eventId, events.id),
          )} order by ${desc(consents.id)} limit 1)`.mapWith(toKnownConsent),
      freeRepeatOf: openFreeRepeat(memberId, now),
      starts: sql<FreeStarts>`(select json_build_array(asked.starts,
          case when asked.starts = '{}' then array(${selectFreeTimes(q, { memberId })}) end)
        from (select array(${freeAtAskedTime}) as starts) asked)`.mapWith(toFreeStarts),
    })
    .from(events)
    .innerJoin(members, isMember)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(and(isShown, eq(events.id, eventId)))
}

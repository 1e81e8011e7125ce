import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PaymentStatus } from '../../../../domain/how-to-pay.ts'
import type { Wait } from '../../../../domain/waiting-list-schemas.ts'
import { bytes, id, moment } from './columns.ts'
import { consents } from './consent.ts'
import { event } from './events.ts'
import { member, members } from './members.ts'

/**
 * The right to one free booking after a result without a number. Its result is referred to by
 * migrations/0074_baseline.sql, because results refer to appointments.
 */
export const freeRepeats = pgTable('free_repeats', {
  resultId: bigint('result_id', { mode: 'number' }).primaryKey(),
  givenAt: moment('given_at').notNull(),
})

export const appointments = pgTable(
  'appointments',
  {
    id: id(),
    reference: text('reference').notNull().unique(),
    eventId: event(),
    memberId: member(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    slotEndsAt: moment('slot_ends_at').notNull(),
    status: text('status').$type<'booked' | 'cancelled'>().notNull().default('booked'),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    pricePence: integer('price_pence').notNull(),
    /** What the host owes for it, as it was when it was booked. */
    hostSharePence: integer('host_share_pence').notNull().default(0),
    /** The part of the price that staff waived. A move to another price ends it. */
    concessionPence: integer('concession_pence').notNull().default(0),
    consentId: bigint('consent_id', { mode: 'number' }).notNull(),
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    cancelledAt: moment('cancelled_at'),
    /** Until then the member may cancel free of charge, because the office moved the appointment. */
    freeCancelUntil: moment('free_cancel_until'),
    /** The right that it uses while it is booked; nothing is to be paid. */
    freeRepeatOf: bigint('free_repeat_of', { mode: 'number' }).references(
      () => freeRepeats.resultId,
      { onDelete: 'set null' },
    ),
    /** When no sample was taken: the member may book another, also of the same event. */
    endedAt: moment('ended_at'),
    /** The appointment without a sample that this one repeats; nothing is to be paid again. */
    repeatsAppointment: bigint('repeats_appointment', { mode: 'number' }).references(
      (): AnyPgColumn => appointments.id,
      { onDelete: 'set null' },
    ),
  },
  (t) => [
    foreignKey({
      name: 'appointment_has_that_members_consent_for_that_event',
      columns: [t.consentId, t.memberId, t.eventId],
      foreignColumns: [consents.id, consents.memberId, consents.eventId],
    }),
    unique('appointment_at_a_time').on(t.id, t.eventId, t.slotStartsAt),
    unique('appointment_of_a_member').on(t.id, t.memberId),
    uniqueIndex('one_open_appointment_per_member_and_event')
      .on(t.memberId, t.eventId)
      .where(sql`${t.status} = 'booked' and ${t.endedAt} is null`),
    uniqueIndex('one_booking_per_free_repeat')
      .on(t.freeRepeatOf)
      .where(sql`${t.status} = 'booked' and ${t.freeRepeatOf} is not null`),
    uniqueIndex('one_booking_per_repeated_appointment')
      .on(t.repeatsAppointment)
      .where(sql`${t.status} = 'booked' and ${t.repeatsAppointment} is not null`),
    check(
      'appointment_that_repeats_another_is_waived',
      sql`${t.repeatsAppointment} is null or ${t.paymentStatus} = 'waived'`,
    ),
    check(
      'appointment_of_a_free_repeat_is_waived',
      sql`${t.freeRepeatOf} is null or ${t.paymentStatus} = 'waived'`,
    ),
    index('appointments_by_member').on(t.memberId, t.slotStartsAt),
    index('appointments_by_start').on(t.slotStartsAt),
    index('appointments_with_a_price_to_pay')
      .on(t.slotStartsAt)
      .where(
        sql`${t.status} = 'booked' and ${t.pricePence} > 0 and ${t.paymentStatus} in ('not paid', 'paid')`,
      ),
    check(
      'appointment_concession_is_of_its_price',
      sql`${t.concessionPence} between 0 and ${t.pricePence}`,
    ),
    check('appointment_status_is_known', sql`${t.status} in ('booked', 'cancelled')`),
    check(
      'appointment_payment_is_known',
      sql`${t.paymentStatus} in ('not paid', 'paid', 'paid by card', 'paid at the venue', 'waived')`,
    ),
    check(
      'appointment_cancelled_has_a_time',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`,
    ),
    check('appointment_ends_after_it_starts', sql`${t.slotEndsAt} > ${t.slotStartsAt}`),
  ],
)

export const waitingList = pgTable(
  'waiting_list',
  {
    id: id(),
    eventId: event(),
    memberId: member(),
    joinedAt: moment('joined_at').notNull(),
    /** Once staff have changed the order; otherwise the list is in order of the ids. */
    listOrder: bigint('list_order', { mode: 'number' }),
    status: text('status').$type<Wait['status']>().notNull().default('waiting'),
    offeredAt: moment('offered_at'),
    offeredStartsAt: moment('offered_starts_at'),
    offeredUntil: moment('offered_until'),
    closedAt: moment('closed_at'),
  },
  (t) => [
    unique('wait_of_a_member_for_an_event').on(t.id, t.eventId, t.memberId),
    uniqueIndex('one_wait_per_member_and_event')
      .on(t.eventId, t.memberId)
      .where(sql`${t.status} in ('waiting', 'offered')`),
    index('waiting_list_in_order').on(t.eventId, t.id).where(sql`${t.status} = 'waiting'`),
    index('waiting_list_by_member').on(t.memberId),
    check(
      'waiting_status_is_known',
      sql`${t.status} in ('waiting', 'offered', 'booked', 'left', 'lapsed', 'booked elsewhere', 'booking closed')`,
    ),
    check(
      'wait_that_is_offered_a_place_has_its_end',
      sql`(${t.status} not in ('offered', 'lapsed') or ${t.offeredUntil} is not null) and (${t.offeredUntil} is null) = (${t.offeredAt} is null) and (${t.offeredUntil} is null) = (${t.offeredStartsAt} is null)`,
    ),
    check(
      'wait_is_closed_or_open',
      sql`(${t.status} in ('waiting', 'offered')) = (${t.closedAt} is null)`,
    ),
  ],
)

/**
 * One row per place of a slot, so that overselling is impossible. An offer reserves it for a
 * member of the waiting list.
 */
export const places = pgTable(
  'places',
  {
    eventId: event(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    placeNumber: integer('place_number').notNull(),
    holdId: uuid('hold_id').unique('one_place_per_hold'),
    heldBy: bigint('held_by', { mode: 'number' }).references(() => members.id),
    /** Keyed hash of the cookie of a signed-out visitor, instead of a member. */
    heldByVisitor: bytes('held_by_visitor'),
    heldUntil: moment('held_until'),
    /** When the holder took the place; renewing it keeps this. */
    heldSince: moment('held_since'),
    /** Keyed hash of the visitor whose hold of this place went to a member last. */
    yieldedBy: bytes('yielded_by'),
    holdAddress: bytes('hold_address'),
    holdExtended: boolean('hold_extended').notNull().default(false),
    offerId: bigint('offer_id', { mode: 'number' }).unique('one_place_per_offer'),
    offeredTo: bigint('offered_to', { mode: 'number' }),
    offeredUntil: moment('offered_until'),
    appointmentId: bigint('appointment_id', { mode: 'number' }),
    /** For walk-ins or the host: only staff book it. */
    isKeptBack: boolean('is_kept_back').notNull().default(false),
    /** Nobody books it, also no staff: a cancellation waits for a second person, or it is of a draft. */
    isClosed: boolean('is_closed').notNull().default(false),
    /** The office has closed booking: only staff book it, and who holds it or has an offer of it. */
    isPaused: boolean('is_paused').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'place', columns: [t.eventId, t.slotStartsAt, t.placeNumber] }),
    foreignKey({
      name: 'place_is_booked_by_an_appointment_at_its_time',
      columns: [t.appointmentId, t.eventId, t.slotStartsAt],
      foreignColumns: [appointments.id, appointments.eventId, appointments.slotStartsAt],
    }),
    index('places_open')
      .on(t.eventId, t.slotStartsAt, t.placeNumber)
      .where(sql`${t.appointmentId} is null`),
    unique('one_place_per_appointment').on(t.appointmentId),
    uniqueIndex('one_hold_per_member').on(t.heldBy).where(sql`${t.heldBy} is not null`),
    uniqueIndex('one_hold_per_visitor')
      .on(t.heldByVisitor)
      .where(sql`${t.heldByVisitor} is not null`),
    foreignKey({
      name: 'place_is_offered_to_who_waits_for_it',
      columns: [t.offerId, t.eventId, t.offeredTo],
      foreignColumns: [waitingList.id, waitingList.eventId, waitingList.memberId],
    }),
    index('places_held_from_an_address')
      .on(t.eventId, t.holdAddress)
      .where(sql`${t.holdAddress} is not null`),
    index('places_offered_to_a_member').on(t.offeredTo).where(sql`${t.offeredTo} is not null`),
    check('place_number_is_positive', sql`${t.placeNumber} > 0`),
    check(
      'place_hold_is_whole',
      sql`(${t.holdId} is null) = (${t.heldUntil} is null) and (${t.holdId} is null) = (${t.heldBy} is null and ${t.heldByVisitor} is null)`,
    ),
    check('place_is_held_by_one', sql`${t.heldBy} is null or ${t.heldByVisitor} is null`),
    check(
      'place_is_held_from_an_address',
      sql`${t.holdAddress} is null or ${t.holdId} is not null`,
    ),
    check('place_is_held_or_booked', sql`${t.appointmentId} is null or ${t.holdId} is null`),
    check(
      'place_offer_is_whole',
      sql`(${t.offerId} is null) = (${t.offeredTo} is null) and (${t.offerId} is null) = (${t.offeredUntil} is null)`,
    ),
    check('place_is_offered_or_booked', sql`${t.appointmentId} is null or ${t.offerId} is null`),
    check(
      'place_is_offered_to_none_but_its_holder',
      sql`${t.offerId} is null or ${t.holdId} is null or coalesce(${t.heldBy} = ${t.offeredTo}, false)`,
    ),
  ],
)

/** The one upcoming appointment of a member, replaceable when `until` (its end) has passed. */
export const upcomingAppointments = pgTable(
  'upcoming_appointments',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    appointmentId: bigint('appointment_id', { mode: 'number' }).notNull(),
    until: moment('until').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_upcoming_appointment_per_member', columns: [t.memberId] }),
    foreignKey({
      name: 'upcoming_is_the_members_own_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
  ],
)

export const accessGrants = pgTable(
  'access_grants',
  {
    eventId: event(),
    visitorHash: bytes('visitor_hash').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'access_grant', columns: [t.eventId, t.visitorHash] }),
    index('access_grants_by_member').on(t.memberId, t.eventId),
  ],
)

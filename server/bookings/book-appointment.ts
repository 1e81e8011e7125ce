import { type BookingSituation, paymentStatusOf, whyNotBook } from '../../domain/booking.ts'
import { isConsentValid } from '../../domain/consent.ts'
import type { Appointment } from '../../domain/contract.ts'
import { chargePence, eventEnd, eventStart } from '../../domain/events.ts'
import { duePence, unpaidPence } from '../../domain/how-to-pay.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import type { Deps } from '../deps.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { freeSlots, toSlots } from '../events/slots.ts'
import type { PaidByCard } from '../messages/mails/booking-confirmed.ts'
import { prepareNotice } from '../messages/sms/appointment-sms.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commitStatements } from '../platform/commit.ts'
import { databaseFault, type Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { countBooking } from '../platform/metrics/registry.ts'
import { toAppointment } from './appointment.ts'
import { type BookedAppointment, findPaidAppointment } from './appointments.queries.ts'
import {
  claimUpcoming,
  closeOfferAgain,
  deletePastUpcoming,
  insertAppointment,
  refuseWithdrawal,
} from './book-appointment.queries.ts'
import { type BookingContext, loadBookingContext } from './booking-context.queries.ts'
import {
  claimPlace,
  claimPlaceForStaff,
  lockMembersPlaces,
  releasePlaces,
} from './places.queries.ts'
import { newReference } from './reference.ts'
import { closeWaitsOfBooked } from './waiting-list/waiting-list.queries.ts'

type BookingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'>
}

/** `time` is 'HH:mm' in London; `date` is needed when the event runs past midnight. */
export type BookingRequest = {
  userId: string
  eventId: number
  time: string
  date?: string | undefined
  /** Pence that the member was shown; another price is refused. */
  pricePence?: number | undefined
  /** The browser, which may hold an access grant for a private event. */
  visitorHash?: AccessRequest['visitorHash']
}

/**
 * Books a place and queues the mail in one transaction, using only stored prices and times
 * (rules §3.2). Returns an appointment already paid for by card. `saveResponse` runs in the transaction.
 * Throws Refused with the first reason of rules §3.1; slot_taken has the free times (`slots`).
 */
export async function bookAppointment(
  deps: BookingDeps,
  request: BookingRequest & {
    /** The member's own, when it is given. */
    profileId?: number | undefined
    saveResponse?: SaveResponse<Appointment>
  },
): Promise<Appointment> {
  const { eventId, profileId } = request
  const now = deps.now()
  const { context, slot, reason } = await checkBooking(deps, request, { now })
  const { member, otherStarts } = context
  if (profileId !== undefined && profileId !== member.id) throw new Refused('not_found')
  if (reason === 'duplicate') {
    const same = { memberId: member.id, eventId, startsAt: slot.startsAt }
    const paidFor = await findPaidAppointment(deps.database.db, same)
    if (paidFor) return toAppointment(paidFor, member.email)
  }
  const filter = { eventId, memberId: member.id, now }
  if (reason) throw await bookingRefused(deps.database.db, reason, { ...filter, otherStarts })
  const booking = toBooking({ context, slot, now, paid: null })
  const appointment = toAppointment(booking.booked, member.email)
  const addNotice = await prepareConfirmation(deps, booking)
  try {
    await commitStatements({ ...deps, eventIds: [eventId] }, (q) => [
      ...writeAppointment(q, booking),
      addNotice(q),
      request.saveResponse?.(q, appointment),
    ])
    countBooking('member')
    return appointment
  } catch (error) {
    const lost = lostRace(error)
    if (lost !== 'slot_taken') throw lost ? new Refused(lost) : error
    const again = await checkBooking(deps, request, { now })
    throw await bookingRefused(deps.database.db, again.reason ?? lost, {
      ...filter,
      otherStarts: again.context.otherStarts,
    })
  }
}

/** Context, slot and reason for a refusal, or null. Throws Refused not_found without event or member. */
export async function checkBooking(
  deps: Pick<Deps, 'database'>,
  request: BookingRequest,
  { now, isPaying = false }: { now: Date; isPaying?: boolean },
): Promise<{ context: BookingContext; slot: Slot; reason: Reason | null }> {
  const { db } = deps.database
  const { userId, eventId, time, date, pricePence, visitorHash } = request
  const context = await loadBookingContext(db, { userId, eventId, time, now })
  if (!context) throw new Refused('not_found')

  const { member, event, freeStarts } = context
  const listedSlot = findSlot(event, time, date)
  // A time that the event does not have is checked like the rest and refused as slot_taken.
  const slot = listedSlot ?? wholeEvent(event, time)
  const situation: BookingSituation = {
    event,
    slot,
    bookedThisEvent: context.bookedThisEvent,
    hasUpcoming: context.upcomingUntil !== null && context.upcomingUntil > now,
    paymentUnderWay: context.paymentUnderWay,
    erasureAsked: context.erasureAsked,
    hasAccessGrant: await mayEnter(db, event, { memberId: member.id, now, visitorHash }),
    nhsConfirmed: member.nhsConfirmedAt !== null,
    hasConsent: context.consent !== null && isConsentValid(context.consent, now),
    paid: isPaying || hasRight(context),
    slotHasPlace:
      listedSlot !== null &&
      freeStarts.some((start) => start.getTime() === slot.startsAt.getTime()),
  }
  const isOtherPrice = pricePence !== undefined && pricePence !== chargePence(event)
  const reason = whyNotBook(situation, now) ?? (isOtherPrice ? 'price_changed' : null)
  return { context, slot, reason }
}

/** A slot_taken refusal carries the times that are still free: `otherStarts` when they are known. */
export async function bookingRefused(
  q: Queryable,
  reason: Reason,
  {
    otherStarts,
    ...filter
  }: { eventId: number; memberId: number; now: Date; otherStarts?: Date[] | null },
): Promise<Refused> {
  if (reason !== 'slot_taken') return new Refused(reason)
  const slots = otherStarts ? toSlots(otherStarts) : await freeSlots(q, filter)
  return new Refused(reason, { slots })
}

/** The booking is free, because an earlier one gave no result. */
export function hasRight({
  freeRepeatOf,
  repeatsAppointment,
}: Pick<BookingContext, 'freeRepeatOf' | 'repeatsAppointment'>): boolean {
  return freeRepeatOf !== null || repeatsAppointment !== null
}

export type Booking = ReturnType<typeof toBooking>

/** Throws Refused consent_required without a valid consent. */
export function toBooking({
  context,
  slot,
  now,
  paid,
}: {
  context: BookingContext
  slot: Slot
  now: Date
  paid: PaidByCard | null
}) {
  const { member, event, consent } = context
  const freeRepeatOf = paid ? null : context.freeRepeatOf
  const repeatsAppointment = paid ? null : context.repeatsAppointment
  const isFree = freeRepeatOf !== null || repeatsAppointment !== null
  if (consent === null || consent.isWithdrawn) throw new Refused('consent_required')
  const booked: BookedAppointment = {
    id: context.appointmentId,
    reference: newReference(),
    status: 'booked',
    // The price paid, even when the event's price has changed since.
    paymentStatus: isFree ? 'waived' : paid ? 'paid by card' : paymentStatusOf(event),
    pricePence: paid?.pence ?? chargePence(event),
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    sequence: 0,
    changedAt: now,
    freeCancelUntil: null,
    attendance: null,
    endedAt: null,
    event,
    money: null,
    paid: null,
    refund: null,
  }
  const rights = { freeRepeatOf, repeatsAppointment }
  return { member, context, consentId: consent.id, booked, paid, ...rights, now }
}

/**
 * Writes the appointment and its place, statement by statement: each is started when the one before was
 * taken from here. They fail as lostRace explains.
 */
export function* writeAppointment(
  q: Queryable,
  { member, context, consentId, booked, freeRepeatOf, repeatsAppointment, now }: Booking,
  /** The colleague who books on the member's behalf; may take places that are kept back. */
  staff?: { userId: string; details: object },
): Generator<Promise<unknown>> {
  const { id: appointmentId, event, startsAt, endsAt } = booked
  const { upcomingUntil, hasPlaceOrWaits } = context
  const filter = { memberId: member.id, eventId: event.event_id, now }
  // First, so that the member's other tabs stop here before they claim places.
  yield insertAppointment(q, {
    ...filter,
    id: appointmentId,
    reference: booked.reference,
    slotStartsAt: startsAt,
    slotEndsAt: endsAt,
    paymentStatus: booked.paymentStatus,
    pricePence: booked.pricePence,
    // A free repeat is the charity's.
    hostSharePence: freeRepeatOf || repeatsAppointment ? 0 : context.hostSharePence,
    consentId,
    freeRepeatOf,
    repeatsAppointment,
    at: now,
  })
  // Inserting share-locked the member's row: a withdrawal of the consent or a request to be
  // erased committed before, or sees the booking.
  yield refuseWithdrawal(q, consentId)
  if (upcomingUntil) yield deletePastUpcoming(q, filter)
  yield claimUpcoming(q, { memberId: member.id, appointmentId, until: endsAt })
  if (context.awaitsRepeat) yield closeOfferAgain(q, filter)
  if (hasPlaceOrWaits) yield lockMembersPlaces(q, member.id)
  yield (staff ? claimPlaceForStaff : claimPlace)(q, { ...filter, startsAt, appointmentId })
  if (hasPlaceOrWaits) {
    // In this order, so that an offer made meanwhile is released too.
    yield closeWaitsOfBooked(q, filter)
    yield releasePlaces(q, member.id)
  }
  yield insertAudit(
    q,
    {
      by: staff?.userId ?? member.userId,
      memberId: member.id,
      subject: `appointment ${appointmentId}`,
      at: now,
    },
    'booked',
    {
      eventId: event.event_id,
      startsAt: startsAt.toISOString(),
      ...staff?.details,
      ...(freeRepeatOf !== null && {
        payment: 'waived',
        waivedFor: `free repeat of result ${freeRepeatOf}`,
      }),
      ...(repeatsAppointment !== null && {
        payment: 'waived',
        waivedFor: `no sample at appointment ${repeatsAppointment}`,
      }),
    },
  )
}

/** The mail that confirms the booking. */
export function confirmation(
  { settings: { publicUrl } }: Pick<BookingDeps, 'settings'>,
  { member, context, booked, paid, now }: Booking,
) {
  const template = context.emailTemplate
  const appointment = toAppointment(booked, member.email)
  const money = { paid, duePence: duePence(appointment), unpaidPence: unpaidPence(appointment) }
  const { eventBanners: banners } = context
  const params = { member, booked, banners, template, publicUrl, ...money, now }
  return { template: 'booking confirmed', about: `booked ${booked.reference}`, params } as const
}

/** The confirmation by mail and, for a member who wants it, by SMS. */
export function prepareConfirmation(
  deps: Pick<BookingDeps, 'settings' | 'jobs'>,
  booking: Booking,
): Promise<(q: Queryable) => Promise<unknown>> {
  const { member, booked } = booking
  return prepareNotice(deps, confirmation(deps, booking), { kind: 'booked', member, booked })
}

const LOST_RACES: Record<string, Reason> = {
  slot_taken: 'slot_taken',
  consent_required: 'consent_required',
  erasure_asked: 'erasure_asked',
  one_open_appointment_per_member_and_event: 'duplicate',
  one_upcoming_appointment_per_member: 'existing_booking',
  // The member's other booking used the right a moment ago.
  one_booking_per_free_repeat: 'existing_booking',
  one_booking_per_repeated_appointment: 'existing_booking',
}

/** The refusal when a concurrent booking won, or null for any other error. */
export function lostRace(error: unknown): Reason | null {
  return LOST_RACES[databaseFault(error)?.constraint ?? ''] ?? null
}

function wholeEvent(event: BookingContext['event'], time: string): Slot {
  return { date: event.event_date, time, startsAt: eventStart(event), endsAt: eventEnd(event) }
}

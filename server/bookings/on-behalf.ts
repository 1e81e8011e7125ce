import { isConsentValid } from '../../domain/consent.ts'
import type { Appointment } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import type { OnBehalfBooking, OnBehalfMove } from '../../domain/office/booking-shapes.ts'
import { whyNotBookOnBehalf } from '../../domain/office/bookings.ts'
import { findSlot } from '../../domain/slots.ts'
import { insertStaffAccess } from '../audit/access-log.queries.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { carryConsentOver, checkForm, writeConsent } from '../consent/give-consent.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { invalidField, Refused } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { appointmentMoved } from '../mails/appointment-moved.ts'
import { countBooking } from '../metrics/registry.ts'
import { commit } from '../platform/commit.ts'
import { prepareNotice } from '../sms/appointment-sms.ts'
import type { Staff } from '../staff/guard.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import { closeWaitsOfBooked } from '../waiting-list/waiting-list.queries.ts'
import { toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointment } from './appointments.queries.ts'
import { type BookingContext, loadBookingContext } from './book-appointment.queries.ts'
import {
  bookingRefused,
  lostRace,
  prepareConfirmation,
  toBooking,
  writeAppointment,
} from './book-appointment.ts'
import { CHANGED, lockUnchanged, moveUpcoming } from './change-appointment.queries.ts'
import { findMemberOfAppointment, isInUse, moveBookedToEvent } from './on-behalf.queries.ts'
import {
  claimPlaceForStaff,
  freePlace,
  lockMembersPlaces,
  releasePlaces,
} from './places.queries.ts'

type OnBehalfDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>

/**
 * Books for a member until the slot starts, with a consent taken by telephone or on paper or the
 * member's own. Throws Refused record_out_of_use, invalid_request when a price is waived without a
 * reason, or as bookAppointment does; `appointment` costs what the event costs, waived or not.
 */
export async function bookOnBehalf(
  deps: OnBehalfDeps,
  request: OnBehalfBooking & { staff: Staff; saveResponse?: SaveResponse<Appointment> },
): Promise<Appointment> {
  const { member_id: memberId, event_id: eventId, date, time, consent, staff, reason } = request
  const now = deps.now()
  const { db } = deps.database
  const context = await loadBookingContext(db, { memberId, eventId, time, now })
  if (!context) throw new Refused('not_found')
  const { member, event } = context
  if (!member.isActive) throw new Refused('record_out_of_use')
  if (request.payment === 'waived' && chargePence(event) > 0 && !reason)
    throw invalidField('reason', 'Please say why the payment is waived.')
  const form = consent && { ...consent.answers, psaTestDate: event.event_date }
  if (form) checkForm(form)
  const slot = findSlot(event, time, date)
  const why = whyNotBookOnBehalf(
    {
      event,
      slot,
      bookedThisEvent: context.bookedThisEvent,
      hasUpcoming: context.upcomingUntil !== null && context.upcomingUntil > now,
      paymentUnderWay: context.paymentUnderWay,
      erasureAsked: context.erasureAsked,
      nhsConfirmed: member.nhsConfirmedAt !== null,
      hasConsent: form !== undefined || hasValidConsent(context, now),
    },
    now,
  )
  const whose = { eventId, memberId, now }
  if (why || !slot) throw await bookingRefused(db, why ?? 'slot_taken', whose)

  try {
    const booked = await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
      const { channel = '', taken_by: takenBy } = consent ?? {}
      const ids = { memberId, eventId, channel, takenBy: takenBy || staff.name }
      const given = form
        ? { ...(await writeConsent(tx, deps, { ids, form, now })), isWithdrawn: false }
        : context.consent
      const booking = toBooking({ context: { ...context, consent: given }, slot, now, paid: null })
      if (booking.freeRepeatOf === null)
        booking.booked.paymentStatus = paymentStatus(booking.booked.pricePence, request.payment)
      const by = { userId: staff.userId, details: { reason, payment: request.payment } }
      for (const start of writeAppointment(tx, booking, by)) await start()
      // The member's row is share-locked now: setActive committed before, or sees the appointment.
      if (!(await isInUse(tx, memberId))) throw new Refused('record_out_of_use')
      await logAccess(tx, { staff, memberId, now })
      const appointment = toAppointment(booking.booked, member.email)
      const addNotice = await prepareConfirmation(deps, booking)
      await addNotice(tx)
      await request.saveResponse?.(tx, appointment)
      return appointment
    })
    countBooking('office')
    return booked
  } catch (error) {
    const lost = lostRace(error)
    throw lost ? await bookingRefused(db, lost, whose) : error
  }
}

function paymentStatus(pricePence: number, payment: OnBehalfBooking['payment']) {
  if (pricePence === 0 || payment === 'at_venue') return 'paid'
  return payment === 'waived' ? 'waived' : 'not paid'
}

/**
 * Moves an appointment until it starts, also to another event, to which the member's consent is
 * carried over. Throws Refused not_found, not_booked, appointment_started, other_price for what
 * was paid, or as bookOnBehalf does.
 */
export async function moveOnBehalf(
  deps: OnBehalfDeps,
  request: OnBehalfMove & {
    appointmentId: number
    staff: Staff
    saveResponse?: SaveResponse<Appointment>
  },
): Promise<Appointment> {
  const { appointmentId: id, event_id: eventId, date, time, staff, reason } = request
  const now = deps.now()
  const { db } = deps.database
  const member = await findMemberOfAppointment(db, id)
  const booked = member && (await findAppointment(db, { id, memberId: member.id }))
  if (!booked) throw new Refused('not_found')
  const { id: memberId } = member
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (booked.startsAt <= now) throw new Refused('appointment_started')
  const context = await loadBookingContext(db, { memberId, eventId, time, now })
  if (!context) throw new Refused('not_found')
  const { event } = context
  const isOther = eventId !== booked.event.event_id
  const slot = findSlot(event, time, date)
  const why = whyNotBookOnBehalf(
    {
      event,
      slot,
      bookedThisEvent: isOther && context.bookedThisEvent,
      hasUpcoming: false,
      paymentUnderWay: context.paymentUnderWay,
      erasureAsked: context.erasureAsked,
      nhsConfirmed: !isOther || member.nhsConfirmedAt !== null,
      // A consent that is not valid is refused when it is carried over.
      hasConsent: true,
    },
    now,
  )
  const whose = { eventId, memberId, now }
  if (why || !slot) throw await bookingRefused(db, why ?? 'slot_taken', whose)
  const money = isOther ? priceAt(event, booked) : booked
  const before = booked.startsAt
  if (!isOther && before.getTime() === slot.startsAt.getTime())
    return toAppointment(booked, member.email)

  try {
    return await commit({ ...deps, eventIds: [eventId, booked.event.event_id] }, async (tx) => {
      const { startsAt, endsAt } = slot
      const { sequence, paymentStatus } = booked
      await lockUnchanged(tx, { id, memberId, sequence, paymentStatus })
      const own = hasValidConsent(context, now) ? context.consent : null
      const consentId = isOther
        ? (own?.id ?? (await carryConsentOver(tx, deps, { appointmentId: id, event, now })))
        : null
      await freePlace(tx, id)
      const { pricePence, paymentStatus: status } = money
      await moveBookedToEvent(tx, {
        id,
        startsAt,
        endsAt,
        now,
        ...(consentId !== null && { eventId, consentId, pricePence, paymentStatus: status }),
      })
      await moveUpcoming(tx, { id, memberId, endsAt })
      await lockMembersPlaces(tx, memberId)
      await claimPlaceForStaff(tx, { memberId, eventId, startsAt, appointmentId: id, now })
      if (isOther) await closeWaitsOfBooked(tx, whose)
      await releasePlaces(tx, memberId)
      await insertAudit(tx, {
        actorUserId: staff.userId,
        memberId,
        action: 'moved',
        subject: `appointment ${id}`,
        details: {
          eventId,
          from: before.toISOString(),
          to: startsAt.toISOString(),
          ...(isOther && { fromEventId: booked.event.event_id }),
          reason,
        },
        at: now,
      })
      await logAccess(tx, { staff, memberId, now })
      const changed = { sequence: sequence + 1, changedAt: now }
      const moved = { ...booked, ...money, event, startsAt, endsAt, ...changed }
      const beforeAt = isOther ? booked.event.event_name : null
      const { publicUrl } = deps.settings
      const mail = appointmentMoved({ member, booked: moved, before, beforeAt, publicUrl, now })
      const addNotice = await prepareNotice(deps, mail, { kind: 'moved', member, booked: moved })
      await addNotice(tx)
      await offerPlaces(tx, deps, { eventId: booked.event.event_id, now })
      const appointment = toAppointment(moved, member.email)
      await request.saveResponse?.(tx, appointment)
      return appointment
    })
  } catch (error) {
    if (databaseFault(error)?.constraint === CHANGED) throw new Refused('changed_meanwhile')
    const lost = lostRace(error)
    throw lost ? await bookingRefused(db, lost, whose) : error
  }
}

/** Price and payment status at another event. */
function priceAt(
  event: BookingContext['event'],
  { paymentStatus: status, pricePence: before }: BookedAppointment,
): Pick<BookedAppointment, 'pricePence' | 'paymentStatus'> {
  const pricePence = chargePence(event)
  if (status === 'paid by card' || status === 'paid at the venue') {
    if (pricePence !== before) throw new Refused('other_price')
    return { pricePence, paymentStatus: status }
  }
  const wasFree = status === 'paid' && before === 0
  if (wasFree && event.payment_required === true && pricePence > 0)
    return { pricePence, paymentStatus: 'not paid' }
  return { pricePence, paymentStatus: status }
}

export async function logAccess(
  tx: Tx,
  { staff, memberId, now }: { staff: Staff; memberId: number; now: Date },
): Promise<void> {
  const access = { staff, memberId, at: now }
  await insertStaffAccess(tx, { ...access, what: 'appointment', reason: 'booking' })
}

function hasValidConsent({ consent }: BookingContext, now: Date): boolean {
  return consent !== null && isConsentValid(consent, now)
}

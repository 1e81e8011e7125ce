import type { Appointment } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import type { OnBehalfBooking, OnBehalfMove } from '../../domain/office/booking-schemas.ts'
import { whyNotBookOnBehalf } from '../../domain/office/bookings.ts'
import { helpErrors } from '../../domain/office/consent-help.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import type { Deps } from '../deps.ts'
import { waitForChanges } from '../events/office.queries.ts'
import { findCapacity } from '../facts/capacity.queries.ts'
import { findOwnRecord } from '../members/record-of.ts'
import { insertStaffAccess } from '../platform/audit/access-log.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { countBooking } from '../platform/metrics/registry.ts'
import type { Staff } from '../staff/guard.ts'
import { toAppointment } from './appointment.ts'
import {
  bookingRefused,
  hasRight,
  lostRace,
  prepareConfirmation,
  toBooking,
  writeAppointment,
} from './book-appointment.ts'
import { type BookingContext, loadBookingContext } from './booking-context.queries.ts'
import { checkForm, writeConsent } from './consent/give-consent.ts'
import { hasValidConsent, moveToEvent } from './move-to-event.ts'
import { findSupportNeeds, isInUse } from './on-behalf.queries.ts'

type OnBehalfDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>

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
  const context = await loadForStaff(db, { memberId, eventId, time, now })
  const { member, event } = context
  if (request.payment === 'waived' && chargePence(event) > 0 && !reason)
    throw invalidField('reason', 'Say why you are waiving the payment.')
  const form = consent && { ...consent.answers, psaTestDate: event.event_date }
  if (form) checkForm(form)
  const slot = findSlot(event, time, date)
  const hasConsent = form !== undefined || hasValidConsent(context, now)
  const refusal = whyNotForStaff(context, { slot, hasConsent, now })
  const filter = { eventId, memberId, now }
  if (refusal || !slot) throw await bookingRefused(db, refusal ?? 'slot_taken', filter)

  try {
    const booked = await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
      // A place that is being released would look taken.
      await waitForChanges(tx, eventId)
      if (consent) await checkHelp(tx, { memberId, consent })
      const { channel = '', taken_by: takenBy, answers: _, ...help } = consent ?? {}
      const ids = { memberId, eventId, channel, takenBy: takenBy || staff.name }
      const given = form
        ? { ...(await writeConsent(tx, deps, { ids, form, help, now })), isWithdrawn: false }
        : context.consent
      const booking = toBooking({ context: { ...context, consent: given }, slot, now, paid: null })
      if (!hasRight(booking))
        booking.booked.paymentStatus = paymentStatus(booking.booked.pricePence, request.payment)
      const by = { userId: staff.userId, details: { reason, payment: request.payment } }
      for (const written of writeAppointment(tx, booking, by)) await written
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
    throw lost ? await bookingRefused(db, lost, filter) : error
  }
}

type ForStaff = { memberId: number; eventId: number; time: string; now: Date }

/** Throws Refused not_found, record_out_of_use, or as findOwnRecord does. */
export async function loadForStaff(q: Queryable, params: ForStaff): Promise<BookingContext> {
  await findOwnRecord(q, params.memberId)
  const context = await loadBookingContext(q, params)
  if (!context) throw new Refused('not_found')
  if (!context.member.isActive) throw new Refused('record_out_of_use')
  return context
}

export function whyNotForStaff(
  context: BookingContext,
  { slot, hasConsent, now }: { slot: Slot | null; hasConsent: boolean; now: Date },
): Reason | null {
  const { event, member, upcomingUntil } = context
  return whyNotBookOnBehalf(
    {
      event,
      slot,
      isByStaff: true,
      bookedThisEvent: context.bookedThisEvent,
      hasUpcoming: upcomingUntil !== null && upcomingUntil > now,
      paymentUnderWay: context.paymentUnderWay,
      erasureAsked: context.erasureAsked,
      nhsConfirmed: member.nhsConfirmedAt !== null,
      hasConsent,
    },
    now,
  )
}

/**
 * Throws Refused capacity_doubted where the member may not understand the test and no clinician has
 * decided, or invalid_request for a helper or an interpreter who is not named.
 */
async function checkHelp(
  tx: Tx,
  { memberId, consent }: { memberId: number; consent: NonNullable<OnBehalfBooking['consent']> },
): Promise<void> {
  const { stop, decision } = await findCapacity(tx, memberId)
  if (stop !== null || consent.understands === false) throw new Refused('capacity_doubted')
  const supportNeeds = await findSupportNeeds(tx, memberId)
  const fields = helpErrors(consent, { supportNeeds, decision })
  if (fields.length > 0) throw new Refused('invalid_request', { fields })
}

function paymentStatus(pricePence: number, payment: OnBehalfBooking['payment']) {
  if (pricePence === 0 || payment === 'at_venue') return 'paid'
  return payment === 'waived' ? 'waived' : 'not paid'
}

/** Moves an appointment by moveToEvent, whose refusals it throws. */
export async function moveOnBehalf(
  deps: OnBehalfDeps,
  request: OnBehalfMove & {
    appointmentId: number
    staff: Staff
    saveResponse?: SaveResponse<Appointment>
  },
): Promise<Appointment> {
  const { appointmentId, event_id: eventId, date, time, staff, reason } = request
  return moveToEvent(deps, {
    differencePence: request.difference_pence,
    appointmentId,
    eventId,
    date,
    time,
    reason,
    forStaff: true,
    actorUserId: staff.userId,
    also: async (tx, { memberId, appointment, now }) => {
      await logAccess(tx, { staff, memberId, now })
      await request.saveResponse?.(tx, appointment)
    },
  })
}

export async function logAccess(
  tx: Tx,
  { staff, memberId, now }: { staff: Staff; memberId: number; now: Date },
): Promise<void> {
  const access = { staff, memberId, at: now }
  await insertStaffAccess(tx, { ...access, what: 'appointment', reason: 'booking' })
}

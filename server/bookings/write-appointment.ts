import { paymentStatusOf } from '../../domain/booking.ts'
import { chargePence } from '../../domain/events.ts'
import { duePence } from '../../domain/how-to-pay.ts'
import type { Slot } from '../../domain/slots.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { isWithdrawn } from '../consent/latest-consent.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { bookingConfirmed, type PaidByCard } from '../mails/booking-confirmed.ts'
import type { Member } from '../members/members.queries.ts'
import { closeWaitsOfBooked } from '../waiting-list/waiting-list.queries.ts'
import { toAppointment } from './appointment.ts'
import type { BookedAppointment } from './appointments.queries.ts'
import type { BookingContext } from './book-appointment.queries.ts'
import { claimUpcoming, forgetPast, insertAppointment } from './change-appointment.queries.ts'
import { claimPlace, giveUpPlaces, lockMembersPlaces } from './places.queries.ts'
import { newReference } from './reference.ts'

export type ToBook = ReturnType<typeof toBook>

/** Throws Refused consent_required without a consent or with a withdrawn one. */
export function toBook(
  member: Member,
  known: BookingContext,
  slot: Slot,
  now: Date,
  paid: PaidByCard | null = null,
) {
  const { event, consent } = known
  if (consent === null || consent.isWithdrawn) throw new Refused('consent_required')
  const row = {
    reference: newReference(),
    eventId: event.event_id,
    memberId: member.id,
    slotStartsAt: slot.startsAt,
    slotEndsAt: slot.endsAt,
    // The price paid, even when the event's price has changed since.
    paymentStatus: paid ? ('paid by card' as const) : paymentStatusOf(event),
    pricePence: paid?.pence ?? chargePence(event),
    consentId: consent.id,
    createdAt: now,
    updatedAt: now,
  }
  return { member, known, slot, now, row, paid }
}

/**
 * Throws Refused slot_taken or consent_required, or a violation of
 * one_live_appointment_per_member_and_event or one_upcoming_appointment_per_member.
 */
export async function writeAppointment(
  tx: Tx,
  deps: Pick<Deps, 'jobs'> & { settings: Pick<Deps['settings'], 'publicUrl'> },
  booking: ToBook,
): Promise<BookedAppointment> {
  const { member, known, slot, now, row, paid } = booking
  const { event, emailTemplate: template } = known
  // First, so that the member's other tabs stop here before they claim places.
  const id = await insertAppointment(tx, row)
  // Share-locks the member's row: a withdrawal commits before this, or sees the booking.
  if (await isWithdrawn(tx, row.consentId)) throw new Refused('consent_required')
  if (known.upcomingUntil) await forgetPast(tx, { memberId: member.id, now })
  await claimUpcoming(tx, { memberId: member.id, appointmentId: id, until: slot.endsAt })
  if (known.hasPlaceOrWaits) await lockMembersPlaces(tx, member.id)
  const whose = { memberId: member.id, eventId: event.event_id, now }
  const place = { ...whose, startsAt: slot.startsAt, appointmentId: id }
  if (!(await claimPlace(tx, place))) throw new Refused('slot_taken')
  if (known.hasPlaceOrWaits) {
    // In this order, so that an offer made meanwhile is released too.
    await closeWaitsOfBooked(tx, whose)
    await giveUpPlaces(tx, member.id)
  }

  await insertAudit(tx, {
    actorUserId: member.userId,
    memberId: member.id,
    action: 'booked',
    subject: `appointment ${id}`,
    details: { eventId: event.event_id, startsAt: slot.startsAt.toISOString() },
    at: now,
  })
  const booked: BookedAppointment = {
    id,
    reference: row.reference,
    status: 'booked',
    paymentStatus: row.paymentStatus,
    pricePence: row.pricePence,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    sequence: 0,
    changedAt: now,
    event,
    paid: null,
    refund: null,
  }
  const { publicUrl } = deps.settings
  const due = duePence(toAppointment(booked, member.email))
  const mail = bookingConfirmed({ member, booked, template, publicUrl, paid, duePence: due, now })
  await deps.jobs.enqueue(tx, 'mail', mail)
  return booked
}

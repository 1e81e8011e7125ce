import { type BookingSituation, paymentStatusOf, whyNotBook } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { chargePence, eventEnd, eventStart } from '../../domain/events.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import { insertAudit } from '../audit/queries.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import { type AsksToEnter, mayEnter } from '../events/access-grant.ts'
import { freeTimes } from '../events/queries.ts'
import { toSlots } from '../events/slots.ts'
import type { Together } from '../idempotency/answer-once.ts'
import { bookingConfirmed } from '../mails/booking-confirmed.ts'
import type { Member } from '../members/queries.ts'
import type { Parts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { toAppointment } from './appointment.ts'
import { claimPlace, releaseHolds } from './places/queries.ts'
import {
  type BookedAppointment,
  claimUpcoming,
  findWhatIsKnown,
  forgetPast,
  insertAppointment,
  type KnownBefore,
} from './queries.ts'
import { newReference } from './reference.ts'

export type BookingParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'kept'> & {
  settings: Pick<Parts['settings'], 'publicUrl'>
}

/** What a member asks for: 'HH:mm' London time, on `date` when the event runs past midnight. */
export type BookingAsk = {
  member: Member
  eventId: number
  time: string
  date?: string | undefined
  /** The browser he asks from, which may have shown a private event's access code. */
  visitorHash?: AsksToEnter['visitorHash']
  /** What else must be written with the booking, or not at all. */
  together?: Together<Appointment>
}

/**
 * Books a place for a member and has the confirmation sent to him: all of it, or nothing. Price,
 * times, status and payment come from the database (design §4). Throws Refused with the first of
 * design §3a's reasons that applies; slot_taken says which times (`slots`) are still free.
 */
export async function bookAppointment(parts: BookingParts, ask: BookingAsk): Promise<Appointment> {
  const now = parts.now()
  const { known, slot, reason, freeStarts } = await lookUp(parts, ask, now)
  if (reason) throw refusal(reason, freeStarts)
  const booking = draft(ask.member, known, slot, now)
  const appointment = await parts.database
    .transaction(async (tx) => {
      const written = toAppointment(await write(tx, parts, booking), ask.member.email)
      await ask.together?.(tx, written)
      return written
    })
    .catch(async (error) => {
      throw await whyLost(error, parts, ask, now)
    })
  parts.jobs.kick()
  parts.kept.forgetAll()
  return appointment
}

/** Everything that booking means, in one transaction; the schema's own rules decide a race. */
async function write(tx: Tx, parts: BookingParts, booking: Draft): Promise<BookedAppointment> {
  const { member, known, slot, now, row } = booking
  const { event, preparation } = known
  // His own other tabs are stopped here, before they could take places from other men for a moment.
  const id = await insertAppointment(tx, row)
  if (known.upcomingUntil) await forgetPast(tx, { memberId: member.id, now })
  await claimUpcoming(tx, { memberId: member.id, appointmentId: id, until: slot.endsAt })
  // What he holds becomes free for this very transaction first: nobody else sees it yet.
  if (known.holdsAPlace) await releaseHolds(tx, member.id)
  const place = { eventId: event.event_id, startsAt: slot.startsAt, appointmentId: id, now }
  if (!(await claimPlace(tx, place))) throw new Refused('slot_taken')

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
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    event,
  }
  const { publicUrl } = parts.settings
  const mail = bookingConfirmed({ member, booked, preparation, publicUrl })
  await parts.jobs.enqueue(tx, 'mail', mail)
  return booked
}

/** What is known of this wish at this moment, and why it cannot be fulfilled, if so. */
async function lookUp(parts: BookingParts, ask: BookingAsk, now: Date) {
  const { db } = parts.database
  const whose = { eventId: ask.eventId, memberId: ask.member.id, now }
  const [known, freeStarts] = await Promise.all([findWhatIsKnown(db, whose), freeTimes(db, whose)])
  if (!known) throw new Refused('not_found')

  const { event } = known
  const found = findSlot(event, ask.time, ask.date)
  // A time that the event does not have is refused in its turn, as one that nobody can have.
  const slot = found ?? wholeEvent(event, ask.time)
  const situation: BookingSituation = {
    event,
    slot,
    bookedThisEvent: known.bookedThisEvent,
    hasUpcoming: known.upcomingUntil !== null && known.upcomingUntil > now,
    hasAccessGrant: await mayEnter(db, event, { ...whose, visitorHash: ask.visitorHash }),
    nhsConfirmed: ask.member.nhsConfirmedAt !== null,
    hasConsent: known.consentId !== null,
    paid: false,
    slotHasPlace: found !== null && freeStarts.some((start) => isSame(start, slot.startsAt)),
  }
  return { known, slot, freeStarts, reason: whyNotBook(situation, now) }
}

type Draft = ReturnType<typeof draft>

function draft(member: Member, known: KnownBefore, slot: Slot, now: Date) {
  const { event, consentId } = known
  if (consentId === null) throw new Refused('consent_required')
  const row = {
    reference: newReference(),
    eventId: event.event_id,
    memberId: member.id,
    slotStartsAt: slot.startsAt,
    slotEndsAt: slot.endsAt,
    paymentStatus: paymentStatusOf(event),
    pricePence: chargePence(event),
    consentId,
    createdAt: now,
    updatedAt: now,
  }
  return { member, known, slot, now, row }
}

const lostRaces: Record<string, Reason> = {
  one_live_appointment_per_member_and_event: 'duplicate',
  one_upcoming_appointment_per_member: 'existing_booking',
}

/** What to tell a member whose booking another one, perhaps his own in another tab, was faster than. */
async function whyLost(error: unknown, parts: BookingParts, ask: BookingAsk, now: Date) {
  const reason = lostRaces[databaseFault(error)?.constraint ?? '']
  if (reason) return new Refused(reason)
  if (!(error instanceof Refused && error.reason === 'slot_taken')) return error
  const again = await lookUp(parts, ask, now)
  return refusal(again.reason ?? error.reason, again.freeStarts)
}

function refusal(reason: Reason, freeStarts: Date[]): Refused {
  return new Refused(reason, reason === 'slot_taken' ? { slots: toSlots(freeStarts) } : {})
}

function wholeEvent(event: KnownBefore['event'], time: string): Slot {
  return { date: event.event_date, time, startsAt: eventStart(event), endsAt: eventEnd(event) }
}

function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

import { type BookingSituation, whyNotBook } from '../../domain/booking.ts'
import { isConsentValid } from '../../domain/consent.ts'
import { eventEnd, eventStart } from '../../domain/events.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import { databaseFault } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AsksToEnter, mayEnter } from '../events/access-grant.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { Member } from '../members/members.queries.ts'
import { type BookingContext, loadBookingContext } from './book-appointment.queries.ts'

/** `time` is 'HH:mm' in London; `date` is needed when the event runs past midnight. */
export type BookingParams = {
  member: Member
  eventId: number
  time: string
  date?: string | undefined
  /** The browser, which may hold an access grant for a private event. */
  visitorHash?: AsksToEnter['visitorHash']
}

/** Context, slot and reason for a refusal, or null. Throws Refused not_found without the event. */
export async function checkBooking(
  deps: Pick<Deps, 'database'>,
  wish: BookingParams,
  { now, isPaying = false }: { now: Date; isPaying?: boolean },
) {
  const { db } = deps.database
  const whose = { eventId: wish.eventId, memberId: wish.member.id, now }
  const known = await loadBookingContext(db, whose)
  if (!known) throw new Refused('not_found')

  const { event, freeStarts } = known
  const found = findSlot(event, wish.time, wish.date)
  // A time that the event does not have is checked like the rest and refused as slot_taken.
  const slot = found ?? wholeEvent(event, wish.time)
  const situation: BookingSituation = {
    event,
    slot,
    bookedThisEvent: known.bookedThisEvent,
    hasUpcoming: known.upcomingUntil !== null && known.upcomingUntil > now,
    paymentUnderWay: known.paymentUnderWay,
    hasAccessGrant: await mayEnter(db, event, { ...whose, visitorHash: wish.visitorHash }),
    nhsConfirmed: wish.member.nhsConfirmedAt !== null,
    hasConsent: known.consent !== null && isConsentValid(known.consent, now),
    paid: isPaying,
    slotHasPlace: found !== null && freeStarts.some((start) => isSame(start, slot.startsAt)),
  }
  return { known, slot, reason: whyNotBook(situation, now) }
}

/** A slot_taken refusal carries the times that are still free. */
export function refusal(reason: Reason, freeStarts: Date[]): Refused {
  return new Refused(reason, reason === 'slot_taken' ? { slots: toSlots(freeStarts) } : {})
}

const lostRaces: Record<string, Reason> = {
  one_live_appointment_per_member_and_event: 'duplicate',
  one_upcoming_appointment_per_member: 'existing_booking',
}

/** The refusal when a concurrent booking won, or null for any other error. */
export function lostRace(error: unknown): Reason | null {
  if (error instanceof Refused && error.reason === 'slot_taken') return 'slot_taken'
  return lostRaces[databaseFault(error)?.constraint ?? ''] ?? null
}

function wholeEvent(event: BookingContext['event'], time: string): Slot {
  return { date: event.event_date, time, startsAt: eventStart(event), endsAt: eventEnd(event) }
}

function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

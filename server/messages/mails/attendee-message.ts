import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import { type BookedTime, bookingFacts, helpLine } from './booking-lines.ts'
import type { Part } from './letter.ts'
import { inOfficeWords } from './office-message.ts'

export type AttendeeMessage = {
  member: { firstName: string; email: string | null }
  event: EventDetails
  /** The member's appointment; null on the waiting list. */
  booked: (BookedTime & { status: 'booked' | 'cancelled' }) | null
  subject: string
  message: string
  /** Of a member on the waiting list. */
  about?: string
}

/** The office's own words to a member who is booked, waiting or has cancelled. */
export function attendeeMessage({
  member,
  event,
  booked,
  subject,
  message,
  about: ofWait,
}: AttendeeMessage) {
  const words = { to: member.email, firstName: member.firstName, subject, message }
  const mail = inOfficeWords(words, [...about(event, booked), helpLine(event)])
  const known = booked ? `message ${booked.reference}` : ofWait
  return known === undefined ? mail : { ...mail, about: known }
}

function about(event: EventDetails, booked: AttendeeMessage['booked']): Part[] {
  if (booked?.status === 'booked') return ['This is about your appointment:', bookingFacts(booked)]
  const start = momentInWords(ukInstant(event.event_date, event.start_time))
  const summary = `${event.event_name}, ${start}, ${eventAddress(event)}`
  return [
    booked
      ? `This is about ${summary}, where your appointment was cancelled.`
      : `This is about ${summary}, where you are on the waiting list.`,
  ]
}

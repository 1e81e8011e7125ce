import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import { type BookedTime, bookingFacts, closing, helpLine } from './booking-lines.ts'
import { letter, type Part } from './letter.ts'

export type AttendeeMessage = {
  member: { firstName: string; email: string | null }
  event: EventDetails
  /** The member's appointment; null on the waiting list. */
  booked: (BookedTime & { status: 'booked' | 'cancelled' }) | null
  subject: string
  message: string
}

/** The office's own words to a member who is booked, waiting or has cancelled. */
export function attendeeMessage({ member, event, booked, subject, message }: AttendeeMessage) {
  const mail = letter({
    to: member.email,
    subject,
    parts: [
      greeting(member.firstName),
      ...message.split(/\n{2,}/),
      ...about(event, booked),
      helpLine(event),
      closing,
    ],
  })
  return booked ? { ...mail, about: `message ${booked.reference}` } : mail
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

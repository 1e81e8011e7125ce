import { appointmentCodeOf } from '../../../domain/appointment-code.ts'
import type { Wording } from '../../../domain/charity.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { fillIn, readTemplate } from '../../../domain/email-template.ts'
import { eventAddress } from '../../../domain/events.ts'
import { pounds } from '../../../domain/money.ts'
import { nameInMessages } from '../../../domain/person-name.ts'
import { BEFORE_THE_TEST, ON_THE_DAY, WAITS } from '../../../domain/preparation.ts'
import { momentInWords, ukTime } from '../../../domain/uk-time.ts'
import { venueInWords } from '../../../domain/venue-facts.ts'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import type { Draft, Part } from './letter.ts'

/** Shared by the mails about one booking; instants in UTC, shown in London time. */
export type BookingInWords = {
  member: { firstName: string; email: string | null }
  booked: BookedTime
  publicUrl: string
  /** What the charity says about the event now. */
  banners?: readonly string[] | undefined
}

export type BookedTime = Omit<CalendarEntry, 'status'>

export function bookingFacts({ reference, startsAt, endsAt, event }: BookedTime): Part {
  const address = eventAddress(event)
  return {
    facts: [
      ['When', `${momentInWords(startsAt)}, until ${ukTime(endsAt)}`],
      ['What', `${event.product_name} at ${event.event_name}`],
      ...(address === '' ? [] : [['Where', address] as const]),
      ['Booking reference', reference],
    ],
  }
}

/** What the charity says about the event now. */
export function bannerLines(banners: readonly string[] | undefined): Part[] {
  return (banners ?? []).map((words) => `About this event: ${words}`)
}

/** What is known of the venue. */
export function venueFacts(event: EventDetails): Part[] {
  const facts = venueInWords(event.venue)
  if (facts.length === 0) return []
  return [
    { heading: 'Getting there and access' },
    { facts: facts.map(({ label, text }) => [label, text]) },
  ]
}

/** The QR code of the booking, and its reference for those who see no pictures. */
export function codeForTheDoor({ reference }: Pick<BookedTime, 'reference'>): Part {
  return {
    words: `At the door, show your booking reference, ${reference}, or say your name.`,
    qr: appointmentCodeOf(reference),
    alt: `QR code of the booking reference ${reference}`,
  }
}

export const preparation: Part[] = [
  { heading: 'Before your test' },
  { facts: WAITS },
  BEFORE_THE_TEST,
  { heading: 'On the day' },
  ON_THE_DAY,
]

export function stillToPay({
  duePence,
  unpaidPence = 0,
}: {
  /** At the venue. */
  duePence: number
  unpaidPence?: number | undefined
}): Part[] {
  if (unpaidPence > 0)
    return [`Still to pay: ${pounds(unpaidPence)}. Our office will tell you how.`]
  return duePence > 0 ? [`Please pay ${pounds(duePence)} at the venue.`] : []
}

/** Without a reference for a member who is not booked. */
export function inOwnWords({
  member,
  booked: { startsAt, event, reference = '' },
}: {
  member: BookingInWords['member']
  booked: { startsAt: Date; event: EventDetails; reference?: string }
}): (text: string) => string {
  const values = {
    first_name: nameInMessages(member.firstName) || 'member',
    event: event.event_name,
    reference,
    when: momentInWords(startsAt),
    where: eventAddress(event),
  }
  return (text) => fillIn(text, values)
}

/** The charity's own words in a mail, with the subject that they begin with, or null. */
export function ownTexts(
  text: string | null,
  fill: (text: string) => string,
): { subject: string | null; paragraphs: string[] } {
  const { subject, paragraphs } = readTemplate(text)
  return { subject: subject && fill(subject), paragraphs: paragraphs.map(fill) }
}

export function linkToAppointments(text: Wording, publicUrl: string): Part {
  return { words: text, link: `${publicUrl}/upcoming-events`, label: 'Go to your appointments' }
}

export function helpLine(event: EventDetails): string {
  return event.contact_email === null
    ? 'If you have a question, please use the contact form on our website.'
    : `If you have a question, please email ${event.contact_email}.`
}

export function calendarPart(
  booked: BookedTime,
  { status, publicUrl }: Pick<CalendarEntry, 'status'> & { publicUrl: string },
): NonNullable<Draft['calendar']> {
  const file = calendarFile({ ...booked, status }, { publicUrl, title: 'neutral' })
  return { method: status === 'booked' ? 'PUBLISH' : 'CANCEL', file }
}

export const closing = 'With best wishes,\nCHAPS'

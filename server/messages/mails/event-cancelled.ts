import type { CharityEvent, EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingFacts,
  calendarPart,
  closing,
  helpLine,
  inOwnWords,
  ownTexts,
} from './booking-lines.ts'
import { letter, type Part } from './letter.ts'

type Cancelled = { message: string | null; nearest: CharityEvent[]; publicUrl: string }

/** To a member who was booked. `aboutMoney` describes the refund, or is null. */
export function eventCancelled(
  cancelled: BookingInWords & Cancelled & { aboutMoney: string | null; ownText: string | null },
) {
  const { member, booked, publicUrl, aboutMoney, message, nearest } = cancelled
  const own = ownTexts(cancelled.ownText, inOwnWords(cancelled))
  const mail = letter({
    to: member.email,
    subject:
      own.subject ?? `Your CHAPS appointment is cancelled: ${momentInWords(booked.startsAt)}`,
    parts: [
      greeting(member.firstName),
      'We are very sorry. We have had to cancel this event, so your appointment is cancelled too.',
      ...(message ? [message] : []),
      bookingFacts(booked),
      ...(aboutMoney === null ? [] : [aboutMoney]),
      ...own.paragraphs,
      ...otherEvents(nearest, publicUrl),
      helpLine(booked.event),
      closing,
    ],
  })
  const about = `cancelled ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'cancelled', publicUrl }) }
}

/** To a member who was waiting for a place. */
export function waitedEventCancelled({
  member,
  event,
  publicUrl,
  message,
  nearest,
  ownText,
}: Cancelled & {
  member: { firstName: string; email: string | null }
  event: EventDetails
  ownText: string | null
}) {
  const startsAt = ukInstant(event.event_date, event.start_time)
  const own = ownTexts(ownText, inOwnWords({ member, booked: { startsAt, event } }))
  return letter({
    to: member.email,
    subject:
      own.subject ??
      `A CHAPS event you are waiting for is cancelled: ${dayInWords(event.event_date)}`,
    parts: [
      greeting(member.firstName),
      `We are sorry. We have had to cancel ${event.event_name} on ${dayInWords(event.event_date)} and close its waiting list. You do not need to do anything.`,
      ...(message ? [message] : []),
      ...own.paragraphs,
      ...otherEvents(nearest, publicUrl),
      helpLine(event),
      closing,
    ],
  })
}

/** To the organiser. */
export function hostedEventCancelled({ to, event }: { to: string; event: EventDetails }) {
  return letter({
    to,
    subject: `CHAPS event cancelled: ${event.event_name}, ${dayInWords(event.event_date)}`,
    parts: [
      `We have cancelled ${event.event_name} on ${dayInWords(event.event_date)}. We are telling everybody who had booked or was on the waiting list. We will refund anything they paid.`,
      helpLine({ ...event, contact_email: null }),
      closing,
    ],
  })
}

/** Links to the times of other events, or to the list of all. */
export function otherEvents(nearest: CharityEvent[], publicUrl: string): Part[] {
  if (nearest.length === 0)
    return [
      {
        words: 'New events are added all the time:',
        link: `${publicUrl}/book-event-main`,
        label: 'Find another event',
      },
    ]
  return [
    'These events have places. Each link shows the times you can choose:',
    ...nearest.map((event) => ({
      words: `${event.event_name}, ${dayInWords(event.event_date)}, ${eventAddress(event)}`,
      link: `${publicUrl}/book-event?event=${event.event_id}`,
      label: `Book ${dayInWords(event.event_date)}`,
    })),
  ]
}

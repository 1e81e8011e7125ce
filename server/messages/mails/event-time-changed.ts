import { canStillChange } from '../../../domain/booking.ts'
import { changeInWords } from '../../../domain/change-text.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingFacts,
  calendarPart,
  closing,
  helpLine,
  inOwnWords,
  linkToAppointments,
  ownTexts,
} from './booking-lines.ts'
import { letter } from './letter.ts'

/** To a member whose appointment the office moved; `freeUntil` is null without a free cancellation. */
export function eventTimeChanged(
  moved: BookingInWords & {
    before: Date
    freeUntil: Date | null
    isPaid: boolean
    message: string | null
    ownText: string | null
    now: Date
  },
) {
  const { member, booked, before, freeUntil, isPaid, message, publicUrl, now } = moved
  const free =
    freeUntil &&
    `If the new time does not suit you, you can cancel free of charge in your portal until ${momentInWords(freeUntil)}.${isPaid ? ' We will refund everything you paid.' : ''}`
  const own = ownTexts(moved.ownText, inOwnWords(moved))
  const mail = letter({
    to: member.email,
    subject:
      own.subject ?? `Your CHAPS appointment has a new time: ${momentInWords(booked.startsAt)}`,
    parts: [
      greeting(member.firstName),
      `We are sorry. We have had to change the time of this event. Your appointment is no longer at ${momentInWords(before)}. Your new time is:`,
      bookingFacts(booked),
      ...(message ? [message] : []),
      ...(free ? [free] : []),
      ...own.paragraphs,
      linkToAppointments(
        free && !canStillChange(booked.startsAt, now)
          ? 'Your appointments are here:'
          : changeInWords(booked.startsAt, now),
        publicUrl,
      ),
      helpLine(booked.event),
      closing,
    ],
  })
  const about = `moved ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'booked', publicUrl }) }
}

/** To a member who is waiting for a place. */
export function waitedEventTimeChanged({
  member,
  event,
  isOpen,
  message,
  publicUrl,
  ownText,
}: {
  member: { firstName: string; email: string | null }
  event: EventDetails
  /** Whether the list still is. */
  isOpen: boolean
  message: string | null
  publicUrl: string
  ownText: string | null
}) {
  const startsAt = ukInstant(event.event_date, event.start_time)
  const when = momentInWords(startsAt)
  const own = ownTexts(ownText, inOwnWords({ member, booked: { startsAt, event } }))
  return letter({
    to: member.email,
    subject: own.subject ?? `A CHAPS event you are waiting for has a new time: ${when}`,
    parts: [
      greeting(member.firstName),
      `${event.event_name} now starts at ${when}, ${eventAddress(event)}. ${isOpen ? STAYS : CLOSED}`,
      ...(message ? [message] : []),
      ...own.paragraphs,
      {
        words: isOpen
          ? 'If the new time does not suit you, you can leave the list:'
          : 'You can find other events here:',
        link: isOpen
          ? `${publicUrl}/waiting-list?event=${event.event_id}`
          : `${publicUrl}/book-event-main`,
        label: isOpen ? 'See the waiting list' : 'Find another event',
      },
      helpLine(event),
      closing,
    ],
  })
}

const STAYS =
  'You are still on its waiting list, in the same position. If we were holding a place for you, we will hold one of the new times if we can, and email you about it.'
const CLOSED = 'Booking has closed, so the waiting list has closed too.'

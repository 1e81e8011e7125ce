import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingFacts,
  calendarPart,
  closing,
  helpLine,
  inOwnWords,
  linkToAppointments,
  ownTexts,
  venueFacts,
} from './booking-lines.ts'
import { letter } from './letter.ts'

/** To a member who is booked; the time of the appointment is the same. */
export function eventChanged(changed: BookingInWords & { ownText: string | null }) {
  const { member, booked, publicUrl } = changed
  const { event } = booked
  const own = ownTexts(changed.ownText, inOwnWords(changed))
  const mail = letter({
    to: member.email,
    subject: own.subject ?? `News about your CHAPS appointment: ${momentInWords(booked.startsAt)}`,
    parts: [
      greeting(member.firstName),
      'Some details of your appointment have changed, for example the venue. The time is the same. Here are the new details:',
      bookingFacts(booked),
      ...venueFacts(booked.event),
      ...(event.event_description ? [event.event_description] : []),
      ...own.paragraphs,
      linkToAppointments('You do not need to do anything. Your appointments are here:', publicUrl),
      helpLine(event),
      closing,
    ],
  })
  const about = `changed ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'booked', publicUrl }) }
}

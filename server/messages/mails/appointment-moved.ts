import { changeInWords } from '../../../domain/change-text.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bannerLines,
  bookingFacts,
  calendarPart,
  closing,
  codeForTheDoor,
  helpLine,
  linkToAppointments,
  venueFacts,
} from './booking-lines.ts'
import { letter } from './letter.ts'

export function appointmentMoved(
  moved: BookingInWords & {
    before: Date
    /** The former event, when it is another. */
    beforeAt?: string | null
    now: Date
    /** Of another price. */
    aboutMoney?: string | null
  },
) {
  const { member, booked, before, beforeAt, publicUrl, now } = moved
  const formerly = beforeAt ? `${momentInWords(before)}, at ${beforeAt}` : momentInWords(before)
  const mail = letter({
    to: member.email,
    subject: `Your CHAPS appointment has a new time: ${momentInWords(booked.startsAt)}`,
    parts: [
      greeting(member.firstName),
      `As you asked, your appointment has a new time. It is no longer at ${formerly}.`,
      ...bannerLines(moved.banners),
      bookingFacts(booked),
      ...(moved.aboutMoney ? [moved.aboutMoney] : []),
      ...venueFacts(booked.event),
      codeForTheDoor(booked),
      linkToAppointments(changeInWords(booked.startsAt, now), publicUrl),
      helpLine(booked.event),
      closing,
    ],
  })
  const about = `moved ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'booked', publicUrl }) }
}

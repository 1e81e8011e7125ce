import { CHANGE_CUT_OFF_HOURS, changeCutOff } from '../../domain/booking.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingLines,
  calendarPart,
  closing,
  helpLine,
} from './booking-lines.ts'

/** The mail that confirms to a member the new time of his appointment; it was at `before`. */
export function appointmentMoved(moved: BookingInWords & { before: Date }) {
  const { member, booked, before, publicUrl } = moved
  const hours = CHANGE_CUT_OFF_HOURS
  return {
    to: member.email,
    subject: `Your CHAPS appointment has a new time: ${momentInWords(booked.startsAt)}`,
    text: [
      `Dear ${member.firstName},`,
      `As you asked, your appointment has a new time. It is no longer at ${momentInWords(before)}.`,
      bookingLines(booked),
      `You can change it again in your portal until ${hours} hours before, that is until ${momentInWords(changeCutOff(booked.startsAt))}.\n${publicUrl}/upcoming-events`,
      helpLine(booked.event),
      closing,
    ].join('\n\n'),
    calendar: calendarPart(booked, { status: 'booked', publicUrl }),
  }
}

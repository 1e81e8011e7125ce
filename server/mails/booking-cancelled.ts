import { momentInWords } from '../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingLines,
  calendarPart,
  closing,
  helpLine,
} from './booking-lines.ts'

/**
 * The mail that confirms to a member that his appointment is cancelled. `aboutMoney` says what becomes
 * of what he paid by card; null when there is nothing to say of money.
 */
export function bookingCancelled(cancelled: BookingInWords & { aboutMoney: string | null }) {
  const { member, booked, publicUrl, aboutMoney } = cancelled
  return {
    to: member.email,
    subject: `Your CHAPS appointment is cancelled: ${momentInWords(booked.startsAt)}`,
    text: [
      `Dear ${member.firstName},`,
      'As you asked, this appointment is cancelled. You do not need to do anything.',
      bookingLines(booked),
      ...(aboutMoney === null ? [] : [aboutMoney]),
      `You can book another event whenever you like:\n${publicUrl}/book-event-main`,
      helpLine(booked.event),
      closing,
    ].join('\n\n'),
    calendar: calendarPart(booked, { status: 'cancelled', publicUrl }),
  }
}

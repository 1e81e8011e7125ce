import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bookingFacts,
  calendarPart,
  closing,
  helpLine,
} from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the member. `aboutMoney` describes the refund, or is null. */
export function bookingCancelled(cancelled: BookingInWords & { aboutMoney: string | null }) {
  const { member, booked, publicUrl, aboutMoney } = cancelled
  const mail = letter({
    to: member.email,
    subject: `Your CHAPS appointment is cancelled: ${momentInWords(booked.startsAt)}`,
    parts: [
      greeting(member.firstName),
      'As you asked, we have cancelled this appointment. You do not need to do anything.',
      bookingFacts(booked),
      ...(aboutMoney === null ? [] : [aboutMoney]),
      {
        words: 'You can book another event whenever you like:',
        link: `${publicUrl}/book-event-main`,
        label: 'Find an event',
      },
      helpLine(booked.event),
      closing,
    ],
  })
  const about = `cancelled ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'cancelled', publicUrl }) }
}

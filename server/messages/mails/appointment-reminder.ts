import { changeInWords } from '../../../domain/change-text.ts'
import { readTemplate } from '../../../domain/email-template.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import {
  type BookingInWords,
  bannerLines,
  bookingFacts,
  closing,
  codeForTheDoor,
  helpLine,
  inOwnWords,
  linkToAppointments,
  ownTexts,
  preparation,
  stillToPay,
  venueFacts,
} from './booking-lines.ts'
import { letter } from './letter.ts'

/** The first word of what a reminder is about. */
export const REMINDED = 'reminded'

/** To the member. `template` is the product's own text, `ownText` the charity's. */
export function appointmentReminder(
  reminder: BookingInWords & {
    template: string | null
    ownText: string | null
    duePence: number
    unpaidPence?: number
    now: Date
  },
) {
  const { member, booked, template, ownText, now, publicUrl } = reminder
  const { startsAt, event } = booked
  const { subject, paragraphs } = readTemplate(template)
  const fill = inOwnWords(reminder)
  const own = ownTexts(ownText, fill)
  const mail = letter({
    to: member.email,
    subject:
      own.subject ??
      (subject === null
        ? `Your CHAPS appointment is coming up: ${momentInWords(startsAt)}`
        : `Reminder: ${fill(subject)}`),
    parts: [
      greeting(member.firstName),
      'This is a reminder of your appointment.',
      ...bannerLines(reminder.banners),
      bookingFacts(booked),
      codeForTheDoor(booked),
      ...venueFacts(booked.event),
      ...stillToPay(reminder),
      ...paragraphs.map(fill),
      ...own.paragraphs,
      ...preparation,
      linkToAppointments(changeInWords(startsAt, now), publicUrl),
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `${REMINDED} ${booked.reference}` }
}

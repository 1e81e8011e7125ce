import { changeInWords } from '../../../domain/change-text.ts'
import { readTemplate } from '../../../domain/email-template.ts'
import { pounds } from '../../../domain/money.ts'
import { type PaymentSource, paidWith } from '../../../domain/payment-source.ts'
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
  inOwnWords,
  linkToAppointments,
  preparation,
  stillToPay,
  venueFacts,
} from './booking-lines.ts'
import { letter } from './letter.ts'
import { rightToCancel } from './right-to-cancel.ts'

export type PaidByCard = {
  pence: number
  lastDigits: string | null
  source?: PaymentSource | undefined
}

/** `template` is the product's own text. The subject omits health: it shows on locked screens. */
export function bookingConfirmed(
  booking: BookingInWords & {
    template: string | null
    paid: PaidByCard | null
    duePence: number
    unpaidPence?: number | undefined
    now: Date
  },
) {
  const { member, booked, template, publicUrl, paid, now } = booking
  const { subject, paragraphs } = readTemplate(template)
  const fill = inOwnWords(booking)
  const mail = letter({
    to: member.email,
    subject:
      subject === null
        ? `Your CHAPS appointment is booked: ${momentInWords(booked.startsAt)}`
        : fill(subject),
    parts: [
      greeting(member.firstName),
      'Your appointment is booked.',
      ...bannerLines(booking.banners),
      bookingFacts(booked),
      codeForTheDoor(booked),
      ...venueFacts(booked.event),
      ...(paid === null ? stillToPay(booking) : [paidLine(paid)]),
      ...paragraphs.map(fill),
      ...preparation,
      linkToAppointments(changeInWords(booked.startsAt, now), publicUrl),
      ...(paid === null ? [] : rightToCancel(publicUrl)),
      helpLine(booked.event),
      closing,
    ],
  })
  const about = `booked ${booked.reference}`
  return { ...mail, about, calendar: calendarPart(booked, { status: 'booked', publicUrl }) }
}

function paidLine(paid: PaidByCard): string {
  return `You paid ${pounds(paid.pence)} ${paidWith(paid)}. This email is your receipt.`
}

import { ON_TIME } from '../../../domain/office/running-late.ts'
import { lateTimes } from '../../../domain/office/sms-texts.ts'
import { greeting } from '../../../domain/person-name.ts'
import { type BookedTime, bookingFacts, closing, helpLine } from './booking-lines.ts'
import { letter } from './letter.ts'

/**
 * The day of the appointment runs late, or with ON_TIME on time again. `isUpdate`: the member had another
 * number of minutes before.
 */
export function runningLate({
  member,
  booked,
  minutes,
  isUpdate,
}: {
  member: { firstName: string; email: string | null }
  booked: BookedTime
  minutes: number
  isUpdate: boolean
}) {
  const { from, to } = lateTimes({ startsAt: booked.startsAt, minutes })
  const late = `running about ${minutes} minutes late`
  const news =
    minutes === ON_TIME
      ? [
          'We are running on time again. Thank you for your patience.',
          `Please come for your appointment at ${from}, as booked.`,
        ]
      : [
          isUpdate ? `This is an update. We are now ${late}.` : `We are sorry. We are ${late}.`,
          `Your appointment at ${from} will start at about ${to}.`,
        ]
  const mail = letter({
    to: member.email,
    subject: minutes === ON_TIME ? 'We are running on time again' : `We are ${late}`,
    parts: [
      greeting(member.firstName),
      ...news,
      bookingFacts(booked),
      helpLine(booked.event),
      closing,
    ],
  })
  return { ...mail, about: `late ${booked.reference}` }
}

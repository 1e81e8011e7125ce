import { lateTimes } from '../../../domain/office/sms-texts.ts'
import { greeting } from '../../../domain/person-name.ts'
import { type BookedTime, bookingFacts, closing, helpLine } from './booking-lines.ts'
import { letter } from './letter.ts'

/** The day of the appointment runs late. `isUpdate`: the member had another number of minutes before. */
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
  const mail = letter({
    to: member.email,
    subject: `We are running about ${minutes} minutes late`,
    parts: [
      greeting(member.firstName),
      isUpdate
        ? `This is an update. We are now running about ${minutes} minutes late.`
        : `We are sorry. We are running about ${minutes} minutes late.`,
      `Your appointment at ${from} will start at about ${to}.`,
      bookingFacts(booked),
      helpLine(booked.event),
      closing,
    ],
  })
  return { ...mail, about: `late ${booked.reference}` }
}

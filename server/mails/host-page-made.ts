import type { EventDetails } from '../../domain/contract.ts'
import { dayInWords, ukDate } from '../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the host of an event. */
export function hostPageMade({
  to,
  event,
  link,
  until,
}: {
  to: string
  event: EventDetails
  link: string
  until: Date
}) {
  const { event_name: name, event_date: date } = event
  return letter({
    to,
    subject: `Your page for ${name}, ${dayInWords(date)}`,
    parts: [
      'Thank you for hosting this event with us.',
      {
        words: `This page shows how many places are taken, has a poster to print, and afterwards what came of the day in rounded numbers. It works until ${dayInWords(ukDate(until))}:`,
        link,
        label: 'Open your page',
      },
      'It shows counts only, never a name or a result. Everybody who has the link can open it: please pass it on with care, and ask us for a new one when it went astray.',
      closing,
    ],
  })
}

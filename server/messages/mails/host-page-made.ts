import type { EventDetails } from '../../../domain/contract.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
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
        words: `This page shows how many places are booked and has a poster to print. After the event it gives a summary in rounded numbers. It works until ${dayInWords(ukDate(until))}:`,
        link,
        label: 'Open your page',
      },
      'It shows numbers only, never names or results. Anybody with the link can open the page, so be careful who you share it with. Ask us for a new link if it gets into the wrong hands.',
      closing,
    ],
  })
}

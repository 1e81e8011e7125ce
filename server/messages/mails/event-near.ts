import type { CharityEvent } from '../../../domain/contract.ts'
import { chargePence, eventAddress } from '../../../domain/events.ts'
import { milesInWords } from '../../../domain/miles.ts'
import { pounds } from '../../../domain/money.ts'
import { dayInWords, longDate } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'
import { toLeave } from './near-alert-requested.ts'

/** To somebody who asked for events near a place; `away` is in miles. */
export function eventNear({
  email,
  event,
  place,
  away,
  leave,
  publicUrl,
}: {
  email: string
  event: CharityEvent
  place: string
  away: number
  leave: string
  publicUrl: string
}): Draft {
  const price = chargePence(event)
  const mail = letter({
    to: email,
    subject: `A CHAPS event near ${place}: ${dayInWords(event.event_date)}`,
    parts: [
      'Hello,',
      `There is a new screening event ${milesInWords(away)} from ${place}.`,
      {
        facts: [
          ['What', `${event.product_name} at ${event.event_name}`],
          [
            'When',
            `${longDate(event.event_date)}, ${event.start_time.slice(0, 5)} to ${event.end_time.slice(0, 5)}`,
          ],
          ['Where', eventAddress(event)],
          ['Price', price > 0 ? pounds(price) : 'Free'],
        ],
      },
      {
        words: 'Read more, and book a time:',
        link: `${publicUrl}/event/${event.event_id}`,
        label: 'See the event',
      },
      toLeave(leave),
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, unsubscribe: leave }
}

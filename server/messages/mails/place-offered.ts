import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine, inOwnWords, ownTexts } from './booking-lines.ts'
import { letter } from './letter.ts'

/** The subject omits health, because it shows on locked screens. */
export function placeOffered({
  member,
  event,
  startsAt,
  until,
  publicUrl,
  waitId,
  ownText,
}: {
  member: { firstName: string; email: string | null }
  event: EventDetails
  startsAt: Date
  until: Date
  publicUrl: string
  waitId: number
  ownText: string | null
}) {
  const address = eventAddress(event)
  const end = momentInWords(until)
  const own = ownTexts(ownText, inOwnWords({ member, booked: { startsAt, event } }))
  const mail = letter({
    to: member.email,
    subject: own.subject ?? `A CHAPS place is held for you until ${end}`,
    parts: [
      greeting(member.firstName),
      'There is now a place at an event you are waiting for, and you are first on the list. We are holding it for you, but it is not booked yet.',
      {
        facts: [
          ['When', momentInWords(startsAt)],
          ['What', `${event.product_name} at ${event.event_name}`],
          ...(address === '' ? [] : [['Where', address] as const]),
          ['Held until', end],
        ],
      },
      ...own.paragraphs,
      {
        words: `Please book it before ${end}. After that it goes to the next person on the list.`,
        link: `${publicUrl}/book-event?event=${event.event_id}`,
        label: 'Book this place',
      },
      {
        words:
          'If you do not need it, please leave the waiting list, so that someone else can have it today:',
        link: `${publicUrl}/waiting-list?event=${event.event_id}`,
        label: 'Leave the waiting list',
      },
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `place offered ${waitId}` }
}

import { milesInWords } from '../../../domain/miles.ts'
import type { EventAway } from '../../../domain/nearest-events.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dateParts, dayInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

type NextTestDue = {
  member: { firstName: string; email: string | null }
  /** 'YYYY-MM-DD'. */
  retestOn: string
  events: readonly Pick<EventAway, 'event_date' | 'city' | 'miles'>[]
  publicUrl: string
}

/** Without the names of events, which say what they are for. */
export function nextTestDue({ member, retestOn, events, publicUrl }: NextTestDue) {
  return letter({
    to: member.email,
    subject: 'It is time for your next CHAPS appointment',
    parts: [
      greeting(member.firstName),
      `After your last visit we noted that your next one is due from ${dayInWords(retestOn)}. Your portal says what it is for.`,
      ...(events.length > 0
        ? [['The nearest events with free places:', ...events.map(eventInWords)].join('\n')]
        : []),
      {
        words: 'Hold a place with one tap. We have filled in what you told us last time:',
        link: `${publicUrl}/upcoming-events`,
        label: 'See your next visit',
      },
      'You can also ask us to remind you later, tell us you have been seen somewhere else, or ask us to stop.',
      'If your GP or another clinic is seeing you about this, you do not need to do anything.',
      closing,
    ],
  })
}

function eventInWords({ event_date, city, miles }: NextTestDue['events'][number]): string {
  const where = [city, miles === null ? null : `${milesInWords(miles)} from you`]
  return [`${dateParts(event_date).weekday} ${dayInWords(event_date)}`, ...where]
    .filter(Boolean)
    .join(', ')
}

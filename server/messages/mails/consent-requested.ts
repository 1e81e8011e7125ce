import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter, type Outgoing } from './letter.ts'

export function consentRequested({
  member,
  eventName,
  startsAt,
  until,
  link,
}: {
  member: { firstName: string; email: string | null }
  eventName: string
  startsAt: Date
  until: Date
  link: string
}): Outgoing {
  return letter({
    to: member.email,
    subject: 'Please fill in your consent form',
    parts: [
      greeting(member.firstName),
      `Your test is at ${momentInWords(startsAt)}, ${eventName}. We need you to fill in the consent form before then.`,
      { words: 'Please fill it in here:', link, label: 'Open the consent form' },
      `This link is only for you. It works once, until ${momentInWords(until)}.`,
      closing,
    ],
  })
}

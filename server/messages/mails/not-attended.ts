import type { CharityEvent, EventDetails } from '../../../domain/contract.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { otherEvents } from './event-cancelled.ts'
import { letter } from './letter.ts'

/** To a member who did not attend; without a reproach. */
export function notAttended({
  member,
  event,
  reference,
  startsAt,
  nearest,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  event: EventDetails
  reference: string
  startsAt: Date
  nearest: CharityEvent[]
  publicUrl: string
}) {
  const mail = letter({
    to: member.email,
    subject: `We missed you: ${momentInWords(startsAt)}`,
    parts: [
      greeting(member.firstName),
      `We did not see you at your appointment at ${event.event_name}. Something may have come up. You do not need to explain.`,
      'If you were there, or do not want another appointment, please tell us.',
      ...otherEvents(nearest, publicUrl),
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `missed ${reference}` }
}

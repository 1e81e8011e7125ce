import type { CharityEvent, EventDetails } from '../../../domain/contract.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { otherEvents } from './event-cancelled.ts'
import { letter } from './letter.ts'

/** To a member of whom no sample could be taken; says nothing of why. */
export function notSampled({
  member,
  event,
  reference,
  startsAt,
  isFree,
  nearest,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  event: EventDetails
  reference: string
  startsAt: Date
  /** What was paid counts for the next appointment. */
  isFree: boolean
  nearest: CharityEvent[]
  publicUrl: string
}) {
  const mail = letter({
    to: member.email,
    subject: `We would like to try again: your appointment at ${momentInWords(startsAt)}`,
    parts: [
      greeting(member.firstName),
      `Thank you for coming to ${event.event_name}. We could not take a sample from you that day, and we would like to try again.`,
      isFree
        ? 'You can book another appointment in your portal, or call us. You do not pay again.'
        : 'You can book another appointment in your portal, or call us.',
      'If you would rather not, you do not need to do anything. If you tell us, we will not ask again.',
      ...otherEvents(nearest, publicUrl),
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `try-again ${reference}` }
}

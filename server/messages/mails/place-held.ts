import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import { aboutInvitation } from '../../../domain/office/invitations.ts'
import { greeting, nameInMessages } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { letter, type Part } from './letter.ts'

/** To somebody for whom a place is held, with the link by which they book it. */
export function placeHeld({
  to,
  id,
  name,
  host,
  event,
  startsAt,
  until,
  link,
  before,
  begunBy,
}: {
  to: string
  id: number
  name: string
  /** Who holds the event, and gave us the name; or null. */
  host: string | null
  event: EventDetails
  startsAt: Date
  until: Date
  link: string
  /** The time before the event's times changed. */
  before?: Date | undefined
  /** Who asked us to hold it, where it was not the host. */
  begunBy?: { name: string; email: string } | undefined
}) {
  const mail = letter({
    to,
    subject: `A place is held for you: ${momentInWords(startsAt)}`,
    parts: [
      greeting(name),
      before
        ? `The times of ${event.event_name} have changed. We held a place for you at ${momentInWords(before)}. We are now holding the time below. Your earlier link has stopped working.`
        : whoAsked({ host, begunBy, event }),
      heldFacts({ event, startsAt, until }),
      {
        words: 'To book the place, open this link. You sign in or register, and give your consent:',
        link,
        label: 'Book your place',
      },
      'If you do not want it, you do not need to do anything. We will then delete your details and somebody else can have the place. To give it back at once, open the link and press ‘I do not want this place’.',
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: aboutInvitation(id) }
}

function whoAsked({
  host,
  begunBy,
  event,
}: Pick<Parameters<typeof placeHeld>[0], 'host' | 'begunBy' | 'event'>): string {
  if (!begunBy)
    return `${host ?? 'The host of this event'} gave us your name, so that we can hold a place for you at ${event.event_name}. Nothing is booked yet: you decide.`
  const asker = [nameInMessages(begunBy.name), `(${begunBy.email})`].join(' ').trim()
  return `${asker} asked us to hold a place for you at ${event.event_name}, where men have a PSA test. Nothing is booked yet: only you can say yes. Your results, letters and account are yours alone, and we do not tell anybody what you decide.`
}

/** To the same person, when the words or the hall of the event have changed. */
export function heldEventChanged({
  to,
  id,
  name,
  event,
  startsAt,
  until,
}: {
  to: string
  id: number
  name: string
  event: EventDetails
  startsAt: Date
  until: Date
}) {
  const mail = letter({
    to,
    subject: `Your held place has changed: ${momentInWords(startsAt)}`,
    parts: [
      greeting(name),
      `Details of ${event.event_name} have changed. We are still holding your place:`,
      heldFacts({ event, startsAt, until }),
      'The link that we sent you works as before.',
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: aboutInvitation(id) }
}

/** To the same person, when the place is no longer held before they booked it. */
export function placeNoLongerHeld({
  to,
  id,
  name,
  event,
  startsAt,
  because,
  isBegun = false,
}: {
  to: string
  id: number
  name: string
  event: EventDetails
  startsAt: Date
  because: 'event cancelled' | 'time changed'
  /** Whether somebody other than the host asked for the place. */
  isBegun?: boolean
}) {
  const next = isBegun
    ? 'You can look for a different time on our site.'
    : 'The host can ask us to hold a different one.'
  const mail = letter({
    to,
    subject: `We can no longer hold your place: ${momentInWords(startsAt)}`,
    parts: [
      greeting(name),
      because === 'event cancelled'
        ? `We are very sorry. We have had to cancel ${event.event_name}, so we can no longer hold a place for you. Please do not come.`
        : `The times of ${event.event_name} have changed, so we can no longer hold the place at ${momentInWords(startsAt)} for you. ${next}`,
      'Your link has stopped working. You do not need to do anything.',
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: aboutInvitation(id) }
}

function heldFacts(held: { event: EventDetails; startsAt: Date; until: Date }): Part {
  const address = eventAddress(held.event)
  return {
    facts: [
      ['When', momentInWords(held.startsAt)],
      ...(address === '' ? [] : [['Where', address] as const]),
      ['Held until', momentInWords(held.until)],
    ],
  }
}

import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt, type EventLabel, needsPayment } from '../../domain/events.ts'
import { momentInWords } from '../../domain/uk-time.ts'

const AUDIENCES = {
  COMMUNITY: 'Community',
  FREEMASONS: 'Freemasons',
  CORPORATE: 'Corporate',
} as const satisfies Record<CharityEvent['exclusive_for'], string>

/** For whom the event is held, as its category is called. */
export function audience(event: CharityEvent): string {
  return AUDIENCES[event.exclusive_for]
}

/** '1 space left', '11 spaces left'. */
export function spacesInWords(left: number): string {
  return `${left} ${left === 1 ? 'space' : 'spaces'} left`
}

/** '10:00–18:00', London time. */
export function timesInWords(event: CharityEvent): string {
  return `${event.start_time.slice(0, 5)}–${event.end_time.slice(0, 5)}`
}

/** Where it is, as briefly as finds it: 'Town Hall, Colchester, CO1 1PJ'. */
export function placeInWords(event: CharityEvent): string {
  return [event.address_line1, event.city, event.postcode].filter(Boolean).join(', ')
}

/** What pressing BOOK leads to, and until when it can be pressed. */
export function whatFollows(event: CharityEvent): string {
  const steps = needsPayment(event)
    ? 'You will sign in, choose a time, give consent and then pay.'
    : 'You will sign in, choose a time and give consent. There is nothing to pay when you book.'
  const closesAt = bookingClosesAt(event)
  return closesAt ? `${steps} Booking closes at ${momentInWords(closesAt)}.` : steps
}

/** Why the button cannot be pressed. */
export function whyNotOpen(event: CharityEvent, label: Exclude<EventLabel, 'BOOK'>): string {
  const closesAt = bookingClosesAt(event)
  switch (label) {
    case 'Event Passed':
      return 'This event is over.'
    case 'Fully Booked':
      return `Every place is taken. Places come free when someone cancels${
        closesAt ? `, up to ${momentInWords(closesAt)}` : ''
      }.`
    case 'Booking Closed':
      return closesAt
        ? `Booking closed at ${momentInWords(closesAt)}, so that the clinic can be prepared.`
        : 'Booking for this event has closed.'
  }
}

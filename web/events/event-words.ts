import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt, type EventLabel, howToPay } from '../../domain/events.ts'
import { momentInWords } from '../../domain/uk-time.ts'

const AUDIENCES = {
  COMMUNITY: 'Community',
  FREEMASONS: 'Freemasons',
  CORPORATE: 'Corporate',
} as const satisfies Record<CharityEvent['exclusive_for'], string>

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

/** The place in short: 'Town Hall, Colchester, CO1 1PJ'. */
export function placeInWords(event: CharityEvent): string {
  return [event.address_line1, event.city, event.postcode].filter(Boolean).join(', ')
}

export function bookingInWords(event: CharityEvent): string {
  const payment = howToPay(event)
  const steps = [
    ...(event.is_private ? ['enter the access code'] : []),
    'sign in',
    ...(event.requires_nhs_number ? ['confirm your NHS number'] : []),
    'choose a time',
    'give consent',
  ]
  const way =
    payment === 'by card'
      ? `You will ${steps.join(', ')} and then pay.`
      : `You will ${steps.slice(0, -1).join(', ')} and ${steps.at(-1)}. ${
          payment === 'nothing' ? 'There is nothing to pay.' : 'You pay at the venue.'
        }`
  const closesAt = bookingClosesAt(event)
  return closesAt ? `${way} Booking closes at ${momentInWords(closesAt)}.` : way
}

export function closedInWords(event: CharityEvent, label: Exclude<EventLabel, 'BOOK'>): string {
  const closesAt = bookingClosesAt(event)
  switch (label) {
    case 'Event Passed':
      return 'This event is over.'
    case 'Fully Booked':
      return `Every place is taken. Places come free when someone cancels${
        closesAt ? `, up to ${momentInWords(closesAt)}` : ''
      }.`
    case 'Booking Closed':
      if (event.is_cancelled) return 'This event is cancelled.'
      return closesAt
        ? `Booking closed at ${momentInWords(closesAt)}, so that the clinic can be prepared.`
        : 'Booking for this event has closed.'
  }
}

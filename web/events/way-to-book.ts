// Not in event-text.ts, which every list of events loads.
import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt, type EventLabel, howToPay } from '../../domain/events.ts'
import { momentInWords } from '../../domain/uk-time.ts'

/** What comes after the button for a visitor, a member, and one whose next test is free; or why there is none. */
export type WaysToBook = { visitor: string; member: string; free: string }

export function waysToBook(event: CharityEvent, label: EventLabel): WaysToBook {
  if (label !== 'BOOK') {
    const closed = closedInWords(event, label)
    return { visitor: closed, member: closed, free: closed }
  }
  return {
    visitor: bookingInWords(event),
    member: bookingInWords(event, { isSignedIn: true }),
    free: bookingInWords({ ...event, price: 0 }, { isSignedIn: true }),
  }
}

export function bookingInWords(event: CharityEvent, { isSignedIn = false } = {}): string {
  const payment = howToPay(event)
  const steps = [
    ...(event.is_private ? ['enter the access code'] : []),
    'choose a time',
    ...(isSignedIn ? [] : ['sign in']),
    ...(event.requires_nhs_number ? ['confirm your NHS number'] : []),
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
      return `All the places are taken. A place becomes free when someone cancels${closesAt ? `, up to ${momentInWords(closesAt)}` : ''}.`
    case 'Booking Closed':
      if (event.is_cancelled) return 'This event is cancelled.'
      return closesAt
        ? `Booking closed at ${momentInWords(closesAt)}, so that we can get the event ready.`
        : 'Booking for this event has closed.'
  }
}

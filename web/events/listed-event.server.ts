import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, eventLabel, howToPay, spacesLeft } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { audience, placeInWords, spacesInWords, timesInWords } from './event-words.ts'

export type ListedEvent = ReturnType<typeof toListedEvent>

/** What the listing shows of an event: a page carries its data a second time, for the browser. */
export function toListedEvent(event: CharityEvent, now: Date) {
  const { event_id, event_name, event_date, latitude, longitude } = event
  const price = chargePence(event)
  return {
    event_id,
    event_name,
    event_date,
    latitude,
    longitude,
    product: event.product_name,
    times: timesInWords(event),
    place: placeInWords(event),
    audience: audience(event),
    isPrivate: event.is_private,
    label: eventLabel(event, now),
    spaces: spacesInWords(spacesLeft(event)),
    price: price > 0 ? pounds(price) : null,
    isPaidThere: howToPay(event) === 'at the venue',
  }
}

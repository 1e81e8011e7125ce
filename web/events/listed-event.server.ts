import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, eventLabel, howToPay, spacesLeft } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import { audience, spacesInWords, timesInWords } from './event-text.ts'

/** `miles` in words, in a search by place. */
export type ListedEvent = ReturnType<typeof toListedEvent> & { miles?: string | null }

/** What the listing shows of an event: a page carries its data a second time, for the browser. */
export function toListedEvent(event: CharityEvent, now: Date) {
  const { event_id, event_name, event_date, latitude, longitude } = event
  const price = chargePence(event)
  const { day, weekday } = dateParts(event_date)
  return {
    event_id,
    event_name,
    event_date,
    day,
    weekday,
    date: longDate(event_date),
    latitude,
    longitude,
    product: event.product_name,
    times: timesInWords(event),
    place: [event.city, event.address_line1, event.postcode].filter(Boolean).join(', '),
    audience: audience(event),
    isPrivate: event.is_private,
    label: eventLabel(event, now),
    spaces: spacesInWords(spacesLeft(event)),
    price: price > 0 ? pounds(price) : 'Free',
    isPaidThere: howToPay(event) === 'at the venue',
  }
}

export type ListPart = { month: string | null; events: ListedEvent[] }

/** By month, in the order given; a search by place has one part without a month. */
export function toListParts(events: ListedEvent[], isByPlace: boolean): ListPart[] {
  if (isByPlace) return events.length > 0 ? [{ month: null, events }] : []
  const parts = Map.groupBy(events, ({ event_date }) => {
    const { month, year } = dateParts(event_date)
    return `${month} ${year}`
  })
  return [...parts].map(([month, ofMonth]) => ({ month, events: ofMonth }))
}

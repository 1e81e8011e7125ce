import type { CharityEvent } from '../../domain/contract.ts'
import { eventAddress } from '../../domain/events.ts'
import { longDate } from '../../domain/uk-time.ts'
import { directionsTo } from '../map/places.ts'
import { siteAddress } from '../page-meta.ts'
import { placeInWords, timesInWords } from './event-text.ts'

type EventLink = { href: string; label: string }

/** To pass the event on, and to find it; both work without script (own-links.ts). */
export function eventLinks(event: CharityEvent): EventLink[] {
  const address = eventAddress(event)
  const directions = { href: directionsTo(address), label: 'Directions on OpenStreetMap' }
  return [
    { href: mailAbout(event), label: 'Send this event to someone' },
    ...(address === '' ? [] : [directions]),
  ]
}

function mailAbout(event: CharityEvent): string {
  const subject = `CHAPS: ${event.event_name}, ${longDate(event.event_date)}`
  const text = `A PSA screening event for men aged 40 to 80: ${event.event_name}, ${longDate(event.event_date)}, ${timesInWords(event)}. ${placeInWords(event)}`
  // Not encoded: its origin is filled in when the page is sent.
  const address = siteAddress(`/event/${event.event_id}`)
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${text}\n\n`)}${address}`
}

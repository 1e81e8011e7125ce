import type { CharityEvent } from '../../domain/contract.ts'
import {
  bookingClosesAt,
  chargePence,
  eventEnd,
  eventStart,
  spacesLeft,
} from '../../domain/events.ts'
import { siteAddress } from '../page-meta.ts'
import { previewAddress } from '../seo/link-preview.server.tsx'
import { publisher } from '../seo/organisation.server.ts'
import type { Thing } from '../seo/thing.ts'

/** schema.org Event, instants in UTC. */
export function eventData(event: CharityEvent): Thing {
  const path = `/event/${event.event_id}`
  const address = siteAddress(path)
  return {
    '@type': 'Event',
    name: event.event_name,
    description: event.event_description ?? event.product_name,
    url: address,
    image: previewAddress(path),
    startDate: eventStart(event).toISOString(),
    endDate: eventEnd(event).toISOString(),
    eventStatus: `https://schema.org/${event.is_cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    maximumAttendeeCapacity: event.total_spaces,
    remainingAttendeeCapacity: spacesLeft(event),
    location: {
      '@type': 'Place',
      name: event.address_line1 ?? event.event_name,
      address: withoutEmpty({
        '@type': 'PostalAddress',
        streetAddress: [event.address_line1, event.address_line2].filter(Boolean).join(', '),
        addressLocality: event.city,
        postalCode: event.postcode,
        addressCountry: event.country,
      }),
      ...(event.latitude !== null &&
        event.longitude !== null && {
          geo: {
            '@type': 'GeoCoordinates',
            latitude: event.latitude,
            longitude: event.longitude,
          },
        }),
    },
    organizer: publisher,
    offers: {
      '@type': 'Offer',
      url: address,
      price: (chargePence(event) / 100).toFixed(2),
      priceCurrency: 'GBP',
      validThrough: (bookingClosesAt(event) ?? eventStart(event)).toISOString(),
      availability: `https://schema.org/${spacesLeft(event) > 0 ? 'InStock' : 'SoldOut'}`,
    },
  }
}

function withoutEmpty(thing: Thing): Thing {
  const present = Object.entries(thing).filter(([, value]) => value !== null && value !== '')
  return { '@type': thing['@type'], ...Object.fromEntries(present) }
}

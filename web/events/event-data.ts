import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, eventEnd, eventStart, spacesLeft } from '../../domain/events.ts'
import { SITE_NAME, siteAddress } from '../page-meta.ts'

/** The event as search engines read it: schema.org Event (schema.org/Event), instants in UTC. */
export function eventData(event: CharityEvent) {
  const address = siteAddress(`/event/${event.event_id}`)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.event_name,
    description: event.event_description ?? event.product_name,
    url: address,
    startDate: eventStart(event).toISOString(),
    endDate: eventEnd(event).toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    maximumAttendeeCapacity: event.total_spaces,
    remainingAttendeeCapacity: spacesLeft(event),
    location: {
      '@type': 'Place',
      name: event.address_line1 ?? event.event_name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: [event.address_line1, event.address_line2].filter(Boolean).join(', '),
        addressLocality: event.city ?? '',
        postalCode: event.postcode ?? '',
        addressCountry: event.country ?? '',
      },
      ...(event.latitude !== null &&
        event.longitude !== null && {
          geo: {
            '@type': 'GeoCoordinates',
            latitude: event.latitude,
            longitude: event.longitude,
          },
        }),
    },
    organizer: { '@type': 'NGO', name: SITE_NAME, url: siteAddress('/') },
    offers: {
      '@type': 'Offer',
      url: address,
      price: (chargePence(event) / 100).toFixed(2),
      priceCurrency: 'GBP',
      availability: `https://schema.org/${spacesLeft(event) > 0 ? 'InStock' : 'SoldOut'}`,
    },
  }
}

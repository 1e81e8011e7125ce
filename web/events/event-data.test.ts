import { expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { eventData } from './event-data.server.ts'

// A Saturday in summer: booking closes on Friday at the same London time.
const event: CharityEvent = {
  event_id: 3,
  event_name: 'Colchester PSA screening',
  event_description: null,
  event_date: '2027-07-17',
  start_time: '10:00:00',
  end_time: '18:00:00',
  session_duration: 20,
  price: 2500,
  product_id: 1,
  product_name: 'Total PSA Test',
  product_price: 3000,
  lab_name: null,
  requires_nhs_number: false,
  is_private: false,
  payment_required: true,
  total_spaces: 24,
  booked_spaces: 4,
  exclusive_for: 'COMMUNITY',
  contact_email: null,
  address_line1: 'Town Hall',
  address_line2: 'High Street',
  city: 'Colchester',
  state: null,
  postcode: 'CO1 1PJ',
  country: 'United Kingdom',
  latitude: 51.89,
  longitude: 0.9,
  is_cancelled: false,
}

test('an event has its times, place, price and places left', () => {
  expect(eventData(event)).toMatchObject({
    '@type': 'Event',
    startDate: '2027-07-17T09:00:00.000Z',
    endDate: '2027-07-17T17:00:00.000Z',
    eventStatus: 'https://schema.org/EventScheduled',
    remainingAttendeeCapacity: 20,
    location: {
      name: 'Town Hall',
      address: { streetAddress: 'Town Hall, High Street', postalCode: 'CO1 1PJ' },
      geo: { latitude: 51.89, longitude: 0.9 },
    },
    offers: {
      price: '25.00',
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
      validThrough: '2027-07-16T09:00:00.000Z',
    },
  })
})

test('a full event is sold out', () => {
  expect(eventData({ ...event, booked_spaces: 24 })).toMatchObject({
    offers: { availability: 'https://schema.org/SoldOut' },
  })
})

test('unknown parts of an address are left out', () => {
  const bare = {
    ...event,
    address_line1: null,
    address_line2: null,
    postcode: null,
    latitude: null,
  }
  expect(eventData(bare)).toMatchObject({
    location: {
      name: 'Colchester PSA screening',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Colchester',
        addressCountry: 'United Kingdom',
      },
    },
  })
  expect(JSON.stringify(eventData(bare))).not.toMatch(/streetAddress|postalCode|geo|null/)
})

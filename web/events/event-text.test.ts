import { describe, expect, it } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { placeInWords, spacesInWords } from './event-text.ts'
import { bookingInWords, closedInWords, waysToBook } from './way-to-book.ts'

// A Saturday in winter: booking closes on Friday at the same time.
const event: CharityEvent = {
  event_id: 3,
  event_name: 'Colchester PSA screening',
  event_description: null,
  event_date: '2027-01-16',
  start_time: '10:00:00',
  end_time: '18:00:00',
  session_duration: 20,
  price: 2500,
  product_id: 1,
  product_name: 'Total PSA Test',
  product_price: 2500,
  lab_name: null,
  requires_nhs_number: false,
  is_private: false,
  payment_required: true,
  total_spaces: 24,
  booked_spaces: 24,
  exclusive_for: 'COMMUNITY',
  contact_email: null,
  address_line1: 'Town Hall',
  address_line2: 'High Street',
  city: 'Colchester',
  state: null,
  postcode: 'CO1 1PJ',
  country: 'United Kingdom',
  latitude: null,
  longitude: null,
  is_cancelled: false,
}

describe('the booking of an event in words', () => {
  it('names payment only where there is one, and when booking closes', () => {
    expect(bookingInWords(event)).toBe(
      'You will choose a time, sign in, give consent and then pay. Booking closes at 10:00 on Friday 15 January 2027.',
    )
    const unpaid = { ...event, payment_required: null }
    expect(bookingInWords({ ...unpaid, price: 1500 })).toContain('You pay at the venue.')
    expect(bookingInWords({ ...unpaid, price: 1500 })).not.toContain('nothing to pay')
    expect(bookingInWords({ ...unpaid, price: 0 })).toContain('There is nothing to pay.')
  })

  it('names the access code and the NHS number where they are asked', () => {
    const ways = { is_private: true, requires_nhs_number: true, payment_required: false }
    expect(bookingInWords({ ...event, ...ways })).toContain(
      'You will enter the access code, choose a time, sign in, confirm your NHS number and give consent.',
    )
  })

  it('names no closing time for a corporate event, which has none', () => {
    expect(bookingInWords({ ...event, exclusive_for: 'CORPORATE' })).not.toContain('closes')
  })
})

it('the reason why an event cannot be booked', () => {
  expect(closedInWords(event, 'Event Passed')).toBe('This event is over.')
  expect(closedInWords(event, 'Fully Booked')).toContain('All the places are taken.')
  expect(closedInWords(event, 'Booking Closed')).toContain('10:00 on Friday 15 January 2027')
})

it('counts spaces in good English', () => {
  expect([0, 1, 2].map(spacesInWords)).toEqual(['0 spaces left', '1 space left', '2 spaces left'])
})

it('names the place briefly, without what is empty', () => {
  expect(placeInWords(event)).toBe('Town Hall, Colchester, CO1 1PJ')
  expect(placeInWords({ ...event, address_line1: null })).toBe('Colchester, CO1 1PJ')
})

it('a signed-in member is not asked to sign in, and pays nothing where the test is free', () => {
  const paidThere = { ...event, payment_required: null, price: 1500 }
  const { visitor, member, free } = waysToBook(paidThere, 'BOOK')
  expect(visitor).toContain('sign in')
  expect(member).not.toContain('sign in')
  expect(member).toContain('You pay at the venue.')
  expect(free).toContain('There is nothing to pay.')
})

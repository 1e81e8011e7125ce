import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { CATEGORIES, DATE_FILTERS } from './event-filters.ts'
import {
  bookingClosesAt,
  chargePence,
  dateRange,
  eventAddress,
  eventEnd,
  eventLabel,
  eventStart,
  isBookingRestricted,
  isUpcoming,
  needsPayment,
  shortTitle,
  spacesLeft,
} from './events.ts'
import { chosenCategories, isDateFilter } from './search-events.ts'

const at = (instant: string) => new Date(instant)

describe('trap 25: when an event runs', () => {
  test.each([
    [
      'a winter morning',
      '2027-01-16',
      '10:00:00',
      '12:00:00',
      '2027-01-16T10:00:00Z',
      '2027-01-16T12:00:00Z',
    ],
    [
      'a summer morning',
      '2027-07-17',
      '10:00:00',
      '12:00:00',
      '2027-07-17T09:00:00Z',
      '2027-07-17T11:00:00Z',
    ],
    [
      'to 00:00:00, which is the next day’s midnight',
      '2027-01-16',
      '22:00:00',
      '00:00:00',
      '2027-01-16T22:00:00Z',
      '2027-01-17T00:00:00Z',
    ],
    [
      'past midnight',
      '2027-01-16',
      '22:00:00',
      '02:00:00',
      '2027-01-16T22:00:00Z',
      '2027-01-17T02:00:00Z',
    ],
    [
      'through the night when clocks go back, an hour longer',
      '2026-10-24',
      '22:00:00',
      '03:00:00',
      '2026-10-24T21:00:00Z',
      '2026-10-25T03:00:00Z',
    ],
    [
      'through the night when clocks go forward, an hour shorter',
      '2027-03-27',
      '22:00:00',
      '03:00:00',
      '2027-03-27T22:00:00Z',
      '2027-03-28T02:00:00Z',
    ],
    [
      'from 00:00:00 to 00:00:00, which is no time at all',
      '2027-01-16',
      '00:00:00',
      '00:00:00',
      '2027-01-16T00:00:00Z',
      '2027-01-16T00:00:00Z',
    ],
    [
      'over the year’s end',
      '2026-12-31',
      '20:00:00',
      '00:00:00',
      '2026-12-31T20:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
  ])('%s', (_situation, event_date, start_time, end_time, start, end) => {
    const event = exampleEvent({ event_date, start_time, end_time })
    expect([eventStart(event), eventEnd(event)]).toEqual([at(start), at(end)])
  })

  test('it is upcoming until the moment it starts', () => {
    expect(isUpcoming(exampleEvent(), at('2027-01-16T10:00:00Z'))).toBe(true)
    expect(isUpcoming(exampleEvent(), at('2027-01-16T10:00:00.001Z'))).toBe(false)
  })
})

describe('when booking closes', () => {
  test.each([
    ['Monday: three days before, on Friday', '2027-01-18', '10:00:00', '2027-01-15T10:00:00Z'],
    ['Tuesday: one day before', '2027-01-19', '10:00:00', '2027-01-18T10:00:00Z'],
    ['Wednesday: one day before', '2027-01-20', '10:00:00', '2027-01-19T10:00:00Z'],
    ['Thursday: one day before', '2027-01-21', '10:00:00', '2027-01-20T10:00:00Z'],
    ['Friday: one day before', '2027-01-22', '10:00:00', '2027-01-21T10:00:00Z'],
    ['Saturday: one day before', '2027-01-23', '10:00:00', '2027-01-22T10:00:00Z'],
    ['Sunday: two days before, on Friday', '2027-01-24', '10:00:00', '2027-01-22T10:00:00Z'],
    [
      'Sunday when clocks go forward: 10:00 on Friday all the same',
      '2027-03-28',
      '10:00:00',
      '2027-03-26T10:00:00Z',
    ],
    [
      'Monday after clocks go forward: 10:00 on Friday',
      '2027-03-29',
      '10:00:00',
      '2027-03-26T10:00:00Z',
    ],
    [
      'Sunday when clocks go back: 10:00 on Friday',
      '2026-10-25',
      '10:00:00',
      '2026-10-23T09:00:00Z',
    ],
    [
      'Monday after clocks go back: 10:00 on Friday',
      '2027-11-01',
      '10:00:00',
      '2027-10-29T09:00:00Z',
    ],
    [
      'a day that is Monday in London and still Sunday in UTC',
      '2027-07-19',
      '00:30:00',
      '2027-07-15T23:30:00Z',
    ],
    [
      'the small hours of the Monday after clocks go forward',
      '2027-03-29',
      '01:30:00',
      '2027-03-26T01:30:00Z',
    ],
  ])('%s', (_situation, event_date, start_time, closes) => {
    const event = exampleEvent({ event_date, start_time, end_time: '13:00:00' })
    expect(bookingClosesAt(event)).toEqual(at(closes))
    expect(isBookingRestricted(event, new Date(at(closes).getTime() - 1))).toBe(false)
    expect(isBookingRestricted(event, at(closes))).toBe(true)
  })

  test('a corporate event never closes ahead', () => {
    const event = exampleEvent({ exclusive_for: 'CORPORATE' })
    expect(bookingClosesAt(event)).toBeNull()
    expect(isBookingRestricted(event, at('2027-01-16T09:59:00Z'))).toBe(false)
  })

  test('a lodge’s event closes like any other', () => {
    expect(bookingClosesAt(exampleEvent({ exclusive_for: 'FREEMASONS' }))).toEqual(
      at('2027-01-15T10:00:00Z'),
    )
  })
})

describe('the label of the event’s button', () => {
  const full = { booked_spaces: 24 }
  const corporate = { exclusive_for: 'CORPORATE' } as const
  test.each([
    ['places left, long before', {}, '2027-01-01T10:00:00Z', 'BOOK'],
    ['a millisecond before booking closes', {}, '2027-01-15T09:59:59.999Z', 'BOOK'],
    ['when booking closes', {}, '2027-01-15T10:00:00Z', 'Booking Closed'],
    ['while it runs', {}, '2027-01-16T11:00:00Z', 'Booking Closed'],
    ['at the very end', {}, '2027-01-16T12:00:00Z', 'Booking Closed'],
    ['after the end', {}, '2027-01-16T12:00:00.001Z', 'Event Passed'],
    ['full', full, '2027-01-01T10:00:00Z', 'Fully Booked'],
    ['more booked than there is', { booked_spaces: 30 }, '2027-01-01T10:00:00Z', 'Fully Booked'],
    ['full comes before closed', full, '2027-01-15T10:00:00Z', 'Fully Booked'],
    ['passed comes before full', full, '2027-01-17T10:00:00Z', 'Event Passed'],
    ['corporate, an hour before', corporate, '2027-01-16T09:00:00Z', 'BOOK'],
    ['corporate, while it runs', corporate, '2027-01-16T11:00:00Z', 'BOOK'],
    ['corporate and full', { ...corporate, ...full }, '2027-01-16T09:00:00Z', 'Fully Booked'],
    ['corporate, after the end', corporate, '2027-01-16T12:00:01Z', 'Event Passed'],
    ['to midnight, at 23:59', { end_time: '00:00:00' }, '2027-01-16T23:59:00Z', 'Booking Closed'],
    [
      'to midnight, a second after',
      { end_time: '00:00:00' },
      '2027-01-17T00:00:01Z',
      'Event Passed',
    ],
  ])('%s', (_situation, changes, now, label) => {
    expect(eventLabel(exampleEvent(changes), at(now))).toBe(label)
  })
})

describe('places and prices', () => {
  test.each([
    [24, 0, 24],
    [24, 23, 1],
    [24, 24, 0],
    [24, 30, 0],
  ])('%i places, %i booked: %i left', (total_spaces, booked_spaces, left) => {
    expect(spacesLeft(exampleEvent({ total_spaces, booked_spaces }))).toBe(left)
  })

  test.each([
    ['the event’s own price', 1500, 1500],
    ['an event that is free by its own price', 0, 0],
    ['the product’s price when the event has none', null, 2500],
  ])('%s', (_situation, price, charge) => {
    expect(chargePence(exampleEvent({ price }))).toBe(charge)
  })

  test.each([
    [true, true],
    [false, false],
    [null, false],
  ])('payment_required %s asks for payment: %s', (payment_required, expected) => {
    expect(needsPayment(exampleEvent({ payment_required, price: 1500 }))).toBe(expected)
  })
})

describe('an event in words', () => {
  test.each([
    ['without a second line', {}, 'Town Hall, Colchester, CO1 1PJ, United Kingdom'],
    [
      'with one',
      { address_line2: 'High Street' },
      'Town Hall, High Street, Colchester, CO1 1PJ, United Kingdom',
    ],
    ['with blank parts', { city: '  ', postcode: '' }, 'Town Hall, United Kingdom'],
    ['with nothing', { address_line1: null, city: null, postcode: null, country: null }, ''],
  ])('its address %s', (_situation, changes, address) => {
    expect(eventAddress(exampleEvent(changes))).toBe(address)
  })

  test.each([
    ['24 characters are not cut', 'Screening in Colchester!', 'Screening in Colchester!'],
    ['25 are', 'Screening in Colchester!!', 'Screening in Colchester!...'],
    [
      'no space is left before the dots',
      'Screening in Colchester at night',
      'Screening in Colchester...',
    ],
    ['a character of two halves is kept whole', `${'a'.repeat(23)}😀b`, `${'a'.repeat(23)}😀...`],
  ])('its title: %s', (_situation, name, title) => {
    expect(shortTitle(name)).toBe(title)
  })
})

describe('the dates of a filter', () => {
  test.each([
    ['today', 'today', '2027-01-14T12:00:00Z', '2027-01-14', '2027-01-14'],
    [
      'today in London, when UTC is on the day before',
      'today',
      '2027-07-15T23:30:00Z',
      '2027-07-16',
      '2027-07-16',
    ],
    [
      'next week, asked on a Monday',
      'next-week',
      '2027-01-11T12:00:00Z',
      '2027-01-18',
      '2027-01-24',
    ],
    [
      'next week, asked on a Thursday',
      'next-week',
      '2027-01-14T12:00:00Z',
      '2027-01-18',
      '2027-01-24',
    ],
    [
      'next week, asked on a Sunday',
      'next-week',
      '2027-01-17T12:00:00Z',
      '2027-01-18',
      '2027-01-24',
    ],
    [
      'next week over the year’s end',
      'next-week',
      '2026-12-24T12:00:00Z',
      '2026-12-28',
      '2027-01-03',
    ],
    ['next month', 'next-month', '2027-03-15T12:00:00Z', '2027-04-01', '2027-04-30'],
    [
      'next month, asked on the 31st before a short month',
      'next-month',
      '2027-01-31T12:00:00Z',
      '2027-02-01',
      '2027-02-28',
    ],
    [
      'next month, asked in a short month',
      'next-month',
      '2027-02-28T12:00:00Z',
      '2027-03-01',
      '2027-03-31',
    ],
    [
      'next month over the year’s end',
      'next-month',
      '2026-12-01T12:00:00Z',
      '2027-01-01',
      '2027-01-31',
    ],
    ['all that is to come', 'future-events', '2027-01-14T12:00:00Z', '2027-01-14', null],
  ] as const)('%s', (_situation, filter, now, from, to) => {
    expect(dateRange(filter, at(now))).toEqual({ from, to })
  })

  test('only the contract’s filters are accepted', () => {
    expect(DATE_FILTERS.filter(isDateFilter)).toEqual([...DATE_FILTERS])
    expect(['', 'yesterday', 'toString', undefined, null].filter(isDateFilter)).toEqual([])
  })
})

describe('the categories of a filter', () => {
  test.each([
    ['one', 'community', ['COMMUNITY']],
    ['two, in any case and with spaces', ' Corporate, COMMUNITY', ['COMMUNITY', 'CORPORATE']],
    ['one twice', 'freemasons,freemasons', ['FREEMASONS']],
    ['one among unknown words', 'private,freemasons', ['FREEMASONS']],
    ['all', CATEGORIES.join(','), null],
    ['none', '', null],
    ['only unknown words', 'plumbers,toString', null],
    ['not asked', undefined, null],
  ])('%s', (_situation, wanted, chosen) => {
    expect(chosenCategories(wanted)).toEqual(chosen)
  })
})

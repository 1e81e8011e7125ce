import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import {
  type BookingSituation,
  canStillChange,
  changeCutOff,
  paymentStatusOf,
  whyNotBook,
} from './booking.ts'
import type { CharityEvent } from './contract.ts'
import { generateSlots, type Slot } from './slots.ts'

const WEEK_BEFORE = new Date('2027-01-09T10:00:00Z')

function situation(
  changes: Partial<Omit<BookingSituation, 'event'>> = {},
  event: CharityEvent = exampleEvent(),
): BookingSituation {
  return {
    event,
    slot: firstSlot(event),
    bookedThisEvent: false,
    hasUpcoming: false,
    paymentUnderWay: false,
    erasureAsked: false,
    hasAccessGrant: true,
    nhsConfirmed: true,
    hasConsent: true,
    paid: true,
    slotHasPlace: true,
    ...changes,
  }
}

function firstSlot(event: CharityEvent): Slot {
  const [slot] = generateSlots(event)
  if (!slot) throw new Error('the example has no slots')
  return slot
}

describe('a booking that may be made', () => {
  test.each([
    ['everything done', situation()],
    [
      'a free public event asks for no grant, NHS number or payment',
      situation({ hasAccessGrant: false, nhsConfirmed: false, paid: false }),
    ],
    [
      'an event nobody decided the payment of asks for none',
      situation({ paid: false }, exampleEvent({ payment_required: null, price: 1500 })),
    ],
  ])('%s', (_situation, asked) => {
    expect(whyNotBook(asked, WEEK_BEFORE)).toBeNull()
  })

  test('a corporate event that has begun still has later slots', () => {
    const event = exampleEvent({ exclusive_for: 'CORPORATE' })
    const last = generateSlots(event).at(-1)
    const asked = situation(last ? { slot: last } : {}, event)
    expect(whyNotBook(asked, new Date('2027-01-16T11:00:00Z'))).toBeNull()
  })
})

describe('why a booking is refused', () => {
  test.each([
    [
      'erasure is asked for',
      situation({ erasureAsked: true, bookedThisEvent: true }),
      'erasure_asked',
    ],
    ['the event is booked already', situation({ bookedThisEvent: true }), 'duplicate'],
    ['another event is booked', situation({ hasUpcoming: true }), 'existing_booking'],
    ['a payment is under way', situation({ paymentUnderWay: true }), 'payment_under_way'],
    [
      'private, no code given',
      situation({ hasAccessGrant: false }, exampleEvent({ is_private: true })),
      'access_code_required',
    ],
    [
      'its lab needs the NHS number',
      situation({ nhsConfirmed: false }, exampleEvent({ requires_nhs_number: true })),
      'nhs_number_required',
    ],
    ['no consent', situation({ hasConsent: false }), 'consent_required'],
    [
      'not paid',
      situation({ paid: false }, exampleEvent({ payment_required: true })),
      'payment_required',
    ],
    ['nothing left at that time', situation({ slotHasPlace: false }), 'slot_taken'],
  ])('%s', (_situation, asked, reason) => {
    expect(whyNotBook(asked, WEEK_BEFORE)).toBe(reason)
  })

  test.each([
    ['a millisecond before booking closes', {}, '2027-01-15T09:59:59.999Z', null],
    ['when booking closes', {}, '2027-01-15T10:00:00Z', 'booking_closed'],
    ['after the event', {}, '2027-02-01T10:00:00Z', 'booking_closed'],
    [
      'corporate, before its slot',
      { exclusive_for: 'CORPORATE' },
      '2027-01-16T09:59:59.999Z',
      null,
    ],
    [
      'corporate, when its slot begins',
      { exclusive_for: 'CORPORATE' },
      '2027-01-16T10:00:00Z',
      'booking_closed',
    ],
    [
      'corporate, after the event',
      { exclusive_for: 'CORPORATE' },
      '2027-02-01T10:00:00Z',
      'booking_closed',
    ],
  ] as const)('%s', (_situation, changes, now, reason) => {
    expect(whyNotBook(situation({}, exampleEvent(changes)), new Date(now))).toBe(reason)
  })

  test('when everything is wrong, the reasons come one by one in the fixed order', () => {
    const event = exampleEvent({
      is_private: true,
      requires_nhs_number: true,
      payment_required: true,
    })
    const wrong = {
      bookedThisEvent: true,
      hasUpcoming: true,
      hasAccessGrant: false,
      nhsConfirmed: false,
      hasConsent: false,
      paid: false,
      slotHasPlace: false,
    }
    const closed = new Date('2027-01-16T09:00:00Z')
    const mended = [
      [{}, closed, 'duplicate'],
      [{ bookedThisEvent: false }, closed, 'existing_booking'],
      [{ hasUpcoming: false }, closed, 'booking_closed'],
      [{}, WEEK_BEFORE, 'access_code_required'],
      [{ hasAccessGrant: true }, WEEK_BEFORE, 'nhs_number_required'],
      [{ nhsConfirmed: true }, WEEK_BEFORE, 'consent_required'],
      [{ hasConsent: true }, WEEK_BEFORE, 'payment_required'],
      [{ paid: true }, WEEK_BEFORE, 'slot_taken'],
      [{ slotHasPlace: true }, WEEK_BEFORE, null],
    ] as const
    let known = situation(wrong, event)
    for (const [mend, now, reason] of mended) {
      known = { ...known, ...mend }
      expect(whyNotBook(known, now)).toBe(reason)
    }
  })
})

describe('changing an appointment', () => {
  const startsAt = new Date('2027-01-16T10:20:00Z')
  test.each([
    ['a week before', '2027-01-09T10:20:00Z', true],
    ['exactly 48 hours before', '2027-01-14T10:20:00Z', true],
    ['a millisecond later', '2027-01-14T10:20:00.001Z', false],
    ['after it began', '2027-01-16T11:00:00Z', false],
  ])('%s', (_situation, now, expected) => {
    expect(canStillChange(startsAt, new Date(now))).toBe(expected)
  })

  test('48 hours are hours that pass, also over a clock change', () => {
    // Monday 29 March 2027 10:00 in London; clocks went forward on the Sunday.
    expect(changeCutOff(new Date('2027-03-29T09:00:00Z'))).toEqual(new Date('2027-03-27T09:00:00Z'))
  })
})

test.each([
  [true, 'paid by card'],
  [false, 'paid'],
  [null, 'paid'],
])('payment_required %s is recorded as %s', (payment_required, status) => {
  expect(paymentStatusOf(exampleEvent({ payment_required }))).toBe(status)
})

import fc from 'fast-check'
import { expect } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import {
  calendarDate,
  clockTime,
  fuzzJson,
  fuzzNumber,
  fuzzText,
  rulesOf,
} from '../test/fuzz/values.ts'
import {
  type BookingSituation,
  canStillChange,
  changeCutOff,
  paymentStatusOf,
  whyNotBook,
} from './booking.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'
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
import { distributePlaces, findSlot, generateSlots, partOfDay } from './slots.ts'
import { addDays, ukDate, ukInstant, ukTime, weekday } from './uk-time.ts'

const holds = rulesOf('events, slots and bookings')

const seconds = clockTime.map((time) => `${time}:00`)
const places = fc.integer({ min: 0, max: 500 })
const maybePence = fc.option(fc.nat(1_000_000))
const event = fc
  .record({
    event_date: calendarDate,
    start_time: seconds,
    end_time: seconds,
    session_duration: fc.oneof(
      fc.integer({ min: 5, max: 90 }),
      fc.constantFrom(-20, 0, 2, 1_440, 2 ** 31),
    ),
    total_spaces: places,
    booked_spaces: places,
    price: maybePence,
    product_price: fc.nat(1_000_000),
    payment_required: fc.option(fc.boolean()),
    is_private: fc.boolean(),
    requires_nhs_number: fc.boolean(),
    exclusive_for: fc.constantFrom(...CATEGORIES),
  })
  .map(exampleEvent)

const lead = fc.oneof(
  fc.integer({ min: -3 * 1_440, max: 6 * 1_440 }),
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -62, max: 62 }))
    .map(([d, m]) => d * 1_440 + m),
)
const before = (at: Date, minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS)

holds('an event ends after it starts, within a day of the clock', [event], (e) => {
  const [start, end] = [eventStart(e).getTime(), eventEnd(e).getTime()]
  expect(end - start).toBeLessThanOrEqual(DAY_MS + 60 * MINUTE_MS)
  // Only in the skipped hour can an end fall on or before the start.
  if (e.start_time !== e.end_time && !/^0[12]/.test(e.start_time + e.end_time)) {
    expect(end - start).toBeGreaterThan(e.end_time < e.start_time ? -1 : 0)
  }
})

holds(
  'spaces left are never negative nor more than there are',
  [places, places],
  (total, booked) => {
    const left = spacesLeft(exampleEvent({ total_spaces: total, booked_spaces: booked }))
    expect(left).toBe(Math.max(0, total - booked))
  },
)

holds('the charge is the event’s own price where it has one, 0 too', [event], (e) => {
  expect(chargePence(e)).toBe(e.price === null ? e.product_price : e.price)
  expect(needsPayment(e)).toBe(e.payment_required === true)
  expect(paymentStatusOf(e)).toBe(e.payment_required === true ? 'paid by card' : 'paid')
})

holds('booking closes at the same time of day, one to three days before', [event], (e) => {
  const closes = bookingClosesAt(e)
  expect(closes === null).toBe(e.exclusive_for === 'CORPORATE')
  if (!closes) return
  const day = weekday(e.event_date)
  const closing = addDays(e.event_date, day === 1 ? -3 : day === 7 ? -2 : -1)
  expect(closes).toEqual(ukInstant(closing, e.start_time))
  expect(weekday(closing)).not.toBe(7)
  expect(closes < eventStart(e)).toBe(true)
})

holds('once booking is restricted it stays so', [event, lead, fc.nat(10_000)], (e, minutes, on) => {
  const now = before(eventStart(e), minutes)
  if (isBookingRestricted(e, now)) expect(isBookingRestricted(e, before(now, -on))).toBe(true)
  if (eventLabel(e, now) !== 'BOOK') expect(eventLabel(e, before(now, -on))).not.toBe('BOOK')
  if (!isUpcoming(e, now)) expect(isUpcoming(e, before(now, -on))).toBe(false)
})

holds('the button says BOOK only while there is room and time', [event, lead], (e, minutes) => {
  const now = before(eventStart(e), minutes)
  const canBook = eventEnd(e) >= now && spacesLeft(e) > 0 && !isBookingRestricted(e, now)
  expect(eventLabel(e, now) === 'BOOK').toBe(canBook)
})

holds(
  'an address has no empty parts',
  [fc.array(fc.option(fuzzText), { minLength: 5, maxLength: 5 })],
  (parts) => {
    const [
      address_line1 = null,
      address_line2 = null,
      city = null,
      postcode = null,
      country = null,
    ] = parts
    const line = eventAddress(
      exampleEvent({ address_line1, address_line2, city, postcode, country }),
    )
    const filled = parts.filter((part) => (part ?? '').trim() !== '')
    expect(line).toBe(filled.map((part) => part?.trim()).join(', '))
  },
)

holds('a card’s title is the name, or its first 24 characters, whole ones', [fuzzText], (name) => {
  const title = shortTitle(name)
  if ([...name].length <= 24) expect(title).toBe(name)
  else expect([...title].length).toBeLessThanOrEqual(27)
  if (name.isWellFormed()) expect(title.isWellFormed()).toBe(true)
})

holds(
  'a filter’s range is in order and never begins before today',
  [calendarDate, clockTime],
  (date, time) => {
    const now = ukInstant(date, time)
    for (const filter of DATE_FILTERS) {
      const { from, to } = dateRange(filter, now)
      expect(from >= date).toBe(true)
      expect(to === null ? filter : to >= from).toBe(to === null ? 'future-events' : true)
    }
    const week = dateRange('next-week', now)
    expect([weekday(week.from), week.to]).toEqual([1, addDays(week.from, 6)])
    const month = dateRange('next-month', now)
    expect([month.from.slice(8), addDays(month.to ?? '', 1).slice(8)]).toEqual(['01', '01'])
  },
)

holds('words that are no filter are none', [fuzzJson], (word) => {
  expect(isDateFilter(word)).toBe(
    typeof word === 'string' && [...DATE_FILTERS].join().split(',').includes(word),
  )
})

holds(
  'categories are those named, in any case; none or all of them filter nothing',
  [
    fc.array(fc.oneof(fc.constantFrom('community', 'Freemasons', ' CORPORATE '), fuzzText), {
      maxLength: 5,
    }),
  ],
  (words) => {
    const chosen = chosenCategories(words.join(','))
    const named = new Set(
      words
        .join(',')
        .split(',')
        .map((word) => word.trim().toUpperCase()),
    )
    const expected = CATEGORIES.filter((category) => named.has(category))
    expect(chosen ?? []).toEqual(expected.length === CATEGORIES.length ? [] : expected)
    expect(chosen).not.toEqual([])
  },
)

holds('slots lie inside the event, a session apart, each with a name of its own', [event], (e) => {
  const slots = generateSlots(e)
  const length = e.session_duration * MINUTE_MS
  const start = eventStart(e)
  for (const slot of slots) {
    expect(slot.startsAt >= start && slot.endsAt <= eventEnd(e)).toBe(true)
    expect(slot.endsAt.getTime() - slot.startsAt.getTime()).toBe(length)
    expect((slot.startsAt.getTime() - start.getTime()) % length).toBe(0)
    expect([slot.date, slot.time]).toEqual([ukDate(slot.startsAt), ukTime(slot.startsAt)])
    // A date and time name exactly one instant.
    expect(ukInstant(slot.date, slot.time)).toEqual(slot.startsAt)
  }
  for (const slot of [slots[0], slots.at(-1)]) {
    if (slot) expect(findSlot(e, slot.time, slot.date)).toEqual(slot)
  }
  expect(new Set(slots.map((slot) => `${slot.date} ${slot.time}`)).size).toBe(slots.length)
  const whole = Math.max(0, Math.floor((eventEnd(e).getTime() - start.getTime()) / length))
  if (length > 0) expect(slots.length).toBeLessThanOrEqual(whole)
})

holds(
  'a time that is none of the event’s is no slot',
  [event, fuzzText, fuzzText],
  (e, time, date) => {
    const slot = findSlot(e, time, date)
    if (slot) expect([slot.time, slot.date]).toEqual([time, date])
  },
)

holds(
  'places are dealt out whole and evenly, the first slots first',
  [places, fc.integer({ min: 1, max: 300 })],
  (total, slots) => {
    const dealt = distributePlaces(total, slots)
    expect(dealt.reduce((sum, n) => sum + n, 0)).toBe(total)
    expect(Math.max(...dealt) - Math.min(...dealt)).toBeLessThanOrEqual(1)
    expect(dealt).toEqual([...dealt].sort((a, b) => b - a))
  },
)

holds('parts of the day follow each other', [clockTime], (time) => {
  const hour = Number(time.slice(0, 2))
  expect(partOfDay(time)).toBe(hour < 12 ? 'Morning' : hour < 17 ? 'Afternoon' : 'Evening')
})

const facts = fc.record({
  bookedThisEvent: fc.boolean(),
  hasUpcoming: fc.boolean(),
  paymentUnderWay: fc.boolean(),
  erasureAsked: fc.boolean(),
  hasAccessGrant: fc.boolean(),
  nhsConfirmed: fc.boolean(),
  hasConsent: fc.boolean(),
  paid: fc.boolean(),
  slotHasPlace: fc.boolean(),
})

holds(
  'a booking is refused for the first reason of the order that applies',
  [event, facts, lead],
  (e, known, minutes) => {
    const slot = generateSlots(e)[0]
    if (!slot) return
    const now = before(slot.startsAt, minutes)
    const situation: BookingSituation = { event: e, slot, ...known }
    const applies = {
      erasure_asked: known.erasureAsked,
      duplicate: known.bookedThisEvent,
      existing_booking: known.hasUpcoming,
      payment_under_way: known.paymentUnderWay,
      booking_closed: isBookingRestricted(e, now) || slot.startsAt <= now,
      access_code_required: e.is_private && !known.hasAccessGrant,
      nhs_number_required: e.requires_nhs_number && !known.nhsConfirmed,
      consent_required: !known.hasConsent,
      payment_required: e.payment_required === true && !known.paid,
      slot_taken: !known.slotHasPlace,
    }
    const first = Object.entries(applies).find(([, does]) => does)?.[0] ?? null
    expect(whyNotBook(situation, now)).toBe(first)
  },
)

holds(
  'an appointment can be changed until 48 passing hours before, to the millisecond',
  [calendarDate, clockTime, lead],
  (date, time, minutes) => {
    const startsAt = ukInstant(date, time)
    expect(startsAt.getTime() - changeCutOff(startsAt).getTime()).toBe(48 * 60 * MINUTE_MS)
    expect(canStillChange(startsAt, before(startsAt, 2_880))).toBe(true)
    expect(canStillChange(startsAt, new Date(startsAt.getTime() - 2_880 * MINUTE_MS + 1))).toBe(
      false,
    )
    expect(canStillChange(startsAt, before(startsAt, minutes))).toBe(minutes >= 2_880)
  },
)

holds('numbers that no event has leave the rules standing', [fuzzNumber, fuzzNumber], (a, b) => {
  const e = exampleEvent({
    total_spaces: a,
    booked_spaces: b,
    session_duration: Math.max(1, b),
    price: a,
  })
  expect(spacesLeft(e) >= 0 || Number.isNaN(a - b)).toBe(true)
  expect(generateSlots(e).length).toBeLessThanOrEqual(120)
})

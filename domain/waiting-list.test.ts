import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { ukDate, ukInstant, ukTime } from './uk-time.ts'
import { isStillBookable, offerEndsAt, whyNotWait } from './waiting-list.ts'

// A Saturday: booking closes at 10:00 on Friday 15 January.
const limits = { offer_hours: 12 }
const full = exampleEvent({ total_spaces: 6, booked_spaces: 6 })
const at = (date: string, time: string) => ukInstant(date, time)

describe('a place is offered', () => {
  test.each([
    ['2027-01-05', '08:30', '2027-01-05', '20:30', 'for twelve hours'],
    ['2027-01-05', '09:59', '2027-01-05', '21:59', 'up to the last minute of the evening'],
    ['2027-01-05', '10:00', '2027-01-06', '09:00', 'until morning, for what would end at 22:00'],
    ['2027-01-05', '20:59', '2027-01-06', '09:00', 'until morning, for what would end before it'],
    ['2027-01-05', '21:00', '2027-01-06', '09:00', 'until exactly then'],
    ['2027-01-05', '23:30', '2027-01-06', '11:30', 'in the night for twelve hours'],
    ['2027-01-14', '23:00', '2027-01-15', '10:00', 'not past the moment at which booking closes'],
    ['2027-01-15', '02:00', '2027-01-15', '10:00', 'for a few hours when that is near'],
  ])('freed %s %s, until %s %s: %s', (date, time, endDate, endTime) => {
    const startsAt = at('2027-01-16', '10:20')
    const end = offerEndsAt({ event: full, startsAt, now: at(date, time) }, limits)
    expect([ukDate(end), ukTime(end)]).toEqual([endDate, endTime])
  })

  test.each([
    // Clocks go forward at 01:00 on 28 March 2027, and back at 02:00 on 31 October.
    ['2027-03-27', '20:00', '2027-03-28', '09:00'],
    ['2027-03-27', '23:30', '2027-03-28', '12:30'],
    ['2027-10-30', '20:00', '2027-10-31', '09:00'],
    ['2027-10-30', '23:30', '2027-10-31', '10:30'],
  ])('across a change of the clocks, freed %s %s, until %s %s', (date, time, endDate, endTime) => {
    const later = { ...full, event_date: '2027-12-04' }
    const startsAt = at('2027-12-04', '10:20')
    const end = offerEndsAt({ event: later, startsAt, now: at(date, time) }, limits)
    expect([ukDate(end), ukTime(end)]).toEqual([endDate, endTime])
  })

  test.each([
    [3, '2027-01-05', '13:00'],
    [24, '2027-01-06', '10:00'],
    [72, '2027-01-08', '10:00'],
  ])('for as many hours as the charity has set: %i', (hours, endDate, endTime) => {
    const offer = {
      event: full,
      startsAt: at('2027-01-16', '10:20'),
      now: at('2027-01-05', '10:00'),
    }
    const end = offerEndsAt(offer, { offer_hours: hours })
    expect([ukDate(end), ukTime(end)]).toEqual([endDate, endTime])
  })

  test('until the appointment itself where booking never closes', () => {
    const works = { ...full, exclusive_for: 'CORPORATE' as const }
    const [startsAt, now] = [at('2027-01-16', '10:20'), at('2027-01-16', '08:00')]
    const end = offerEndsAt({ event: works, startsAt, now }, limits)
    expect(ukTime(end)).toBe('10:20')
  })
})

describe('a member may join the waiting list', () => {
  const now = at('2027-01-05', '09:00')
  const fits = {
    event: full,
    erasureAsked: false,
    bookedThisEvent: false,
    hasUpcoming: false,
    hasAccessGrant: false,
    canBook: false,
  }

  test('of an event that is fully booked', () => {
    expect(whyNotWait(fits, now)).toBeNull()
  })

  test('of an event whose places are all held', () => {
    const held = { ...full, booked_spaces: 0 }
    expect(whyNotWait({ ...fits, event: held }, now)).toBeNull()
  })

  test.each([
    ['erasure_asked', { erasureAsked: true, bookedThisEvent: true }],
    ['duplicate', { bookedThisEvent: true, hasUpcoming: true }],
    ['existing_booking', { hasUpcoming: true }],
    ['access_code_required', { event: { ...full, is_private: true } }],
    ['places_left', { canBook: true }],
  ])('but not: %s', (reason, situation) => {
    expect(whyNotWait({ ...fits, ...situation }, now)).toBe(reason)
  })

  test('until the moment at which booking closes', () => {
    const closes = at('2027-01-15', '10:00')
    expect(whyNotWait(fits, new Date(closes.getTime() - 1))).toBeNull()
    expect(whyNotWait(fits, closes)).toBe('booking_closed')
  })

  test('of a corporate event while one of its times lies ahead', () => {
    const works = { ...full, exclusive_for: 'CORPORATE' as const }
    expect(isStillBookable(works, at('2027-01-16', '11:39'))).toBe(true)
    expect(isStillBookable(works, at('2027-01-16', '11:40'))).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { eventEnd, eventLabel, eventStart, isBookingRestricted } from '../../domain/events.ts'
import { ukDate, ukInstant, ukTime } from '../../domain/uk-time.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { type Planned, programme, timesOf } from './demo-programme.ts'

// A week, the days around both clock changes, the turn of the year and a leap day.
const DAYS = [
  ...['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15', '2027-01-16'],
  ...['2027-01-17', '2027-03-26', '2027-03-27', '2027-03-28', '2027-10-29', '2027-10-30'],
  ...['2027-10-31', '2027-12-31', '2028-02-28', '2028-02-29'],
]
const HALF_HOUR = 30 * 60_000

function firstStarts(): Date[] {
  return DAYS.flatMap((day) => {
    const midnight = ukInstant(day, '00:00').getTime()
    return Array.from({ length: 48 }, (_, n) => new Date(midnight + n * HALF_HOUR + (n % 7) * 1234))
  })
}

function planned(plan: Planned, now: Date) {
  const { startsAt, endsAt } = timesOf(plan.when, now)
  return exampleEvent({
    event_date: ukDate(startsAt),
    start_time: `${ukTime(startsAt)}:00`,
    end_time: `${ukTime(endsAt)}:00`,
    exclusive_for: plan.kind ?? 'COMMUNITY',
    total_spaces: plan.free + (plan.booked ?? 0),
    booked_spaces: plan.booked ?? 0,
  })
}

function planOf(key: string): Planned {
  const plan = programme.find((one) => one.key === key)
  if (!plan) throw new Error(`the programme has no ${key}`)
  return plan
}

describe('whatever the hour of the first start', () => {
  test('every event but the one at midnight runs between 08:00 and 21:00', () => {
    const odd = firstStarts().flatMap((now) =>
      programme
        .filter(({ key }) => key !== 'midnight')
        .map((plan) => planned(plan, now))
        .filter((event) => event.start_time < '08:00' || event.end_time > '21:00:00')
        .map((event) => `${now.toISOString()}: ${event.start_time} to ${event.end_time}`),
    )
    expect(odd).toEqual([])
  })

  test.each([
    ['works', 'BOOK'],
    ['closed', 'Booking Closed'],
    ['full', 'Fully Booked'],
    ['passed', 'Event Passed'],
    ['free', 'BOOK'],
    ['last', 'BOOK'],
  ])('%s says %s', (key, label) => {
    const plan = planOf(key)
    const odd = firstStarts().filter((now) => eventLabel(planned(plan, now), now) !== label)
    expect(odd).toEqual([])
  })

  test('every other coming event can be booked', () => {
    const coming = programme.filter(({ key, when }) => !key && 'inDays' in when && when.inDays > 0)
    const odd = firstStarts().flatMap((now) =>
      coming
        .filter((plan) => eventLabel(planned(plan, now), now) !== 'BOOK')
        .map(({ venue }) => `${now.toISOString()}: ${venue.addressLine1}`),
    )
    expect(odd).toEqual([])
    expect(coming.length).toBeGreaterThan(15)
  })

  test('works can be booked only because corporate events never close, and for hours yet', () => {
    for (const now of firstStarts()) {
      const works = planned(planOf('works'), now)
      expect(isBookingRestricted({ ...works, exclusive_for: 'COMMUNITY' }, now)).toBe(true)
      expect(eventStart(works).getTime() - now.getTime()).toBeGreaterThan(6 * 3_600_000)
    }
  })

  test('closed is not over for hours yet', () => {
    for (const now of firstStarts()) {
      const closed = eventEnd(planned(planOf('closed'), now))
      expect(closed.getTime() - now.getTime()).toBeGreaterThan(12 * 3_600_000)
    }
  })
})

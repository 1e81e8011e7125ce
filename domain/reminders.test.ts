import { describe, expect, test } from 'vitest'
import { canStillChange, changeCutOff } from './booking.ts'
import { MINUTE_MS } from './durations.ts'
import { firstReminderAt, isRetestDue, lastDaysReminderAt, reminderAt } from './reminders.ts'
import { ukInstant } from './uk-time.ts'

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)
const WEEK = { reminder_days: 7 }
const longAgo = new Date('2020-01-01T00:00:00Z')
const utc = (at: Date) => at.toISOString().slice(0, 16)

// London is on summer time from 2027-03-28 01:00 to 2027-10-31 01:00 (UTC).
describe.each([
  ['in winter', '2027-01-16 10:20', '01-16T10:20', '01-14T10:20', '01-09T09:00', '01-13T09:00'],
  ['in summer', '2027-07-17 10:20', '07-17T09:20', '07-15T09:20', '07-10T08:00', '07-14T08:00'],
  ['14:59', '2027-01-16 14:59', '01-16T14:59', '01-14T14:59', '01-09T09:00', '01-13T09:00'],
  ['15:00', '2027-01-16 15:00', '01-16T15:00', '01-14T15:00', '01-09T09:00', '01-14T09:00'],
  ['midnight', '2027-01-16 00:00', '01-16T00:00', '01-14T00:00', '01-09T09:00', '01-13T09:00'],
  ['spring, 00:30', '2027-03-28 00:30', '03-28T00:30', '03-26T00:30', '03-21T09:00', '03-25T09:00'],
  ['spring, 00:59', '2027-03-28 00:59', '03-28T00:59', '03-26T00:59', '03-21T09:00', '03-25T09:00'],
  // 01:30 does not exist that night; it means an hour later.
  ['spring, 01:30', '2027-03-28 01:30', '03-28T01:30', '03-26T01:30', '03-21T09:00', '03-25T09:00'],
  ['spring, 02:00', '2027-03-28 02:00', '03-28T01:00', '03-26T01:00', '03-21T09:00', '03-25T09:00'],
  ['spring, 03:00', '2027-03-28 03:00', '03-28T02:00', '03-26T02:00', '03-21T09:00', '03-25T09:00'],
  ['spring, 10:20', '2027-03-28 10:20', '03-28T09:20', '03-26T09:20', '03-21T09:00', '03-25T09:00'],
  ['the day after', '2027-03-29 10:20', '03-29T09:20', '03-27T09:20', '03-22T09:00', '03-26T09:00'],
  // The skipped hour counts: 16:00 is 48 hours after 15:00, not 16:00.
  ['spring, 15:30', '2027-03-28 15:30', '03-28T14:30', '03-26T14:30', '03-21T09:00', '03-25T09:00'],
  ['spring, 16:00', '2027-03-28 16:00', '03-28T15:00', '03-26T15:00', '03-21T09:00', '03-26T09:00'],
  ['autumn, 00:30', '2027-10-31 00:30', '10-30T23:30', '10-28T23:30', '10-24T08:00', '10-28T08:00'],
  // 01:30 occurs twice; the first is meant.
  ['autumn, 01:30', '2027-10-31 01:30', '10-31T00:30', '10-29T00:30', '10-24T08:00', '10-28T08:00'],
  ['autumn, 02:00', '2027-10-31 02:00', '10-31T02:00', '10-29T02:00', '10-24T08:00', '10-28T08:00'],
  ['autumn, 03:00', '2027-10-31 03:00', '10-31T03:00', '10-29T03:00', '10-24T08:00', '10-28T08:00'],
  ['autumn, 10:20', '2027-10-31 10:20', '10-31T10:20', '10-29T10:20', '10-24T08:00', '10-28T08:00'],
  // The repeated hour counts: 14:00 is 48 hours after 15:00.
  ['autumn, 13:59', '2027-10-31 13:59', '10-31T13:59', '10-29T13:59', '10-24T08:00', '10-28T08:00'],
  ['autumn, 14:00', '2027-10-31 14:00', '10-31T14:00', '10-29T14:00', '10-24T08:00', '10-29T08:00'],
  ['a week on', '2027-11-06 10:20', '11-06T10:20', '11-04T10:20', '10-30T08:00', '11-03T09:00'],
])('%s: %s', (_, london, start, cutOff, week, last) => {
  const [date = '', time = ''] = london.split(' ')
  const startsAt = ukInstant(date, time)

  test('starts, closes and reminds at these minutes', () => {
    expect(utc(startsAt)).toBe(`2027-${start}`)
    expect(utc(changeCutOff(startsAt))).toBe(`2027-${cutOff}`)
    expect(utc(firstReminderAt(startsAt, WEEK))).toBe(`2027-${week}`)
    expect(utc(lastDaysReminderAt(startsAt))).toBe(`2027-${last}`)
  })

  test('can be changed until that minute', () => {
    const at = changeCutOff(startsAt)
    expect([-1, 0, 1].map((n) => canStillChange(startsAt, minutesAfter(at, n)))).toEqual([
      ...[true, true, false],
    ])
  })

  test('reminds from those minutes on, and leaves six hours to change', () => {
    const due = (at: Date, minutes: number) =>
      reminderAt({ startsAt, agreedAt: longAgo }, minutesAfter(at, minutes), WEEK)
    const [first, second] = [firstReminderAt(startsAt, WEEK), lastDaysReminderAt(startsAt)]
    expect([-1, 0, 1].map((n) => due(first, n))).toEqual([null, 'week before', 'week before'])
    const last = 'last days before'
    expect([-1, 0, 1].map((n) => due(second, n))).toEqual(['week before', last, last])
    expect([-121, -120, -119].map((n) => due(startsAt, n))).toEqual([last, null, null])
    expect(canStillChange(startsAt, minutesAfter(second, 6 * 60))).toBe(true)
    expect(canStillChange(startsAt, minutesAfter(second, 30 * 60 + 1))).toBe(false)
  })

  test('gets no reminder that was due before it was booked', () => {
    for (const due of [firstReminderAt(startsAt, WEEK), lastDaysReminderAt(startsAt)]) {
      const remindedAfter = (minutes: number) =>
        reminderAt(
          { startsAt, agreedAt: minutesAfter(due, minutes) },
          minutesAfter(due, 5),
          WEEK,
        ) !== null
      expect([-1, 0, 1].map(remindedAfter)).toEqual([true, false, false])
    }
  })
})

test('each reminder may be sent until the next is due, the last until two hours before', () => {
  const startsAt = new Date('2027-01-16T10:20:00Z')
  const due = (at: string) =>
    reminderAt({ startsAt, agreedAt: longAgo }, new Date(`2027-01-${at}Z`), WEEK)
  expect(due('13T08:59:59')).toBe('week before')
  expect(due('13T09:00:00')).toBe('last days before')
  expect(due('14T12:00:00')).toBe('last days before')
  expect(due('16T08:19:59')).toBe('last days before')
  expect(due('16T08:20:00')).toBeNull()
  expect(due('16T12:00:00')).toBeNull()
})

test.each([
  [4, '12T08:59:59', '12T09:00:00'],
  [14, '02T08:59:59', '02T09:00:00'],
])('the first leaves as many days before as the charity has set: %i', (days, early, due) => {
  const appointment = { startsAt: new Date('2027-01-16T10:20:00Z'), agreedAt: longAgo }
  const at = (time: string) =>
    reminderAt(appointment, new Date(`2027-01-${time}Z`), { reminder_days: days })
  expect([at(early), at(due)]).toEqual([null, 'week before'])
})

describe('the next test', () => {
  const due = (at: string, dateOfBirth = '1968-05-14') =>
    isRetestDue({ retestOn: '2027-07-16', dateOfBirth }, new Date(at))

  test('gets its reminder from 09:00 London time on its day, for sixty days', () => {
    expect(due('2027-07-16T07:59:59Z')).toBe(false)
    expect(due('2027-07-16T08:00:00Z')).toBe(true)
    expect(due('2027-09-13T22:59:59Z')).toBe(true)
    expect(due('2027-09-13T23:00:00Z')).toBe(false)
  })
  test('is not due for a member who has turned 81', () => {
    expect(due('2027-07-16T12:00:00Z', '1946-07-17')).toBe(true)
    expect(due('2027-07-17T12:00:00Z', '1946-07-17')).toBe(false)
  })
})

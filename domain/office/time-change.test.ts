import { describe, expect, test } from 'vitest'
import { ukDate, ukInstant, ukTime } from '../uk-time.ts'
import { planSlots, type SlotPlan } from './slot-plan.ts'
import { assignSlots, freeCancellationEnds, placesOf, timeOnNewDay } from './time-change.ts'

const DATE = '2027-01-20'
const plan = (changes: Partial<SlotPlan> = {}): SlotPlan => ({
  start: '10:00',
  end: '12:00',
  session_minutes: 20,
  places_per_slot: 1,
  breaks: [],
  kept_back: 0,
  ...changes,
})
const at = (time: string, date = DATE) => ukInstant(date, time)

describe('the time on the new day', () => {
  test.each([
    ['moves with the start', '10:20', 'move', { date: DATE, start: '11:00' }, `${DATE} 11:20`],
    ['keeps its clock', '10:20', 'keep', { date: DATE, start: '09:00' }, `${DATE} 10:20`],
    [
      'goes to another date',
      '10:20',
      'move',
      { date: '2027-02-03', start: '10:00' },
      '2027-02-03 10:20',
    ],
    [
      'keeps its clock through summer time',
      '10:20',
      'keep',
      { date: '2027-06-02', start: '10:00' },
      '2027-06-02 10:20',
    ],
    ['runs past midnight', '11:40', 'move', { date: DATE, start: '23:00' }, '2027-01-21 00:40'],
  ] as const)('%s', (_, time, times, to, expected) => {
    const moved = timeOnNewDay(at(time), { from: { date: DATE, start: '10:00' }, to, times })
    expect(`${ukDate(moved)} ${ukTime(moved)}`).toBe(expected)
  })

  test('after midnight of a night event stays after midnight', () => {
    const from = { date: DATE, start: '22:00' }
    const to = { date: '2027-01-27', start: '22:00' }
    const moved = timeOnNewDay(at('00:20', '2027-01-21'), { from, to, times: 'keep' })
    expect(`${ukDate(moved)} ${ukTime(moved)}`).toBe('2027-01-28 00:20')
  })
})

describe('slots for appointments', () => {
  const assign = (wanted: string[], changes: Partial<SlotPlan> = {}) =>
    assignSlots(
      wanted.map((time, n) => ({ id: n + 1, wanted: at(time) })),
      planSlots(DATE, plan(changes)),
    )
  const times = (assigned: ReturnType<typeof assign>) =>
    assigned?.map(({ slot, isOther }) => `${slot.time}${isOther ? ' instead' : ''}`)

  test('are the wanted ones while they have places', () => {
    expect(times(assign(['10:20', '11:40']))).toEqual(['10:20', '11:40'])
  })
  test('are the nearest for those whose time is gone, in order of time', () => {
    expect(times(assign(['10:20', '10:20', '09:40', '11:59']))).toEqual([
      '10:20',
      '10:40 instead',
      '10:00 instead',
      '11:40 instead',
    ])
  })
  test('avoid a break', () => {
    expect(times(assign(['10:40'], { breaks: [{ start: '10:40', end: '11:00' }] }))).toEqual([
      '10:20 instead',
    ])
  })
  test('give places kept back last, but leave them to those who have that time', () => {
    const kept = { start: '10:00', end: '10:40', places_per_slot: 2, kept_back: 2 }
    expect(times(assign(['10:00', '10:00', '10:00'], kept))).toEqual([
      '10:00',
      '10:00',
      '10:20 instead',
    ])
    expect(assign(['10:00', '10:00', '10:00', '10:00'], kept)).toHaveLength(4)
  })
  test('are none when there are fewer places than appointments', () => {
    expect(assign(['10:00', '10:20', '10:40'], { end: '10:40' })).toBeNull()
  })
})

test('places of a slot begin with its appointments, and the last are kept back', () => {
  const slots = planSlots(DATE, plan({ end: '10:40', places_per_slot: 2, kept_back: 1 }))
  const assigned = assignSlots([{ id: 7, wanted: at('10:20') }], slots) ?? []
  expect(
    placesOf(slots, assigned).map(({ startsAt, placeNumber, isKeptBack, appointmentId }) =>
      [ukTime(startsAt), placeNumber, isKeptBack, appointmentId].join(' '),
    ),
  ).toEqual(['10:00 1 false ', '10:00 2 false ', '10:20 1 false 7', '10:20 2 true '])
})

test('the free cancellation ends with its time, or when the appointment starts', () => {
  const now = at('09:00', '2027-01-18')
  const ends = (choice: '7 days' | '48 hours' | 'none', date: string) =>
    freeCancellationEnds(choice, { now, startsAt: at('10:00', date) })
  expect(ends('48 hours', '2027-01-30')).toEqual(at('09:00', '2027-01-20'))
  expect(ends('7 days', '2027-01-30')).toEqual(at('09:00', '2027-01-25'))
  expect(ends('7 days', '2027-01-20')).toEqual(at('10:00', '2027-01-20'))
  expect(ends('none', '2027-01-30')).toBeNull()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { eventEnd, eventStart } from './events.ts'
import { distributePlaces, findSlot, generateSlots, partOfDay } from './slots.ts'
import { ukInstant } from './uk-time.ts'

function timesOf(
  event_date: string,
  start_time: string,
  end_time: string,
  session_duration: number,
) {
  const event = exampleEvent({ event_date, start_time, end_time, session_duration })
  return generateSlots(event).map((slot) => `${slot.date.slice(8)} ${slot.time}`)
}

describe('the slots of an event', () => {
  test('each runs from its time for the length of a session', () => {
    const [first] = generateSlots(exampleEvent({ event_date: '2027-07-17' }))
    expect(first).toEqual({
      date: '2027-07-17',
      time: '10:00',
      startsAt: new Date('2027-07-17T09:00:00Z'),
      endsAt: new Date('2027-07-17T09:20:00Z'),
    })
  })

  test.each([
    [
      'two hours of 20 minutes',
      '2027-01-16',
      '10:00:00',
      '12:00:00',
      20,
      ['16 10:00', '16 10:20', '16 10:40', '16 11:00', '16 11:20', '16 11:40'],
    ],
    [
      'a last one that would overrun is not offered',
      '2027-01-16',
      '10:00:00',
      '11:00:00',
      25,
      ['16 10:00', '16 10:25'],
    ],
    ['a session as long as the event', '2027-01-16', '10:00:00', '11:00:00', 60, ['16 10:00']],
    ['a session longer than the event', '2027-01-16', '10:00:00', '11:00:00', 61, []],
    ['a session of no length', '2027-01-16', '10:00:00', '11:00:00', 0, []],
    ['an event of no length', '2027-01-16', '10:00:00', '10:00:00', 20, []],
    ['to midnight', '2027-01-16', '23:00:00', '00:00:00', 30, ['16 23:00', '16 23:30']],
    [
      'past midnight, on the next date',
      '2027-01-16',
      '23:00:00',
      '01:00:00',
      30,
      ['16 23:00', '16 23:30', '17 00:00', '17 00:30'],
    ],
    [
      'over the night when clocks go forward: no 01:xx',
      '2027-03-27',
      '23:30:00',
      '03:00:00',
      30,
      ['27 23:30', '28 00:00', '28 00:30', '28 02:00', '28 02:30'],
    ],
    [
      'over the night when clocks go back: the repeated hour is offered once',
      '2026-10-24',
      '23:30:00',
      '03:00:00',
      30,
      ['24 23:30', '25 00:00', '25 00:30', '25 01:00', '25 01:30', '25 02:00', '25 02:30'],
    ],
    [
      'in 2027 as well',
      '2027-10-31',
      '00:30:00',
      '02:30:00',
      20,
      ['31 00:30', '31 00:50', '31 01:10', '31 01:30', '31 01:50', '31 02:10'],
    ],
  ])('%s', (_situation, date, start, end, minutes, expected) => {
    expect(timesOf(date, start, end, minutes)).toEqual(expected)
  })
})

const clock = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${new Date(quarter * 900_000).toISOString().slice(11, 16)}:00`)
const changeDays = [
  '2026-10-24',
  '2026-10-25',
  '2027-03-27',
  '2027-03-28',
  '2027-10-30',
  '2027-10-31',
]
const anyEvent = fc
  .record({
    event_date: fc.constantFrom('2027-01-16', '2027-07-17', '2026-12-31', ...changeDays),
    start_time: clock,
    end_time: clock,
    session_duration: fc.integer({ min: 5, max: 120 }),
  })
  .map(exampleEvent)

test('slots of any event lie inside it, follow each other and last a session', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const slots = generateSlots(event)
      const begins = [...slots.map((slot) => slot.startsAt), eventEnd(event)]
      const ends = [eventStart(event), ...slots.map((slot) => slot.endsAt)]
      expect(begins.every((begin, i) => begin >= (ends[i] ?? Number.NaN))).toBe(true)
      const lengths = slots.map((slot) => slot.endsAt.getTime() - slot.startsAt.getTime())
      expect(lengths.filter((length) => length !== event.session_duration * 60_000)).toEqual([])
    }),
  )
})

test('every slot of any event is named by its London date and time, and found by them', () => {
  fc.assert(
    fc.property(anyEvent, fc.nat(), (event, any) => {
      const slots = generateSlots(event)
      const misnamed = slots.filter((s) => +ukInstant(s.date, s.time) !== +s.startsAt)
      expect(misnamed).toEqual([])
      const slot = slots[any % slots.length]
      if (slot) expect(findSlot(event, slot.time, slot.date)).toEqual(slot)
    }),
    { numRuns: 50 },
  )
})

describe('finding a slot by its time', () => {
  const night = exampleEvent({ start_time: '23:00:00', end_time: '01:00:00', session_duration: 30 })
  test.each([
    ['on the grid', '23:30', undefined, '2027-01-16T23:30:00.000Z'],
    ['on the grid and its date', '23:30', '2027-01-16', '2027-01-16T23:30:00.000Z'],
    ['after midnight, without a date', '00:30', undefined, '2027-01-17T00:30:00.000Z'],
    ['after midnight, on its own date', '00:30', '2027-01-17', '2027-01-17T00:30:00.000Z'],
    ['after midnight, on the date the event began', '00:30', '2027-01-16', undefined],
    ['between two slots', '23:15', undefined, undefined],
    ['when the event ends', '01:00', undefined, undefined],
    ['on another day', '23:30', '2027-01-17', undefined],
    ['no time at all', 'noon', undefined, undefined],
  ])('%s', (_situation, time, date, startsAt) => {
    expect(findSlot(night, time, date)?.startsAt.toISOString()).toBe(startsAt)
  })
})

describe('distributing places over slots', () => {
  test.each([
    ['evenly', 24, 6, [4, 4, 4, 4, 4, 4]],
    ['the first get what is over', 20, 6, [4, 4, 3, 3, 3, 3]],
    ['fewer places than slots', 2, 4, [1, 1, 0, 0]],
    ['no places', 0, 3, [0, 0, 0]],
    ['no slots', 5, 0, []],
  ])('%s', (_situation, total, slots, dealt) => {
    expect(distributePlaces(total, slots)).toEqual(dealt)
  })

  test('all places are distributed, earlier slots never get fewer, and none gets two more than another', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), fc.integer({ min: 1, max: 300 }), (total, slots) => {
        const dealt = distributePlaces(total, slots)
        expect(dealt).toHaveLength(slots)
        expect(dealt.reduce((sum, places) => sum + places, 0)).toBe(total)
        expect(dealt).toEqual([...dealt].sort((a, b) => b - a))
        expect(Math.max(...dealt) - Math.min(...dealt)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test.each([
  ['00:00', 'Morning'],
  ['11:59', 'Morning'],
  ['12:00', 'Afternoon'],
  ['16:59', 'Afternoon'],
  ['17:00', 'Evening'],
  ['23:40', 'Evening'],
])('%s is shown under %s', (time, part) => {
  expect(partOfDay(time)).toBe(part)
})

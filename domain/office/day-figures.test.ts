import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examplePerson } from '../../test/app/example-day.ts'
import { dayFigures } from './day-figures.ts'

const at = (time: string) => `2027-01-26T${time}:00.000Z`
const now = new Date(at('11:00'))
const arrived = (time: string) =>
  examplePerson({ state: 'arrived', since: at(time), arrived_at: at(time) })
const done = (from: string, until: string, state: 'sampled' | 'not_sampled' = 'sampled') =>
  examplePerson({ state, since: at(until), arrived_at: at(from) })

test('before anybody came there is nothing to count', () => {
  expect(dayFigures([examplePerson(), examplePerson({ is_booked: false })], now)).toEqual({
    expected: 1,
    arrived: 0,
    waiting: 0,
    done: 0,
    waitingNow: null,
    seenLately: null,
    arrivals: [],
  })
})

test('everybody who came waits or is done; an absence is neither', () => {
  const people = [
    arrived('10:50'),
    done('10:00', '10:20'),
    done('10:00', '10:20', 'not_sampled'),
    examplePerson({ state: 'did_not_attend', since: at('10:59') }),
  ]
  expect(dayFigures(people, now)).toMatchObject({ arrived: 3, waiting: 1, done: 2, expected: 0 })
})

describe('waits', () => {
  test('of those here have a median and a longest, in whole minutes', () => {
    const three = [arrived('10:58'), arrived('10:20'), arrived('10:50')]
    expect(dayFigures(three, now).waitingNow).toEqual({ count: 3, median: 10, longest: 40 })
    expect(dayFigures(three.slice(0, 2), now).waitingNow).toEqual({
      count: 2,
      median: 21,
      longest: 40,
    })
  })

  test('of those done count for half an hour', () => {
    const people = [done('10:00', '10:30'), done('10:00', '10:31'), done('10:40', '11:00')]
    expect(dayFigures(people, now).seenLately).toEqual({ count: 2, median: 26, longest: 31 })
  })

  test('are unknown where a paper list has one time, and never negative', () => {
    expect(dayFigures([done('10:50', '10:50')], now).seenLately).toBeNull()
    expect(dayFigures([arrived('11:05')], now).waitingNow?.longest).toBe(0)
  })
})

test('arrivals are counted by quarters in London time, empty ones between too', () => {
  const summer = (time: string) =>
    examplePerson({ state: 'arrived', arrived_at: `2027-07-06T${time}:00.000Z` })
  const people = [summer('09:14'), summer('09:15'), summer('09:59'), summer('09:00')]
  expect(dayFigures(people, new Date('2027-07-06T10:00:00Z')).arrivals).toEqual([
    { from: '10:00', count: 2 },
    { from: '10:15', count: 1 },
    { from: '10:30', count: 0 },
    { from: '10:45', count: 1 },
  ])
})

test('every arrival is in one quarter, and no median above the longest', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(minutes, (waits) => {
      const people = waits.map((minute) => {
        const since = new Date(now.getTime() - minute * 60_000).toISOString()
        return examplePerson({ state: 'arrived', since, arrived_at: since })
      })
      const { arrivals, waitingNow } = dayFigures(people, now)
      expect(arrivals.reduce((sum, { count }) => sum + count, 0)).toBe(waits.length)
      expect(waitingNow?.longest).toBe(Math.max(...waits))
      expect(waitingNow?.median).toBeLessThanOrEqual(waitingNow?.longest ?? 0)
    }),
  )
})

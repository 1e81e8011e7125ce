import { expect, test } from 'vitest'
import { MINUTE_MS } from '../durations.ts'
import { mostWithinAnHour } from './hourly-limit.ts'
import { type Registered, whyNoMoreRecords, whyNotMore, whyNotOpenPlace } from './walk-in-limits.ts'

const event = {
  startsAt: new Date('2027-03-01T10:00:00Z'),
  endsAt: new Date('2027-03-01T14:00:00Z'),
}
const at = (minutes: number) => new Date(event.startsAt.getTime() + minutes * MINUTE_MS)
const times = (count: number, each: (index: number) => number): Registered[] =>
  Array.from({ length: count }, (_, index) => ({
    at: at(each(index)),
    receivedAt: at(each(index)),
    isOpenPlace: true,
  }))
const asked = (minutes: number, more: Partial<Parameters<typeof whyNotMore>[0]> = {}) => ({
  at: at(minutes),
  now: at(minutes),
  event,
  isLead: false,
  registered: [],
  ...more,
})

test('an open place is taken from an hour before the first slot until two hours after the end', () => {
  expect([-61, -60, 0].map((minutes) => whyNotOpenPlace(asked(minutes)))).toEqual([
    'walk_ins_not_open',
    null,
    null,
  ])
  expect([359, 360, 361].map((minutes) => whyNotMore(asked(minutes)))).toEqual([
    null,
    null,
    'walk_ins_not_open',
  ])
})

test('a place kept back is given earlier, and nobody is recorded without one', () => {
  expect(whyNotMore(asked(-900))).toBe(null)
  expect(whyNoMoreRecords(asked(-900))).toBe('walk_ins_not_open')
})

test('the fifteenth of an hour is the last, and the fifth into an open place of who does not lead', () => {
  expect(whyNotMore(asked(30, { registered: times(14, () => 10) }))).toBe(null)
  expect(whyNotMore(asked(30, { registered: times(15, () => 10) }))).toBe('too_many_walk_ins')
  expect(whyNotMore(asked(70, { registered: times(15, () => 10) }))).toBe(null)
  const five = { registered: times(5, () => 10) }
  expect(whyNotOpenPlace(asked(30, five))).toBe('too_many_walk_ins')
  expect(whyNotOpenPlace(asked(30, { ...five, isLead: true }))).toBe(null)
})

test('times that run backwards count like others', () => {
  // 15 in each minute, each minute before the last.
  expect(whyNotMore(asked(20, { registered: times(15, () => 21) }))).toBe('too_many_walk_ins')
  expect(mostWithinAnHour([at(-50), at(-10), at(5), at(55)], at(0))).toBe(3)
  expect(mostWithinAnHour([at(-60), at(60)], at(0))).toBe(0)
})

test('a tablet sends four hours at once, however many it says that it was without a connection', () => {
  const sent = (count: number) =>
    times(count, (index) => index).map((one, index) => ({
      ...one,
      at: at(-index * 5),
      receivedAt: at(300),
    }))
  const late = { now: at(300), at: at(240) }
  expect(whyNotMore({ ...asked(0), ...late, registered: sent(59) })).toBe(null)
  expect(whyNotMore({ ...asked(0), ...late, registered: sent(60) })).toBe('too_many_walk_ins')
})

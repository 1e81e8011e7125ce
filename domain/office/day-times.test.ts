import { describe, expect, test } from 'vitest'
import { examplePerson } from '../../test/app/example-day.ts'
import { findLate, inListOrder, instantAt } from './day-times.ts'

const event = { date: '2027-01-26', start: '10:00', session_minutes: 20 }
const evening = { date: '2027-01-26', start: '22:00', session_minutes: 20 }
const at = (time: string) => new Date(`2027-01-26T${time}:00Z`)

test('a time before the start belongs to the next day', () => {
  expect(instantAt(evening, '23:40')).toEqual(at('23:40'))
  expect(instantAt(evening, '00:20')).toEqual(new Date('2027-01-27T00:20:00Z'))
})

describe('a person is late', () => {
  const expected = examplePerson({ time: '10:20' })
  test('when the slot has passed, and not before', () => {
    const before = examplePerson({ time: '10:00' })
    const people = [expected, before]
    expect(findLate(people, event, at('10:39'))).toEqual(new Set([before]))
    expect(findLate(people, event, at('10:40'))).toEqual(new Set(people))
  })
  test.each([{ state: 'arrived' }, { state: 'did_not_attend' }, { is_booked: false }] as const)(
    'but not with %j',
    (more) => {
      expect(findLate([{ ...expected, ...more }], event, at('12:00'))).toEqual(new Set())
    },
  )
})

test('the list is by time, then by name, across midnight', () => {
  const people = [
    examplePerson({ time: '00:20', last_name: 'Abel' }),
    examplePerson({ time: '23:40', last_name: 'Young' }),
    examplePerson({ time: '23:40', last_name: 'Éden', first_name: 'Zak' }),
    examplePerson({ time: '23:40', last_name: 'Éden', first_name: 'Al' }),
  ]
  expect(inListOrder(people, evening).map((one) => [one.last_name, one.first_name])).toEqual([
    ['Éden', 'Al'],
    ['Éden', 'Zak'],
    ['Young', 'Seán'],
    ['Abel', 'Seán'],
  ])
})

import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  heldAfterMove,
  heldUntil,
  invitationState,
  nearestTime,
  planGroup,
  toPerson,
} from './invitations.ts'

const at = (time: string) => new Date(`2027-01-17T${time}:00Z`)
const times = [
  { startsAt: at('10:00'), places: 1 },
  { startsAt: at('10:20'), places: 2 },
]
const named = (name: string, line: number, time = '') => toPerson(line, { name, time })
const none = { times, invited: [], booked: [] }

test('headings are read leniently, and a list without names is none', () => {
  expect(columnsOf(['E-mail address', 'FULL NAME', 'Lodge', ' Mobile No. '])).toEqual([
    'email',
    'name',
    null,
    'mobile',
  ])
  expect(columnsOf(['First name', 'Surname'])).toEqual(['first', 'last'])
  expect(columnsOf(['Albert', 'albert@example.org'])).toBeNull()
})

test('a spreadsheet that has taken the zero of a mobile number away is understood', () => {
  const { mobile, problem } = toPerson(2, { name: 'A B', mobile: '7700900123' })
  expect([mobile, problem]).toEqual(['+447700900123', null])
})

test('who asked for a time gets it before the others, who fill up from the earliest', () => {
  const rows = planGroup(
    [named('A', 2), named('B', 3, '10.00'), named('C', 4), named('D', 5)],
    none,
  )
  expect(rows.map(({ time, problem }) => problem ?? time)).toEqual([
    '10:20',
    '10:00',
    '10:20',
    'no_place',
  ])
})

test('two men of one household may share a mobile number, but not an email address', () => {
  const people = [
    toPerson(2, { name: 'A', email: 'a@example.org', mobile: '07700 900123' }),
    toPerson(3, { name: 'B', email: 'b@example.org', mobile: '07700 900123' }),
    toPerson(4, { name: 'C', email: 'A@example.org' }),
  ]
  const problems = planGroup(people, none).map(({ problem }) => problem)
  expect(problems).toEqual([null, null, 'listed_twice'])
})

test('a place is held to the end of booking and to its own time at most', () => {
  const now = at('09:00')
  const long = { now, days: 7, startsAt: at('10:00') }
  expect(heldUntil({ ...long, closesAt: at('09:30') })).toEqual(at('09:30'))
  expect(heldUntil({ ...long, closesAt: null })).toEqual(at('10:00'))
})

test('after a change of time the nearest hour with a place is held, the earlier of two', () => {
  expect(nearestTime(at('10:10'), times)).toEqual(at('10:00'))
  expect(nearestTime(at('13:00'), times)).toEqual(at('10:20'))
  expect(nearestTime(at('13:00'), [{ startsAt: at('10:00'), places: 0 }])).toBeNull()
  const over = { until: at('12:00'), closesAt: at('08:00'), startsAt: at('10:00') }
  expect(heldAfterMove({ ...over, now: at('09:00') })).toBeNull()
})

describe('the state of an invitation', () => {
  const held = { endedBecause: null, heldUntil: at('12:00'), isOpened: false, isBooked: false }
  test.each([
    [{ isHeld: true }, 'invited'],
    [{ isHeld: true, isOpened: true }, 'opened'],
    [{ isHeld: false }, 'given_up'],
    [{ isHeld: false, heldUntil: at('08:00') }, 'lapsed'],
    [{ isHeld: false, isBooked: true, heldUntil: at('08:00') }, 'booked'],
    [{ isHeld: false, endedBecause: 'withdrawn' as const }, 'withdrawn'],
  ])('of %j is %s', (facts, state) => {
    expect(invitationState({ ...held, ...facts }, at('09:00'))).toBe(state)
  })
})

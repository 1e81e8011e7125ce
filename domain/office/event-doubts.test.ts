import { expect, test } from 'vitest'
import {
  type DoubtfulEvent,
  doubtsOf,
  doubtsOfCode,
  doubtsOfNewHall,
  unread,
} from './event-doubts.ts'

const USUAL: DoubtfulEvent = {
  date: '2027-03-06',
  start: '09:00',
  end: '12:00',
  pricePence: 2500,
  usualPence: 2000,
  atSameHall: [],
}

test.each<[string, Partial<DoubtfulEvent>, string[]]>([
  ['a usual day', {}, []],
  ['exactly twelve hours', { start: '08:00', end: '20:00' }, []],
  ['more than twelve hours', { start: '08:00', end: '20:10' }, ['long_day']],
  ['an end before the start', { start: '13:00', end: '12:00' }, ['overnight', 'long_day']],
  ['an evening past midnight', { start: '20:00', end: '00:30' }, ['overnight']],
  ['a Sunday', { date: '2027-03-07' }, ['sunday']],
  ['Good Friday', { date: '2027-03-26' }, ['bank_holiday']],
  ['ten times the usual price', { pricePence: 20_000 }, ['price']],
  ['nearly ten times the usual price', { pricePence: 19_999 }, []],
  ['any price of a free product', { usualPence: 0, pricePence: 90_000 }, []],
  ['the same hall at the same hour', { atSameHall: ['Ely PSA screening'] }, ['same_hall']],
])('%s', (_, changes, expected) => {
  const doubts = doubtsOf({ ...USUAL, ...changes })
  expect(doubts.map(({ kind }) => kind)).toEqual(expected)
  for (const { sentence } of doubts) expect(sentence).toMatch(/[.?]$/)
})

const OLD_HALL = {
  addressLine1: 'Town Hall',
  addressLine2: null,
  latitude: 53.8,
  longitude: -1.55,
  parking: 'Behind the hall.',
  stepFreeAccess: null,
  hearingLoop: null,
  publicTransport: null,
}

test('asks about what was entered of the old hall, and only of that', () => {
  expect(doubtsOfNewHall(OLD_HALL, { ...OLD_HALL, addressLine1: ' TOWN HALL' })).toEqual([])
  const [doubt] = doubtsOfNewHall(OLD_HALL, { ...OLD_HALL, addressLine1: 'Guildhall' })
  expect(doubt?.sentence).toContain('those of the old venue: the pin on the map, parking.')
  const moved = { ...OLD_HALL, addressLine1: 'Guildhall', latitude: 53.9, parking: null }
  expect(doubtsOfNewHall(OLD_HALL, moved)).toEqual([])
  expect(doubtsOfNewHall({ ...OLD_HALL, addressLine1: null }, OLD_HALL)).toEqual([])
})

test('asks about a code that would let everybody in without it', () => {
  expect(doubtsOfCode({ isPrivate: false, typedCode: true })).toHaveLength(1)
  expect(doubtsOfCode({ isPrivate: true, typedCode: true })).toEqual([])
})

test('asks once', () => {
  const doubts = doubtsOf({ ...USUAL, date: '2027-03-07', pricePence: 90_000 })
  expect(unread(doubts, ['sunday']).map(({ kind }) => kind)).toEqual(['price'])
})

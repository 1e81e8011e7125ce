import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { type BeginForm, beginErrors, mayBeginFor, mostBegunOf } from './begin-for-another.ts'

const WHOLE: BeginForm = {
  time: '10:20',
  'his-first-name': 'Albert',
  'his-last-name': 'Green',
  'his-email': 'albert@example.org',
  'his-mobile': '',
  'first-name': 'Jane',
  'last-name': 'Green',
  email: 'jane@example.org',
}
const faults = (changes: Partial<BeginForm>, sendsSms = true) =>
  beginErrors({ ...WHOLE, ...changes }, { sendsSms }).map(({ field }) => field)

describe('the form', () => {
  test.each<[string, Partial<BeginForm>, string[]]>([
    ['is whole', {}, []],
    ['has a mobile number instead', { 'his-email': '', 'his-mobile': '07700 900123' }, []],
    ['has no way to reach him', { 'his-email': '' }, ['his-email']],
    ['has her address as his', { 'his-email': 'jane@example.org' }, ['his-email']],
    ['has a landline', { 'his-mobile': '01603 123456' }, ['his-mobile']],
    ['has no time', { time: '' }, ['time']],
    ['has an address for a name', { 'first-name': 'evil.example/win' }, ['first-name']],
    ['has a long name', { 'his-last-name': 'A'.repeat(51) }, ['his-last-name']],
    ['has no address of hers', { email: 'jane@' }, ['email']],
  ])('%s', (_, changes, expected) => {
    expect(faults(changes)).toEqual(expected)
  })

  test('a mobile number alone is not enough without text messages', () => {
    expect(faults({ 'his-email': '', 'his-mobile': '07700 900123' }, false)).toEqual(['his-email'])
  })
})

test('a tenth of the places, at least one', () => {
  expect([1, 6, 10, 19, 20, 100].map(mostBegunOf)).toEqual([1, 1, 1, 1, 2, 10])
})

test('only a community event that anybody can book now', () => {
  const now = new Date('2027-01-10T09:00:00Z')
  const event = { ...exampleEvent(), event_date: '2027-01-20', exclusive_for: 'COMMUNITY' as const }
  const may = (changes: Partial<typeof event>) => mayBeginFor({ ...event, ...changes }, now)
  expect(may({ is_private: false })).toBe(true)
  expect(may({ is_private: true })).toBe(false)
  expect(mayBeginFor({ ...event, exclusive_for: 'CORPORATE' }, now)).toBe(false)
  expect(mayBeginFor({ ...event, exclusive_for: 'FREEMASONS' }, now)).toBe(false)
  expect(may({ is_cancelled: true })).toBe(false)
  expect(may({ is_booking_closed: true })).toBe(false)
  expect(may({ event_date: '2027-01-10' })).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { milesInWords } from './miles.ts'
import { matchesChoices, middleOf, milesBetween, readPostcode } from './nearby.ts'
import { nearbyChoices } from './search-events.ts'

it('measures great-circle miles', () => {
  const london = { latitude: 51.507, longitude: -0.128 }
  const york = { latitude: 53.957, longitude: -1.082 }
  expect(milesBetween(london, york)).toBeCloseTo(174, 0)
  expect(milesBetween(york, london)).toBeCloseTo(174, 0)
  expect(milesBetween(york, york)).toBe(0)
})

it.each([
  ['cm14ab', { district: 'CM1', sector: 'CM1 4', text: 'CM1 4AB' }],
  [' CM1  4AB ', { district: 'CM1', sector: 'CM1 4', text: 'CM1 4AB' }],
  ['CM1 4', { district: 'CM1', sector: 'CM1 4', text: 'CM1 4' }],
  ['cm14', { district: 'CM14', sector: null, text: 'CM14' }],
  ['sw1a1aa', { district: 'SW1A', sector: 'SW1A 1', text: 'SW1A 1AA' }],
  ['ox1 oaa', { district: 'OX1', sector: 'OX1 0', text: 'OX1 0AA' }],
  ['York', null],
  ['YO1 9R', null],
])('reads the postcode %j', (typed, read) => {
  expect(readPostcode(typed)).toEqual(read)
})

it('takes the median of the points', () => {
  const at = (latitude: number) => ({ latitude, longitude: -latitude })
  expect(middleOf([])).toBeNull()
  expect(middleOf([at(51)])).toEqual(at(51))
  expect(middleOf([at(60), at(51), at(52)])).toEqual(at(52))
  expect(middleOf([at(50), at(52)])).toEqual(at(51))
})

describe('a choice of times and price', () => {
  const monday = { ...exampleEvent(), event_date: '2027-01-18', price: null, product_price: 0 }
  const evening = { ...monday, start_time: '17:30:00', end_time: '20:30:00' }
  const daytime = { ...monday, start_time: '10:00:00', end_time: '18:00:00' }
  const late = { ...monday, start_time: '22:00:00', end_time: '00:00:00' }
  const saturday = { ...evening, event_date: '2027-01-23' }

  it('knows weekday evenings and weekends', () => {
    const matching = (times: string) =>
      [evening, daytime, late, saturday].map((event) => matchesChoices(event, nearbyChoices(times)))
    expect(matching('')).toEqual([true, true, true, true])
    expect(matching('evenings')).toEqual([true, false, true, false])
    expect(matching('weekends')).toEqual([false, false, false, true])
    expect(matching('evenings,weekends,never')).toEqual([true, false, true, true])
  })

  it('knows what costs nothing', () => {
    expect(matchesChoices(evening, ['free'])).toBe(true)
    expect(matchesChoices({ ...evening, price: 100 }, ['free'])).toBe(false)
  })
})

it('says miles in words', () => {
  expect([0.4, 1.2, 3.6, 1234].map(milesInWords)).toEqual([
    'under a mile',
    'about 1 mile',
    'about 4 miles',
    'about 1,234 miles',
  ])
})

import { expect, test } from 'vitest'
import { venueInWords } from './venue-facts.ts'

test('a venue is said in one order, without what is not known', () => {
  const facts = { public_transport: 'Bus 62', hearing_loop: null, parking: 'At the back' }
  expect(venueInWords(facts)).toEqual([
    { label: 'Parking', text: 'At the back' },
    { label: 'Public transport', text: 'Bus 62' },
  ])
})

test('nothing is said of an unknown venue', () => {
  expect(venueInWords(undefined)).toEqual([])
  expect(venueInWords({ parking: null })).toEqual([])
})

import { expect, it } from 'vitest'
import { exampleEvent } from '../../test/app/example-event.ts'
import { numbersOnMap, openInMaps } from './places.ts'

it('numbers the events whose place is known, in the order of the list', () => {
  const events = [event(7, 51.5), event(8, null), event(9, 53.8)]
  expect([...numbersOnMap(events)]).toEqual([
    [7, 1],
    [9, 2],
  ])
})

it('keeps an event on the meridian or the equator, whose coordinate is 0', () => {
  expect(numbersOnMap([event(4, 0)]).size).toBe(1)
})

it('leads to the street on a map elsewhere', () => {
  expect(openInMaps({ latitude: 53.802, longitude: -1.5485 })).toBe(
    'https://www.openstreetmap.org/?mlat=53.802&mlon=-1.5485#map=16/53.802/-1.5485',
  )
})

function event(event_id: number, latitude: number | null) {
  return exampleEvent({ event_id, latitude, longitude: latitude === null ? null : 0 })
}

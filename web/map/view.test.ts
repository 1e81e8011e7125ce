import { describe, expect, it } from 'vitest'
import { exampleEvent } from '../../test/app/example-event.ts'
import { countBefore, type Place, pinLabel, placesOf, viewOf } from './view.ts'

const BELFAST = place({ id: 1, latitude: 54.5964, longitude: -5.9301 })
const LEEDS = place({ id: 2, latitude: 53.802, longitude: -1.5485 })
const BRIGHTON = place({ id: 3, latitude: 50.8207, longitude: -0.1404 })

describe('where the map opens', () => {
  it('is London at zoom 8 when one of several events can be seen from there', () => {
    expect(viewOf([BELFAST, BRIGHTON])).toEqual({ latitude: 51.5074, longitude: -0.1278, zoom: 8 })
  })

  it('is the event itself at zoom 13 when there is one', () => {
    expect(viewOf([LEEDS])).toEqual({ latitude: 53.802, longitude: -1.5485, zoom: 13 })
  })

  it('is the first event at zoom 8 when all of them are far from London', () => {
    expect(viewOf([LEEDS, BELFAST])).toEqual({ latitude: 53.802, longitude: -1.5485, zoom: 8 })
  })

  it('is the nearest event after a search for a place', () => {
    expect(viewOf([LEEDS, BRIGHTON], true)).toEqual({
      latitude: 53.802,
      longitude: -1.5485,
      zoom: 8,
    })
  })

  it('is London when there is nothing to show', () => {
    expect(viewOf([])).toMatchObject({ latitude: 51.5074, zoom: 8 })
  })
})

it('calls a pin by all that its popup shows', () => {
  expect(pinLabel(place({ number: 3, date: 'Saturday, 16 January 2027' }))).toBe(
    '3: Colchester PSA screening, Saturday, 16 January 2027',
  )
  expect(pinLabel(place({}))).toBe('Colchester PSA screening')
})

it('counts events held at the same spot, so that no pin hides another', () => {
  expect(countBefore([LEEDS, BELFAST, LEEDS, LEEDS])).toEqual([0, 0, 1, 2])
})

it('numbers the events of the list and adds those of other spots without a number', () => {
  const { latitude, longitude } = LEEDS
  const listed = { ...exampleEvent({ event_id: 7 }), latitude, longitude }
  const others = [LEEDS, BELFAST].map(({ id, name, latitude, longitude }) => ({
    event_id: id,
    event_name: name,
    event_date: '2027-01-16',
    latitude,
    longitude,
  }))
  expect(placesOf([listed], true, others)).toMatchObject([
    { id: 7, number: 1, to: '/event/7' },
    { id: 1, number: null, to: '/event/1', date: 'Saturday, 16 January 2027' },
  ])
})

function place(differing: Partial<Place>): Place {
  return {
    id: 1,
    name: 'Colchester PSA screening',
    latitude: 51.8899,
    longitude: 0.901,
    number: null,
    date: null,
    to: null,
    ...differing,
  }
}

import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import type { PointOf } from './nearest-events.ts'
import { carriedFrom, suitableEvents } from './recalls.ts'

const NOW = new Date('2026-01-02T09:00:00Z')
const DISS = { latitude: 52.376, longitude: 1.108 }

const pointOf: PointOf = ({ latitude, longitude }) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

function at(event_id: number, latitude: number | null, rest = {}) {
  return exampleEvent({ event_id, latitude, longitude: latitude && DISS.longitude, ...rest })
}

function idsOf(events: Parameters<typeof suitableEvents>[0], audience = null as never) {
  return suitableEvents(events, { from: DISS, audience, now: NOW, pointOf }).map(
    ({ event_id: id }) => id,
  )
}

describe('events that suit', () => {
  test('are the three nearest; those without a pin come last', () => {
    expect(idsOf([at(1, null), at(2, 53), at(3, 52.4), at(4, 52.9), at(5, 54)])).toEqual([3, 4, 2])
    expect(idsOf([at(1, null), at(2, 53)])).toEqual([2, 1])
  })

  test('are open, public, and for everybody or for the audience of the last event', () => {
    const events = [
      at(1, 52.4, { is_private: true }),
      at(2, 52.5, { exclusive_for: 'FREEMASONS' }),
      at(3, 52.6, { exclusive_for: 'CORPORATE' }),
      at(4, 52.7, { booked_spaces: 0, total_spaces: 0 }),
      at(5, 52.8),
    ]
    expect(idsOf(events)).toEqual([5])
    expect(idsOf(events, 'FREEMASONS' as never)).toEqual([2, 5])
  })

  test('without a place of the member are the soonest', () => {
    const events = [
      at(1, 52, { event_date: '2026-03-08' }),
      at(2, 53, { event_date: '2026-03-07' }),
    ]
    const found = suitableEvents(events, { from: null, audience: null, now: NOW, pointOf })
    expect(found.map(({ event_id: id, miles }) => [id, miles])).toEqual([
      [2, null],
      [1, null],
    ])
  })
})

test('only the history of the family is offered again', () => {
  const answers = {
    numberOfPsaTest: '1',
    familyHistoryProstateCancer: 'Yes',
    fatherSideDetails: 'Uncle',
    medicationHistory: 'None',
    terms: true,
  }
  expect(carriedFrom(answers)).toEqual({
    familyHistoryProstateCancer: 'Yes',
    fatherSideDetails: 'Uncle',
  })
})

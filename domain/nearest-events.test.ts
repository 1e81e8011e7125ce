import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { byDistance, nearestEvents, type PointOf } from './nearest-events.ts'

const NOW = new Date('2026-01-02T09:00:00Z')
const DISS = { latitude: 52.376, longitude: 1.108 }
const pointOf: PointOf = ({ latitude, longitude }) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const at = (event_id: number, latitude: number | null, rest = {}) =>
  exampleEvent({ event_id, latitude, longitude: latitude && DISS.longitude, ...rest })
const idsOf = (events: { event_id: number }[]) => events.map(({ event_id: id }) => id)

describe('the nearest events', () => {
  test('are three that can be booked, without the one they stand beside', () => {
    const events = [
      at(1, 52.4),
      at(2, 52.5, { is_private: true }),
      at(3, 52.6, { is_cancelled: true }),
      at(4, 52.7, { total_spaces: 0 }),
      at(5, null),
      at(6, 54),
      at(7, 53),
      at(8, 53.5),
    ]
    const place = { from: DISS, now: NOW, pointOf }
    expect(idsOf(nearestEvents(events, place))).toEqual([1, 7, 8])
    expect(idsOf(nearestEvents(events, { ...place, besides: 1 }))).toEqual([7, 8, 6])
  })

  test('carry miles to one place, keep their order at the same distance, and come last without a place', () => {
    const events = [at(1, null), at(3, 52.476), at(2, 52.476)]
    const away = byDistance(events, { from: DISS, pointOf })
    expect(away.map(({ event_id: id, miles }) => [id, miles])).toEqual([
      [3, 6.9],
      [2, 6.9],
      [1, null],
    ])
    expect(idsOf(byDistance(events, { from: null, pointOf }))).toEqual([1, 3, 2])
  })
})

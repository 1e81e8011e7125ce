import { describe, expect, it } from 'vitest'
import type { Slot } from '../../domain/slots.ts'
import { justTaken, nearestFree, partsOfDay } from './time-choice.ts'

const date = '2027-01-16'
const slot = (time: string): Slot => {
  const startsAt = new Date(`${date}T${time}:00Z`)
  return { date, time, startsAt, endsAt: new Date(startsAt.getTime() + 20 * 60_000) }
}
const slots = ['11:20', '11:40', '12:00', '16:40', '17:00'].map(slot)
const free = (...times: string[]) => ({ [date]: { availableTimeSlots: times } })

describe('the parts of the day', () => {
  it('count the free times and include the taken ones in order', () => {
    const parts = partsOfDay(slots, free('11:40', '16:40'), null)
    expect(parts.map(({ part, freeCount }) => [part, freeCount])).toEqual([
      ['Morning', 1],
      ['Afternoon', 1],
      ['Evening', 0],
    ])
    expect(parts[0]?.times.map((time) => [time.slot.time, time.isFree])).toEqual([
      ['11:20', false],
      ['11:40', true],
    ])
  })

  it('count the member’s held time as free, though the server no longer lists it', () => {
    expect(partsOfDay(slots, free(), '11:20')[0]?.freeCount).toBe(1)
  })

  it('leave out a part without times', () => {
    expect(partsOfDay([slot('09:00')], free(), null).map(({ part }) => part)).toEqual(['Morning'])
  })
})

describe('times just taken', () => {
  it('are those listed before and not now', () => {
    expect(justTaken(slots, free('11:20', '11:40'), free('11:40', '12:00'))).toEqual(['11:20'])
  })
})

describe('the nearest free times', () => {
  it('are offered in order of time, the wanted one never among them', () => {
    const nearest = nearestFree({
      slots,
      free: free('11:20', '11:40', '12:00', '17:00'),
      wanted: '11:40',
      count: 2,
    })
    expect(nearest.map(({ time }) => time)).toEqual(['11:20', '12:00'])
  })

  it('are none when nothing is free or the wanted time is not of this event', () => {
    expect(nearestFree({ slots, free: free(), wanted: '11:40', count: 3 })).toEqual([])
    expect(nearestFree({ slots, free: free('11:20'), wanted: '03:00', count: 3 })).toEqual([])
  })
})

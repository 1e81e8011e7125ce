import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changePlaces,
  type PlacedPlace,
  planSlots,
  type SlotPlan,
  whyNotPlan,
} from './slot-plan.ts'

const DATE = '2027-01-16'
const plan = (changes: Partial<SlotPlan> = {}): SlotPlan => ({
  start: '10:00',
  end: '12:00',
  session_minutes: 20,
  places_per_slot: 2,
  breaks: [],
  kept_back: 0,
  ...changes,
})
const times = (changes: Partial<SlotPlan>) => planSlots(DATE, plan(changes)).map(({ time }) => time)

describe('the slots of a plan', () => {
  test.each([
    ['without a break', {}, ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']],
    [
      'none begins or runs in a break',
      { breaks: [{ start: '10:50', end: '11:00' }] },
      ['10:00', '10:20', '11:00', '11:20', '11:40'],
    ],
    [
      'a break on the grid takes its own slots only',
      { breaks: [{ start: '10:40', end: '11:20' }] },
      ['10:00', '10:20', '11:20', '11:40'],
    ],
    [
      'a break past midnight',
      { start: '23:00', end: '01:00', breaks: [{ start: '00:00', end: '00:20' }] },
      ['23:00', '23:20', '23:40', '00:20', '00:40'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(times(changes)).toEqual(expected)
  })

  test('keep places back evenly over the day', () => {
    const kept = planSlots(DATE, plan({ kept_back: 3 })).map(({ keptBack }) => keptBack)
    expect(kept).toEqual([0, 1, 0, 1, 0, 1])
  })
})

test.each([
  ['slot_plan.end', { end: '10:00' }],
  ['slot_plan.breaks', { breaks: [{ start: '09:00', end: '10:10' }] }],
  ['slot_plan.breaks', { breaks: [{ start: '11:00', end: '11:00' }] }],
  ['slot_plan.breaks', { breaks: [{ start: '11:50', end: '12:10' }] }],
  ['slot_plan.kept_back', { kept_back: 13 }],
])('a plan is refused for %s', (field, changes) => {
  expect(whyNotPlan(DATE, plan(changes))?.field).toBe(field)
})

describe('changing places', () => {
  const made = (changes: Partial<SlotPlan> = {}): PlacedPlace[] =>
    changePlaces([], planSlots(DATE, plan(changes))).add.map((place) => ({
      ...place,
      isTaken: false,
    }))
  const take = (places: PlacedPlace[], taken: number[]) =>
    places.map((place, n) => ({ ...place, isTaken: taken.includes(n) }))

  test('adds a chair to every slot', () => {
    const { add, remove, taken } = changePlaces(
      made(),
      planSlots(DATE, plan({ places_per_slot: 3 })),
    )
    expect([add.length, remove, taken]).toEqual([6, [], []])
    expect(new Set(add.map(({ placeNumber }) => placeNumber))).toEqual(new Set([3]))
  })

  test('takes the free chair away, whichever number it has', () => {
    const { remove, taken } = changePlaces(
      take(made(), [1]),
      planSlots(DATE, plan({ places_per_slot: 1 })),
    )
    expect(taken).toEqual([])
    expect(remove.slice(0, 2).map(({ placeNumber }) => placeNumber)).toEqual([1, 2])
  })

  test('names the slots whose places are taken', () => {
    const { taken } = changePlaces(
      take(made(), [2, 3]),
      planSlots(DATE, plan({ breaks: [{ start: '10:20', end: '10:40' }] })),
    )
    expect(taken.map((at) => at.toISOString())).toEqual(['2027-01-16T10:20:00.000Z'])
  })

  test('any plan is reached exactly, and no taken place is touched', () => {
    const anyPlan = fc.record({
      places_per_slot: fc.integer({ min: 1, max: 4 }),
      session_minutes: fc.constantFrom(20, 40),
      kept_back: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(anyPlan, anyPlan, fc.array(fc.nat(30)), (before, after, taken) => {
        const places = take(made(before), taken)
        const slots = planSlots(DATE, plan(after))
        const changes = changePlaces(places, slots)
        const isIn = (list: { startsAt: Date; placeNumber: number }[], place: PlacedPlace) =>
          list.some(
            (one) => +one.startsAt === +place.startsAt && one.placeNumber === place.placeNumber,
          )
        const touched = [...changes.remove, ...changes.keepBack, ...changes.release]
        expect(places.some((place) => place.isTaken && isIn(touched, place))).toBe(false)
        if (changes.taken.length > 0 || changes.notKept > 0) return
        const rest = places.filter((place) => !isIn(changes.remove, place))
        const result = [...rest, ...changes.add]
        for (const slot of slots) {
          const inSlot = result.filter(({ startsAt }) => +startsAt === +slot.startsAt)
          expect(inSlot).toHaveLength(slot.places)
          expect(new Set(inSlot.map(({ placeNumber }) => placeNumber)).size).toBe(slot.places)
        }
        expect(result).toHaveLength(slots.length * after.places_per_slot)
        const kept =
          rest.filter(
            (place) =>
              place.isKeptBack !== (isIn(changes.keepBack, place) || isIn(changes.release, place)),
          ).length + changes.add.filter(({ isKeptBack }) => isKeptBack).length
        const takenKept = rest.filter((place) => place.isKeptBack && place.isTaken).length
        expect(kept).toBe(Math.max(after.kept_back, takenKept))
      }),
    )
  })
})

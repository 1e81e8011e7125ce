import type { Slots } from '../../domain/contract.ts'
import { partOfDay, type Slot } from '../../domain/slots.ts'

const PARTS = ['Morning', 'Afternoon', 'Evening'] as const

export type PickerTime = { slot: Slot; isFree: boolean }
export type PickerPart = { part: (typeof PARTS)[number]; times: PickerTime[]; freeCount: number }

/** Without empty parts. `held` is the time that the member holds. */
export function partsOfDay(slots: readonly Slot[], free: Slots, held: string | null): PickerPart[] {
  return PARTS.map((part) => {
    const times = slots
      .filter(({ time }) => partOfDay(time) === part)
      .map((slot) => ({ slot, isFree: slot.time === held || isListed(slot, free) }))
    return { part, times, freeCount: times.filter(({ isFree }) => isFree).length }
  }).filter(({ times }) => times.length > 0)
}

/** Times ('HH:mm') that were free in `before` and are not in `now`. */
export function justTaken(slots: readonly Slot[], before: Slots, now: Slots): string[] {
  return slots
    .filter((slot) => isListed(slot, before) && !isListed(slot, now))
    .map(({ time }) => time)
}

/** In chronological order. */
export function nearestFree(options: {
  slots: readonly Slot[]
  free: Slots
  wanted: string
  count: number
}): Slot[] {
  const wanted = options.slots.find(({ time }) => time === options.wanted)
  if (!wanted) return []
  const distance = (slot: Slot) => Math.abs(slot.startsAt.getTime() - wanted.startsAt.getTime())
  return options.slots
    .filter((slot) => slot !== wanted && isListed(slot, options.free))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, options.count)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

export function isListed({ date, time }: Pick<Slot, 'date' | 'time'>, free: Slots): boolean {
  return free[date]?.availableTimeSlots.includes(time) ?? false
}

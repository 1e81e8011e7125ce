import type { Slots } from '../../domain/contract.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'

export function toSlots(starts: Date[]): Slots {
  const slots: Slots = {}
  for (const start of starts) {
    const date = ukDate(start)
    slots[date] ??= { availableTimeSlots: [] }
    slots[date].availableTimeSlots.push(ukTime(start))
  }
  return slots
}

import type { Slots } from '../../domain/contract.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import { freeTimes } from './free-places.queries.ts'

/** The times that are free to the member, as `freeTimes` has them. */
export async function freeSlots(
  q: Queryable,
  params: Parameters<typeof freeTimes>[1],
): Promise<Slots> {
  return toSlots(await freeTimes(q, params))
}

export function toSlots(starts: Date[]): Slots {
  const slots: Slots = {}
  for (const start of starts) {
    const date = ukDate(start)
    slots[date] ??= { availableTimeSlots: [] }
    slots[date].availableTimeSlots.push(ukTime(start))
  }
  return slots
}

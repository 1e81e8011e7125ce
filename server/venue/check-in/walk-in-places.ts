import type { EventDetails } from '../../../domain/contract.ts'
import { nearest, nearestWithPlace } from '../../../domain/office/walk-ins.ts'
import { generateSlots } from '../../../domain/slots.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listPlacesOfDay } from './day.queries.ts'
import { addPlace, lockPlace } from './walk-in-places.queries.ts'

export type WalkInPlace = { startsAt: Date; placeNumber: number; isExtra: boolean }

/**
 * The place of a walk-in, locked until the transaction ends: one kept back, else a free one, else
 * an extra one, nearest to `at`; null when no kept one is left and `onlyKeptBack`. Lock the event first.
 * Throws for an event without a slot.
 */
export async function findWalkInPlace(
  tx: Tx,
  of: { event: EventDetails; at: Date; now: Date; onlyKeptBack: boolean },
): Promise<WalkInPlace | null> {
  const { event, at, now, onlyKeptBack } = of
  const { event_id: eventId } = event
  const times = await listPlacesOfDay(tx, { eventId, now })
  let remaining = onlyKeptBack ? times.map((time) => ({ ...time, free: 0 })) : times
  for (let time = nearestWithPlace(remaining, at); time; time = nearestWithPlace(remaining, at)) {
    const { startsAt } = time
    const isKeptBack = time.keptBack > 0
    const placeNumber = await lockPlace(tx, { eventId, startsAt, isKeptBack, now })
    if (placeNumber !== null) return { startsAt, placeNumber, isExtra: false }
    // Somebody else takes it at this moment.
    const none = isKeptBack ? { keptBack: 0 } : { free: 0 }
    remaining = remaining.map((one) => (one.startsAt === startsAt ? { ...one, ...none } : one))
  }
  if (onlyKeptBack) return null
  const slot = nearest(times, at) ?? nearest(generateSlots(event), at)
  if (!slot) throw new Error(`event ${eventId} has no slot`)
  const { startsAt } = slot
  return { startsAt, placeNumber: await addPlace(tx, { eventId, startsAt }), isExtra: true }
}

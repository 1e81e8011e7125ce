import { randomUUID } from 'node:crypto'
import type { Tx } from '../platform/db/database.ts'
import { holdPlace } from './holds.queries.ts'
import { extendHoldOnce, extendHoldTo, releaseHolds } from './places.queries.ts'

/**
 * Extends the member's hold on the slot to at least `until`; if it has expired and `orAnother`,
 * takes another free place of the slot. False when the member holds no place afterwards.
 */
export async function ensureHold(
  tx: Tx,
  place: { eventId: number; memberId: number; startsAt: Date; until: Date; now: Date },
  { orAnother }: { orAnother: boolean },
): Promise<boolean> {
  if (await extendHoldTo(tx, place)) return true
  if (!orAnother) return false
  await releaseHolds(tx, place.memberId)
  const heldUntil = await holdPlace(tx, { ...place, holdId: randomUUID(), limits: null })
  return heldUntil !== null && (await extendHoldOnce(tx, place)) !== null
}

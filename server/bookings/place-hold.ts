import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { isBookingRestricted } from '../../domain/events.ts'
import { findSlot } from '../../domain/slots.ts'
import { databaseFault } from '../db/database.ts'
import { type AsksToEnter, mayEnter } from '../events/access-grant.ts'
import { freeTimes } from '../events/free-places/queries.ts'
import { findEvent } from '../events/queries.ts'
import { toSlots } from '../events/slots.ts'
import type { First, Together } from '../idempotency/answer-once.ts'
import type { Member } from '../members/queries.ts'
import type { Parts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { isPaymentUnderWay } from './known-before/queries.ts'
import { holdPlace, releaseOtherHolds } from './places/queries.ts'

type HoldParts = Pick<Parts, 'database' | 'now'>

/**
 * Keeps one place of the slot at 'HH:mm' (London) for the member for 15 minutes, instead of any he
 * held before. Throws Refused: not_found, booking_closed, access_code_required, payment_under_way, or
 * slot_taken with the times (`slots`) that are still free; what he held before is still his then.
 */
export async function placeHold(
  parts: HoldParts,
  ask: {
    member: Member
    eventId: number
    time: string
    /** The browser he asks from, which may have shown a private event's access code. */
    visitorHash?: AsksToEnter['visitorHash']
    /** What comes first in the transaction: a place that a twin is just taking is passed over. */
    first?: First
    /** What else must be written with the hold, or not at all. */
    together?: Together<Hold>
  },
): Promise<Hold> {
  const { member, eventId, time, visitorHash, first, together } = ask
  const now = parts.now()
  const { db } = parts.database
  const whose = { eventId, memberId: member.id, now }

  const event = await findEvent(db, eventId)
  if (!event) throw new Refused('not_found')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  if (isOver || isBookingRestricted(event, now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { ...whose, visitorHash }))) {
    throw new Refused('access_code_required')
  }
  if (!slot) throw await slotTaken()
  // The place that he is just paying for would be given up for this one.
  if (await isPaymentUnderWay(db, member.id)) throw new Refused('payment_under_way')

  const holdId = randomUUID()
  const until = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  return parts.database
    .transaction(async (tx) => {
      await first?.(tx)
      const place = { ...whose, startsAt: slot.startsAt }
      await releaseOtherHolds(tx, place)
      const heldUntil = await holdPlace(tx, { ...place, holdId, until })
      if (!heldUntil) throw new Refused('slot_taken')
      const hold = { hold_id: holdId, slot: slot.time, expires_at: heldUntil.toISOString() }
      await together?.(tx, hold)
      return hold
    })
    .catch(async (error) => {
      if (error instanceof Refused && error.reason === 'slot_taken') throw await slotTaken()
      // His own other tabs kept taking holds at the same moment: no person clicks like that.
      if (databaseFault(error)?.constraint === 'one_hold_per_member') throw new Refused('busy')
      throw error
    })

  async function slotTaken(): Promise<Refused> {
    return new Refused('slot_taken', { slots: toSlots(await freeTimes(db, whose)) })
  }
}

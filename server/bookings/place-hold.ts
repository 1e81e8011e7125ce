import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { isBookingRestricted } from '../../domain/events.ts'
import { HOLDS_OF_A_SLOT } from '../../domain/hold-limits.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot } from '../../domain/slots.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AsksToEnter, mayEnter } from '../events/access-grant.ts'
import { findEvent } from '../events/events.queries.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { ClaimKey, SaveResponse } from '../idempotency/idempotency-key.ts'
import type { Member } from '../members/members.queries.ts'
import { isPaymentUnderWay } from './booking-context.queries.ts'
import { type HoldLimits, holdLimitsOf } from './hold-limits.ts'
import { beginHold, hasAddressRoom, holdPlace } from './holds.queries.ts'

type HoldDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys' | 'settings'>

/**
 * Keeps one place of the slot at 'HH:mm' (London) for the member for 15 minutes, instead of any he
 * held before. A booking needs none (design §3a): where the limits of holds allow none, the time can
 * still be booked. Throws Refused: not_found, booking_closed, access_code_required, payment_under_way,
 * slot_taken with the times (`slots`) that are still free, held_before or too_many_holds; what he held
 * before is still his then.
 */
export async function placeHold(
  deps: HoldDeps,
  ask: {
    member: Member
    eventId: number
    time: string
    /** The network address that asks. */
    address: string
    /** The browser he asks from, which may have shown a private event's access code. */
    visitorHash?: AsksToEnter['visitorHash']
    /** What comes first in the transaction: a place that a twin is just taking is passed over. */
    first?: ClaimKey
    /** What else must be written with the hold, or not at all. */
    saveResponse?: SaveResponse<Hold>
  },
): Promise<Hold> {
  const { member, eventId, time, address, visitorHash, first, saveResponse } = ask
  const now = deps.now()
  const { db } = deps.database
  const whose = { eventId, memberId: member.id, now }

  const event = await findEvent(db, eventId)
  if (!event) throw new Refused('not_found')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  if (isOver || isBookingRestricted(event, now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { ...whose, visitorHash }))) {
    throw new Refused('access_code_required')
  }
  if (!slot) throw slotTaken(await freeTimes(db, whose))
  // The place that he is just paying for would be given up for this one.
  if (await isPaymentUnderWay(db, member.id)) throw new Refused('payment_under_way')

  const limits = holdLimitsOf(deps, { member, event, startsAt: slot.startsAt, address })
  const holdId = randomUUID()
  const until = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  return deps.database
    .transaction(async (tx) => {
      await first?.(tx)
      const place = { ...whose, startsAt: slot.startsAt }
      const limited = { limits, asked: await beginHold(tx, { ...place, limits }) }
      const heldUntil = await holdPlace(tx, { ...place, holdId, until, limited })
      if (!heldUntil) throw new Refused(await whyNotHeld(tx, { ...place, limited }))
      const hold = { hold_id: holdId, slot: slot.time, expires_at: heldUntil.toISOString() }
      await saveResponse?.(tx, hold)
      return hold
    })
    .catch(async (error) => {
      if (error instanceof Refused && NOT_HELD.includes(error.reason)) {
        const starts = await freeTimes(db, whose)
        const isFree = starts.some((start) => start.getTime() === slot.startsAt.getTime())
        if (!isFree || error.reason === 'slot_taken') throw slotTaken(starts)
      }
      // His own other tabs kept taking holds at the same moment: no person clicks like that.
      if (databaseFault(error)?.constraint === 'one_hold_per_member') throw new Refused('busy')
      throw error
    })
}

const NOT_HELD: Reason[] = ['slot_taken', 'held_before', 'too_many_holds']

function slotTaken(freeStarts: Date[]): Refused {
  return new Refused('slot_taken', { slots: toSlots(freeStarts) })
}

/** Why holdPlace held nothing, if a place of the slot is free. */
export async function whyNotHeld(
  tx: Tx,
  place: { eventId: number; memberId: number; now: Date; limited: Limited },
): Promise<'held_before' | 'too_many_holds' | 'slot_taken'> {
  if (place.limited.asked > HOLDS_OF_A_SLOT) return 'held_before'
  return (await hasAddressRoom(tx, place)) ? 'slot_taken' : 'too_many_holds'
}

type Limited = { limits: HoldLimits; asked: number }

import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { isBookingRestricted } from '../../domain/events.ts'
import { MAX_HOLDS_PER_SLOT } from '../../domain/hold-limits.ts'
import type { Reason } from '../../domain/refusals.ts'
import { findSlot } from '../../domain/slots.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { ClaimKey, SaveResponse } from '../idempotency/idempotency-key.ts'
import type { Member } from '../members/members.queries.ts'
import { isPaymentUnderWay } from './book-appointment.queries.ts'
import { type HoldLimits, holdLimitsOf } from './hold-limits.ts'
import { beginHold, hasAddressRoom, holdPlace } from './holds.queries.ts'

type HoldDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys' | 'settings'>

/**
 * Holds a place at 'HH:mm' (London) for 15 minutes, instead of the member's earlier hold. Throws
 * Refused not_found, booking_closed, access_code_required, payment_under_way, slot_taken (with
 * free times), held_before or too_many_holds; the earlier hold then stays.
 */
export async function placeHold(
  deps: HoldDeps,
  request: {
    member: Member
    eventId: number
    time: string
    address: string
    visitorHash?: AccessRequest['visitorHash']
    /** Runs first, or a concurrent duplicate would skip the locked place and be refused. */
    first?: ClaimKey
    /** Runs in the hold's transaction. */
    saveResponse?: SaveResponse<Hold>
  },
): Promise<Hold> {
  const { member, eventId, time, address, visitorHash, first, saveResponse } = request
  const now = deps.now()
  const { db } = deps.database
  const whose = { eventId, memberId: member.id, now }

  const event = await findEventDetails(db, eventId)
  if (!event) throw new Refused('not_found')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  if (isOver || isBookingRestricted(event, now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { ...whose, visitorHash }))) {
    throw new Refused('access_code_required')
  }
  if (!slot) throw slotTaken(await freeTimes(db, whose))
  // A new hold would release the place that the member is paying for.
  if (await isPaymentUnderWay(db, member.id)) throw new Refused('payment_under_way')

  const limits = holdLimitsOf(deps, { member, event, startsAt: slot.startsAt, address })
  const holdId = randomUUID()
  const until = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  return deps.database
    .transaction(async (tx) => {
      await first?.(tx)
      const place = { ...whose, startsAt: slot.startsAt }
      const limited = { limits, holds: await beginHold(tx, { ...place, limits }) }
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
      // The member's own tabs kept racing for a hold.
      if (databaseFault(error)?.constraint === 'one_hold_per_member') throw new Refused('busy')
      throw error
    })
}

const NOT_HELD: Reason[] = ['slot_taken', 'held_before', 'too_many_holds']

function slotTaken(freeStarts: Date[]): Refused {
  return new Refused('slot_taken', { slots: toSlots(freeStarts) })
}

export async function whyNotHeld(
  tx: Tx,
  place: { eventId: number; memberId: number; now: Date; limited: Limited },
): Promise<'held_before' | 'too_many_holds' | 'slot_taken'> {
  if (place.limited.holds > MAX_HOLDS_PER_SLOT) return 'held_before'
  return (await hasAddressRoom(tx, place)) ? 'slot_taken' : 'too_many_holds'
}

type Limited = { limits: HoldLimits; holds: number }

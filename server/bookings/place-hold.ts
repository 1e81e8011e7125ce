import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { isBookingRestricted } from '../../domain/events.ts'
import { findSlot } from '../../domain/slots.ts'
import { ukTime } from '../../domain/uk-time.ts'
import { databaseFault } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { ClaimKey, SaveResponse } from '../idempotency/idempotency-key.ts'
import { TOO_MANY } from '../rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse, tooManyRequests } from '../rate-limits/rate-limits.ts'
import { type HoldLimits, holdLimitsOf } from './hold-limits.ts'
import {
  beginHold,
  ENDS_EARLIER,
  findHoldEnd,
  holdPlaceUntil,
  loadHoldContext,
} from './holds.queries.ts'

type HoldDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys' | 'settings'>

type HoldRequest = {
  userId: string
  eventId: number
  time: string
  address: string
  visitorHash?: AccessRequest['visitorHash']
  /** Runs first, or a concurrent duplicate would skip the locked place and be refused. */
  first?: ClaimKey
  /** Runs in the hold's transaction. */
  saveResponse?: SaveResponse<Hold>
}

/**
 * Holds a place at 'HH:mm' (London) for 15 minutes, instead of the member's earlier hold. Throws
 * Refused not_found, erasure_asked, booking_closed, access_code_required, payment_under_way, slot_taken (with
 * free times), held_before, too_many_holds or too_many_requests; the earlier hold then stays.
 */
export async function placeHold(deps: HoldDeps, request: HoldRequest): Promise<Hold> {
  const { userId, eventId, time, address, visitorHash } = request
  const now = deps.now()
  const { db } = deps.database
  const context = await loadHoldContext(db, { eventId, userId })
  if (!context) throw new Refused('not_found')
  const { member, event, paymentUnderWay, erasureAsked } = context
  const whose = { eventId, memberId: member.id, now }
  if (erasureAsked) throw new Refused('erasure_asked')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  if (isOver || isBookingRestricted(event, now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { ...whose, visitorHash }))) {
    throw new Refused('access_code_required')
  }
  if (!slot) throw slotTaken(await freeTimes(db, whose))
  // A new hold would release the place that the member is paying for.
  if (paymentUnderWay) throw new Refused('payment_under_way')

  const { startsAt } = slot
  const limits = holdLimitsOf(deps, { userId, event, startsAt, address })
  const place = { ...whose, startsAt, limits, holdId: randomUUID() }
  try {
    return await sendHold(deps, request, { ...place, until: fullEnd(now) })
  } catch (error) {
    throw await toRefusal(deps, error, { ...place, userId })
  }
}

type Place = {
  eventId: number
  memberId: number
  startsAt: Date
  limits: HoldLimits
  holdId: string
  now: Date
}

async function sendHold(
  deps: HoldDeps,
  request: HoldRequest,
  place: Place & { until: Date },
): Promise<Hold> {
  const { userId, first, saveResponse } = request
  const { startsAt, holdId, until, now } = place
  const hold = { hold_id: holdId, slot: ukTime(startsAt), expires_at: until.toISOString() }
  try {
    await deps.database.sendTransaction((q) => [
      first?.(q),
      beginHold(q, place),
      holdPlaceUntil(q, place),
      // Counted last, so that members contend for places first.
      consumeOrRefuse(q, deps, 'holds of a member', userId),
      saveResponse?.(q, hold),
    ])
    return hold
  } catch (error) {
    if (databaseFault(error)?.constraint !== ENDS_EARLIER) throw error
    const earlier = await findHoldEnd(deps.database.db, place)
    // The member's own tabs keep changing the hold.
    if (earlier?.getTime() === until.getTime()) throw new Refused('busy')
    return sendHold(deps, request, { ...place, until: earlier ?? fullEnd(now) })
  }
}

function fullEnd(now: Date): Date {
  return new Date(now.getTime() + HOLD_MINUTES * 60_000)
}

async function toRefusal(
  deps: HoldDeps,
  error: unknown,
  { userId, ...place }: Place & { userId: string },
): Promise<unknown> {
  const { db } = deps.database
  const reason = databaseFault(error)?.constraint
  switch (reason) {
    case 'slot_taken':
    case 'held_before':
    case 'too_many_holds': {
      const starts = await freeTimes(db, place)
      const isFree = starts.some((start) => start.getTime() === place.startsAt.getTime())
      return isFree && reason !== 'slot_taken' ? new Refused(reason) : slotTaken(starts)
    }
    case TOO_MANY:
      return tooManyRequests(db, deps, 'holds of a member', userId)
    // The member's own tabs kept racing for a hold.
    case 'one_hold_per_member':
      return new Refused('busy')
    default:
      return error
  }
}

function slotTaken(freeStarts: Date[]): Refused {
  return new Refused('slot_taken', { slots: toSlots(freeStarts) })
}

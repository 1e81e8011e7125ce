import type { Hold } from '../../domain/contract.ts'
import { asForHolder, isBookingRestricted } from '../../domain/events.ts'
import { findSlot } from '../../domain/slots.ts'
import { mayEnter } from '../events/access-grant.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { Refused } from '../platform/http/refused.ts'
import { visitorHoldLimitsOf } from './hold-limits.ts'
import { type HoldDeps, sendHold, slotTaken } from './send-hold.ts'

type VisitorHoldRequest = { visitorHash: Buffer; eventId: number; time: string; address: string }

/**
 * Holds a place for a visitor who is not signed in, as placeHold does for a member. It becomes a
 * member's by claimHold; nothing is booked without one. Throws Refused not_found, booking_closed,
 * access_code_required, slot_taken (with free times), held_before, too_many_holds or
 * too_many_requests; the earlier hold then stays.
 */
export async function placeVisitorHold(deps: HoldDeps, request: VisitorHoldRequest): Promise<Hold> {
  const { visitorHash, eventId, time, address } = request
  const now = deps.now()
  const { db } = deps.database
  const event = await findEventDetails(db, eventId)
  if (!event) throw new Refused('not_found')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  const listFree = () => freeTimes(db, { eventId, now, memberId: null, visitorHash })
  const free = event.is_booking_paused ? await listFree() : []
  const isOwn = free.some((start) => start.getTime() === slot?.startsAt.getTime())
  if (isOver || isBookingRestricted(isOwn ? asForHolder(event) : event, now))
    throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { visitorHash, now }))) throw new Refused('access_code_required')
  if (!slot) throw slotTaken(await listFree())

  const { startsAt } = slot
  const limits = visitorHoldLimitsOf(deps, { visitorHash, event, startsAt, address })
  return sendHold(
    deps,
    { eventId, now, visitorHash, startsAt, limits },
    { counted: ['holds of visitors', address], listFree },
  )
}

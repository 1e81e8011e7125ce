import type { Hold } from '../../domain/contract.ts'
import { asForHolder, isBookingRestricted } from '../../domain/events.ts'
import { findSlot } from '../../domain/slots.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { Refused } from '../platform/http/refused.ts'
import type { ClaimKey, SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { loadHoldContext } from './hold-context.queries.ts'
import { holdLimitsOf } from './hold-limits.ts'
import { type HoldDeps, sendHold, slotTaken } from './send-hold.ts'
import { releaseVisitorHold } from './visitor-holds.queries.ts'

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
 * Holds a place at 'HH:mm' (London) for 15 minutes, instead of an earlier hold of the member, or of
 * the browser before sign-in. Throws Refused not_found, erasure_asked, booking_closed,
 * access_code_required, payment_under_way, slot_taken (with free times), held_before,
 * too_many_holds or too_many_requests; the earlier hold then stays.
 */
export async function placeHold(deps: HoldDeps, request: HoldRequest): Promise<Hold> {
  const { userId, eventId, time, address, visitorHash } = request
  const now = deps.now()
  const { db } = deps.database
  const context = await loadHoldContext(db, { eventId, userId })
  if (!context) throw new Refused('not_found')
  const { member, event, paymentUnderWay, erasureAsked } = context
  const filter = { eventId, memberId: member.id, now }
  if (erasureAsked) throw new Refused('erasure_asked')
  const slot = findSlot(event, time)
  const isOver = slot !== null && slot.startsAt <= now
  const listFree = () => freeTimes(db, filter)
  const free = event.is_booking_paused ? await listFree() : []
  const isOwn = free.some((start) => start.getTime() === slot?.startsAt.getTime())
  if (isOver || isBookingRestricted(isOwn ? asForHolder(event) : event, now))
    throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { ...filter, visitorHash }))) {
    throw new Refused('access_code_required')
  }
  if (!slot) throw slotTaken(await listFree())
  // A new hold would release the place that the member is paying for.
  if (paymentUnderWay) throw new Refused('payment_under_way')

  const { startsAt } = slot
  const { first, saveResponse } = request
  const limits = holdLimitsOf(deps, { userId, event, startsAt, address })
  return sendHold(
    deps,
    { ...filter, startsAt, limits },
    {
      counted: ['holds of a member', userId],
      before: (q) => [first?.(q), visitorHash ? releaseVisitorHold(q, visitorHash) : undefined],
      after: (q, hold) => saveResponse?.(q, hold),
      listFree,
    },
  )
}

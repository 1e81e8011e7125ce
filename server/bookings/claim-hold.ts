import type { Hold } from '../../domain/contract.ts'
import { asForHolder, isBookingRestricted } from '../../domain/events.ts'
import { findSlot } from '../../domain/slots.ts'
import { mayEnter } from '../events/access-grant.ts'
import { Refused } from '../platform/http/refused.ts'
import { consumeOrThrow } from '../platform/rate-limits/rate-limits.ts'
import { findUpcomingUntil } from './book-appointment.queries.ts'
import { loadHoldContext } from './hold-context.queries.ts'
import { holdLimitsOf } from './hold-limits.ts'
import { countHold, findHold } from './holds.queries.ts'
import { type HoldDeps, toHold } from './send-hold.ts'
import {
  claimVisitorHold,
  noteInvited,
  releaseExpiredHold,
  releaseVisitorHold,
} from './visitor-holds.queries.ts'

type ClaimRequest = {
  userId: string
  eventId: number
  time: string
  address: string
  /** Null without the cookie of the browser that chose the time. */
  visitorHash: Buffer | null
}

/**
 * Makes the hold that the browser has from before sign-in the member's, with its end; the member's
 * own hold of that slot when it was claimed before. Otherwise releases the browser's hold and throws
 * Refused not_found, erasure_asked, existing_booking, booking_closed, access_code_required,
 * payment_under_way, hold_over or too_many_requests.
 */
export async function claimHold(deps: HoldDeps, request: ClaimRequest): Promise<Hold> {
  try {
    return await claim(deps, request)
  } catch (error) {
    // The next person at this browser must not get it.
    const { visitorHash } = request
    if (error instanceof Refused && visitorHash)
      await releaseVisitorHold(deps.database.db, visitorHash)
    throw error
  }
}

async function claim(deps: HoldDeps, request: ClaimRequest): Promise<Hold> {
  const { userId, eventId, time, address, visitorHash } = request
  const now = deps.now()
  const { db } = deps.database
  const context = await loadHoldContext(db, { eventId, userId })
  if (!context) throw new Refused('not_found')
  const { member, event, paymentUnderWay, erasureAsked } = context
  const memberId = member.id
  if (erasureAsked) throw new Refused('erasure_asked')
  const upcomingUntil = await findUpcomingUntil(db, memberId)
  if (upcomingUntil && upcomingUntil > now) throw new Refused('existing_booking')
  const slot = findSlot(event, time)
  if (isBookingRestricted(asForHolder(event), now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { visitorHash, memberId, now })))
    throw new Refused('access_code_required')
  if (paymentUnderWay) throw new Refused('payment_under_way')
  if (!slot || slot.startsAt <= now) throw new Refused('hold_over')

  const { startsAt } = slot
  const place = { eventId, memberId, startsAt, now }
  const limits = holdLimitsOf(deps, { userId, event, startsAt, address })
  const claimed = await deps.database.transaction(async (tx) => {
    await releaseExpiredHold(tx, place)
    const held = visitorHash && (await claimVisitorHold(tx, { ...place, visitorHash }))
    if (!held) return null
    await noteInvited(tx, { visitorHash, eventId, memberId })
    await countHold(tx, { limits, startsAt })
    await consumeOrThrow(tx, deps, 'holds of a member', userId)
    return held
  })
  const held = claimed ?? (await findHold(db, place))
  if (!held) throw new Refused('hold_over')
  return toHold({ ...held, startsAt })
}

import type { Hold } from '../../domain/contract.ts'
import { VISITOR_HOLD_MINUTES } from '../../domain/hold-limits.ts'
import { findSlot } from '../../domain/slots.ts'
import { mayEnter } from '../events/access-grant.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../platform/http/refused.ts'
import { type HoldDeps, toHold } from './send-hold.ts'
import { hasYielded, renewHoldOfVisitor } from './visitor-holds.queries.ts'

/**
 * Renews the hold of a visitor who goes on with booking or sign-up: 5 minutes from now, 15 in all.
 * Throws Refused not_found, access_code_required, and hold_yielded (it went to a member) or hold_over, both with the times
 * that are free.
 */
export async function renewVisitorHold(
  deps: HoldDeps,
  { eventId, visitorHash, time }: { eventId: number; visitorHash: Buffer | null; time: string },
): Promise<Hold> {
  const { db } = deps.database
  const now = deps.now()
  const event = await findEventDetails(db, eventId)
  if (!event) throw new Refused('not_found')
  if (!(await mayEnter(db, event, { visitorHash, now }))) throw new Refused('access_code_required')
  const startsAt = findSlot(event, time)?.startsAt ?? null
  const slot = startsAt && visitorHash && { eventId, visitorHash, startsAt }
  const until = new Date(now.getTime() + VISITOR_HOLD_MINUTES * 60_000)
  const held = slot && (await renewHoldOfVisitor(db, { ...slot, now, until }))
  if (held) return toHold({ ...held, startsAt: slot.startsAt })
  const reason = slot && (await hasYielded(db, slot)) ? 'hold_yielded' : 'hold_over'
  const starts = await freeTimes(db, { eventId, memberId: null, visitorHash, now })
  throw new Refused(reason, { slots: toSlots(starts) })
}

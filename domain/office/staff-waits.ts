// The waiting list of an event as staff change it on a member's behalf.
import * as z from 'zod/mini'
import type { Reason } from '../refusals.ts'
import { type WaitingSituation, whyNotWait } from '../waiting-list.ts'
import { WaitingRowSchema } from './attendee-schemas.ts'
import type { OfficeReason } from './refusals.ts'

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const NewWaitSchema = z.object({ member_id: z.int() })

export const WaitRemovalSchema = z.object({ reason })

/** `from`: the position that the clerk saw; both count from 1. */
export const WaitMoveSchema = z.object({
  from: z.int().check(z.minimum(1)),
  to: z.int().check(z.minimum(1)),
  reason,
})

/** `position` counts from 1; null once a place is offered. `waiting` counts those without an offer. */
export const StaffWaitSchema = z.extend(WaitingRowSchema, {
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  position: z.nullable(z.int()),
  waiting: z.int(),
})
export type StaffWait = z.infer<typeof StaffWaitSchema>

type StaffSituation = Omit<WaitingSituation, 'hasAccessGrant'> & {
  hasDied: boolean
  isActive: boolean
  /** Whether the member wants to be invited to events. */
  isInvited: boolean
  isOnList: boolean
}

/** The first reason why staff cannot put a member on a waiting list, or null; they need no access code. */
export function whyNotWaitOnBehalf(
  situation: StaffSituation,
  now: Date,
): Reason | OfficeReason | null {
  const { event } = situation
  if (situation.hasDied) return 'has_died'
  if (!situation.isActive) return 'record_out_of_use'
  if (situation.isOnList) return 'already_waiting'
  if (event.is_cancelled) return 'event_cancelled'
  if (event.is_booking_paused) return 'booking_paused'
  if (!situation.isInvited) return 'wants_no_invitations'
  return whyNotWait({ ...situation, hasAccessGrant: true }, now)
}

/** The ids in order once the one at `from` is at `to`; both count from 1, and `to` may be past the end. */
export function reordered(ids: readonly number[], from: number, to: number): number[] {
  const others = ids.filter((_, index) => index !== from - 1)
  return others.toSpliced(Math.min(to, ids.length) - 1, 0, ...ids.slice(from - 1, from))
}

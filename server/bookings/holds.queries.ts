import type { Queryable } from '../platform/db/database.ts'
import { uncount } from '../platform/rate-limits/rate-limits.queries.ts'
import type { HoldLimits, VisitorHoldLimits } from './hold-limits.ts'
import {
  holdOfSlot,
  type NotHeld,
  ofMember,
  ofStaff,
  ofVisitor,
  SLOT,
} from './hold-statements.queries.ts'

export { ENDS_EARLIER, type NotHeld } from './hold-statements.queries.ts'

type Slot = { eventId: number; startsAt: Date; now: Date }
/** `forStaff`: staff book for the member. */
type OfMember = { memberId: number; forStaff?: true }
type OfVisitor = { visitorHash: Buffer }
type SlotOfMember = Slot & OfMember
type SlotOfHolder = Slot & (OfMember | OfVisitor)

/**
 * Releases the holder's other holds and counts the request. Locks the counter of a limited
 * address, so that holdPlace counts correctly.
 */
export function beginHold(
  q: Queryable,
  { limits, ...slot }: SlotOfHolder & { limits: HoldLimits | VisitorHoldLimits },
): Promise<unknown> {
  const { begun, unlimitedBegun } = statementsOf(slot)
  return (limits.most === null ? unlimitedBegun : begun)(q).execute({ ...slot, ...limits })
}

/** Undoes the count of beginHold when nothing was held. */
export function uncountHold(q: Queryable, limits: HoldLimits): Promise<unknown> {
  return uncount(q, { rule: SLOT, subject: limits.slot })
}

/** Counts a hold of the slot that was not asked for by beginHold. */
export function countHold(
  q: Queryable,
  { limits, startsAt }: { limits: HoldLimits; startsAt: Date },
): Promise<unknown> {
  return holdOfSlot(q).execute({ slot: limits.slot, startsAt })
}

type Claim<L> = { holdId: string; until: Date; limits: L }

/**
 * Returns the hold's end, or null when there is no place or the limits allow none. Renews a place
 * already held, but not past its offer's end or more often than allowed.
 */
export async function holdPlace(
  q: Queryable,
  claim: SlotOfMember & Claim<HoldLimits | null>,
): Promise<Date | null> {
  const [held] = await ofMember.placeToHold(q).execute(toValues(claim))
  return held ? (held.until ?? claim.until) : null
}

/** The same; fails with the reason, or with ENDS_EARLIER when the hold would not end at `until`. */
export function holdPlaceUntil(
  q: Queryable,
  claim: SlotOfHolder & Claim<HoldLimits | VisitorHoldLimits>,
): Promise<unknown> {
  return statementsOf(claim).placeToHoldUntil(q).execute(toValues(claim))
}

/** After holdPlace held none. */
export async function whyNotHeld(
  q: Queryable,
  place: SlotOfMember & { limits: HoldLimits },
): Promise<NotHeld> {
  const [row] = await ofMember.reasonNotHeld(q).execute({ ...place, ...place.limits })
  return row?.reason ?? 'slot_taken'
}

/** The holder's live hold on the slot, or null. */
export async function findHold(
  q: Queryable,
  held: SlotOfHolder,
): Promise<{ holdId: string; until: Date } | null> {
  const [row] = await statementsOf(held).holdOnSlot(q).execute(held)
  return row?.holdId && row.until ? { holdId: row.holdId, until: row.until } : null
}

function toValues({ limits, ...claim }: SlotOfHolder & Claim<Partial<VisitorHoldLimits> | null>) {
  const { address = null, most = null, slot = null, ...ofVisitor } = limits ?? {}
  return { ...claim, ...ofVisitor, address, most, slot }
}

function statementsOf(slot: SlotOfHolder) {
  if ('visitorHash' in slot) return ofVisitor
  return slot.forStaff ? ofStaff : ofMember
}

import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_HOLDS_PER_SLOT } from '../../domain/hold-limits.ts'
import type { Queryable } from '../db/database.ts'
import { places } from '../db/schema.ts'
import { isHeldBy } from '../events/free-places.queries.ts'
import { countUnlimited, uncount } from '../rate-limits/rate-limits.queries.ts'
import type { HoldLimits } from './hold-limits.ts'
import { isInSlot, isOnePlaceFor } from './places.queries.ts'

type SlotOfMember = { eventId: number; startsAt: Date; memberId: number; now: Date }

/**
 * Releases the member's other holds; returns how often the member has asked for this slot. Locks
 * the counter of a limited address, so that holdPlace counts correctly.
 */
export async function beginHold(
  q: Queryable,
  { limits, ...slot }: SlotOfMember & { limits: HoldLimits },
): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    with released as ${releaseOthers(q, slot)}${
      limits.most === null
        ? sql``
        : sql`, turn as ${countUnlimited(q, { rule: ADDRESS, subject: limits.address }, slot.now)}`
    } ${countUnlimited(q, ofSlot(limits), slot.startsAt).getSQL()}`)
  return rows[0]?.count ?? 1
}

/** Undoes the count of beginHold when nothing was held. */
export function uncountHold(q: Queryable, limits: HoldLimits): Promise<void> {
  return uncount(q, ofSlot(limits))
}

const ADDRESS = 'holds of an address'

/** Its window starts at the slot's start, so that the counter is not swept before then. */
function ofSlot({ slot }: HoldLimits) {
  return { rule: 'holds of a slot', subject: slot }
}

function releaseOthers(q: Queryable, slot: SlotOfMember) {
  const { memberId, now } = slot
  // Also updates the place that stays, so that the member's other tabs wait instead of skip it.
  const stays = sql`(${and(isInSlot(slot), gt(places.heldUntil, now))})`
  return q
    .update(places)
    .set({
      heldBy: sql`case when ${stays} then ${places.heldBy} end`,
      holdId: sql`case when ${stays} then ${places.holdId} end`,
      heldUntil: sql`case when ${stays} then ${places.heldUntil} end`,
      holdAddress: sql`case when ${stays} then ${places.holdAddress} end`,
      holdExtended: sql`${stays} and ${places.holdExtended}`,
    })
    .where(eq(places.heldBy, memberId))
}

type HoldClaim = SlotOfMember & {
  holdId: string
  until: Date
  /** Omitted: no limit by address. */
  limited?: { limits: HoldLimits; holds: number }
}

/**
 * Returns the hold's end, or null when there is no place or the limits allow none. Renews a place
 * already held, but not past its offer's end or more often than allowed.
 */
export async function holdPlace(q: Queryable, claim: HoldClaim): Promise<Date | null> {
  const { memberId, now, limited } = claim
  const isHeld = isHeldBy(memberId, now)
  const isOfferOver = sql`${places.offeredUntil} <= ${now.toISOString()}::timestamptz`
  const isUsedUp = limited !== undefined && limited.holds > MAX_HOLDS_PER_SLOT
  const keepsEnd = isUsedUp
    ? sql`(${isOfferOver}) is true or (${isHeld} and ${places.offerId} is null)`
    : isOfferOver
  const [held] = await q
    .update(places)
    .set({
      heldBy: memberId,
      holdId: claim.holdId,
      heldUntil: sql`case when ${keepsEnd} then ${places.heldUntil}
        else ${claim.until.toISOString()}::timestamptz end`,
      ...(limited && { holdAddress: limited.limits.address }),
      holdExtended: sql`coalesce((${isHeld}) and ${places.holdExtended}, false)`,
    })
    .where(isOnePlaceFor(q, claim, isUsedUp ? sql`false` : hasRoom(q, claim)))
    .returning({ until: places.heldUntil })
  return held ? (held.until ?? claim.until) : null
}

export async function hasAddressRoom(
  q: Queryable,
  claim: Pick<HoldClaim, 'eventId' | 'memberId' | 'now' | 'limited'>,
): Promise<boolean> {
  const room = hasRoom(q, claim)
  if (!room) return true
  const { rows } = await q.execute<{ room: boolean }>(sql`select ${room} as room`)
  return rows[0]?.room === true
}

const others = alias(places, 'others')

function hasRoom(
  q: Queryable,
  { eventId, memberId, now, limited }: Pick<HoldClaim, 'eventId' | 'memberId' | 'now' | 'limited'>,
): SQL | undefined {
  const { address, most = null } = limited?.limits ?? {}
  if (!address || most === null) return undefined
  const held = q
    .select({ count: sql`count(*)` })
    .from(others)
    .where(
      and(
        eq(others.eventId, eventId),
        eq(others.holdAddress, address),
        gt(others.heldUntil, now),
        ne(others.heldBy, memberId),
      ),
    )
  return sql`${held} < ${most}`
}

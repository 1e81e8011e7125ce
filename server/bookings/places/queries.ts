// SQL of who gets a place: each claim is one conditional statement (design §4).
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { places } from '../../db/schema.ts'
import { placeIsFree } from '../../events/queries.ts'

/** Gives back whatever place this member holds. */
export async function releaseHolds(q: Queryable, memberId: number): Promise<void> {
  await q.update(places).set(notHeld).where(eq(places.heldBy, memberId))
}

/** Gives one place of the slot to the appointment; false when none is left. */
export async function claimPlace(
  q: Queryable,
  claim: { eventId: number; startsAt: Date; appointmentId: number; now: Date },
): Promise<boolean> {
  const claimed = await q
    .update(places)
    .set({ ...notHeld, appointmentId: claim.appointmentId })
    .where(isOneFreePlace(q, claim))
    .returning({ placeNumber: places.placeNumber })
  return claimed.length > 0
}

/** Holds one place of the slot for the member; false when none is left. */
export async function holdPlace(
  q: Queryable,
  claim: {
    eventId: number
    startsAt: Date
    memberId: number
    holdId: string
    until: Date
    now: Date
  },
): Promise<boolean> {
  const held = await q
    .update(places)
    .set({
      heldBy: claim.memberId,
      holdId: claim.holdId,
      heldUntil: claim.until,
      holdExtended: false,
    })
    .where(isOneFreePlace(q, claim))
    .returning({ placeNumber: places.placeNumber })
  return held.length > 0
}

/** Gives back the place of this hold if it is this member's; false when he has no such hold. */
export async function releaseHold(
  q: Queryable,
  hold: { holdId: string; memberId: number },
): Promise<boolean> {
  const released = await q
    .update(places)
    .set(notHeld)
    .where(and(eq(places.holdId, hold.holdId), eq(places.heldBy, hold.memberId)))
    .returning({ placeNumber: places.placeNumber })
  return released.length > 0
}

/** Frees the place that an appointment had. */
export async function freePlace(q: Queryable, appointmentId: number): Promise<void> {
  await q.update(places).set({ appointmentId: null }).where(eq(places.appointmentId, appointmentId))
}

const notHeld = { heldBy: null, holdId: null, heldUntil: null, holdExtended: false }

/**
 * One place of the slot that is free now. Whoever comes second passes over a place that another
 * is just taking instead of waiting for it.
 */
function isOneFreePlace(q: Queryable, slot: { eventId: number; startsAt: Date; now: Date }) {
  const inThisSlot = and(eq(places.eventId, slot.eventId), eq(places.slotStartsAt, slot.startsAt))
  const oneFree = q
    .select({ placeNumber: places.placeNumber })
    .from(places)
    .where(and(inThisSlot, placeIsFree({ memberId: null, now: slot.now })))
    .orderBy(places.placeNumber)
    .limit(1)
    .for('update', { skipLocked: true })
  return and(inThisSlot, eq(places.placeNumber, oneFree))
}

/** A place held for a member, and until when. */
export type HeldPlace = { holdId: string; until: Date }

/**
 * Extends what the member holds of this slot, once, to `until`; what was extended before keeps its end.
 * Null when he holds nothing there that still counts.
 */
export async function extendHold(q: Queryable, ask: HoldAsk): Promise<HeldPlace | null> {
  const [held] = await q
    .update(places)
    .set({
      heldUntil: sql`case when ${places.holdExtended} then ${places.heldUntil}
        else greatest(${places.heldUntil}, ${ask.until.toISOString()}::timestamptz) end`,
      holdExtended: true,
    })
    .where(isHeldByHim(ask))
    .returning({ holdId: places.holdId, until: places.heldUntil })
  return held?.holdId && held.until ? { holdId: held.holdId, until: held.until } : null
}

/** Keeps what the member holds of this slot until at least `until`; false when it is no longer his. */
export async function keepHold(q: Queryable, ask: HoldAsk): Promise<boolean> {
  const kept = await q
    .update(places)
    .set({
      heldUntil: sql`greatest(${places.heldUntil}, ${ask.until.toISOString()}::timestamptz)`,
      holdExtended: true,
    })
    .where(isHeldByHim(ask))
    .returning({ placeNumber: places.placeNumber })
  return kept.length > 0
}

/** The slot that the member holds a place of now, or null. */
export async function findHeldSlot(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<{ eventId: number; startsAt: Date } | null> {
  const [held] = await q
    .select({ eventId: places.eventId, startsAt: places.slotStartsAt })
    .from(places)
    .where(and(eq(places.heldBy, memberId), gt(places.heldUntil, now)))
  return held ?? null
}

type HoldAsk = { eventId: number; startsAt: Date; memberId: number; until: Date; now: Date }

function isHeldByHim({ eventId, startsAt, memberId, now }: HoldAsk) {
  return and(
    eq(places.eventId, eventId),
    eq(places.slotStartsAt, startsAt),
    eq(places.heldBy, memberId),
    gt(places.heldUntil, now),
  )
}

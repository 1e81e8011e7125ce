// SQL of who gets a place: each claim is one conditional statement (design §4).
import { and, eq } from 'drizzle-orm'
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

import { and, asc, eq, sql } from 'drizzle-orm'
import { isFreeToStaff, placeIsFree } from '../../events/free-places.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { places } from '../../platform/db/schema.ts'

/** Locks one such place of the slot and returns its number; null when none is left or unlocked. */
export async function lockPlace(
  q: Queryable,
  of: { eventId: number; startsAt: Date; isKeptBack: boolean; now: Date },
): Promise<number | null> {
  const { eventId, startsAt, isKeptBack, now } = of
  const isOne = isKeptBack
    ? isFreeToStaff({ memberId: null, now })
    : placeIsFree({ eventId, memberId: null, now, forStaff: true })
  const [place] = await q
    .select({ placeNumber: places.placeNumber })
    .from(places)
    .where(and(eq(places.eventId, eventId), eq(places.slotStartsAt, startsAt), isOne))
    .orderBy(asc(places.placeNumber))
    .limit(1)
    .for('update', { skipLocked: true })
  return place?.placeNumber ?? null
}

/** Adds a place to the slot and returns its number; lock the event first. */
export async function addPlace(
  q: Queryable,
  { eventId, startsAt }: { eventId: number; startsAt: Date },
): Promise<number> {
  const isInSlot = and(eq(places.eventId, eventId), eq(places.slotStartsAt, startsAt))
  const [highest] = await q
    .select({ number: sql<number>`coalesce(max(${places.placeNumber}), 0)`.mapWith(Number) })
    .from(places)
    .where(isInSlot)
  const placeNumber = (highest?.number ?? 0) + 1
  await q.insert(places).values({ eventId, slotStartsAt: startsAt, placeNumber })
  return placeNumber
}

/** Gives the locked place to the appointment; a hold that had ended goes. */
export async function givePlace(
  q: Queryable,
  of: { eventId: number; startsAt: Date; placeNumber: number; appointmentId: number },
): Promise<void> {
  const { eventId, startsAt, placeNumber, appointmentId } = of
  const ended = { heldBy: null, heldByVisitor: null, holdId: null, heldUntil: null }
  await q
    .update(places)
    .set({ ...ended, holdAddress: null, holdExtended: false, appointmentId })
    .where(
      and(
        eq(places.eventId, eventId),
        eq(places.slotStartsAt, startsAt),
        eq(places.placeNumber, placeNumber),
      ),
    )
}

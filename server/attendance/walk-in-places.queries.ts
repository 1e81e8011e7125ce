import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { attendanceActions, places } from '../db/schema.ts'
import { isOpenToStaff, placeIsFree } from '../events/free-places.queries.ts'

/**
 * What the person registered in the hour up to `at`, at every event: by when it was pressed, so that a tablet
 * may send a long morning at once. `intoOpenPlaces` counts those whose place was not kept back.
 */
export async function countWalkInsOf(
  q: Queryable,
  { staffId, at }: { staffId: number; at: Date },
): Promise<{ all: number; intoOpenPlaces: number }> {
  const isKeptBack = sql`exists (select from ${places}
    where ${eq(places.appointmentId, attendanceActions.appointmentId)} and ${places.isKeptBack})`
  const count = (where: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${where})`.mapWith(Number)
  const [row] = await q
    .select({ all: count(sql`true`), intoOpenPlaces: count(sql`not ${isKeptBack}`) })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.type, 'walk_in'),
        eq(attendanceActions.staffId, staffId),
        gt(attendanceActions.at, new Date(at.getTime() - 3_600_000)),
        lte(attendanceActions.at, at),
        inArray(attendanceActions.status, ['applied', 'flagged']),
      ),
    )
  return row ?? { all: 0, intoOpenPlaces: 0 }
}

/** Locks one such place of the slot and returns its number; null when none is left or unlocked. */
export async function lockPlace(
  q: Queryable,
  of: { eventId: number; startsAt: Date; isKeptBack: boolean; now: Date },
): Promise<number | null> {
  const { eventId, startsAt, isKeptBack, now } = of
  const isOne = isKeptBack ? isOpenToStaff : placeIsFree({ eventId, memberId: null, now })
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

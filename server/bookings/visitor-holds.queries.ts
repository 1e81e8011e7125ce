import { and, eq, lte, sql } from 'drizzle-orm'
import { isHeldBy, isHeldByVisitor } from '../events/free-places.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { places } from '../platform/db/schema.ts'
import { isInSlot, latestEnd, notHeld } from './places.queries.ts'

/** Releases what the visitor holds, live or expired. Starts its statement before it returns. */
export function releaseVisitorHold(q: Queryable, visitorHash: Buffer): Promise<unknown> {
  return visitorHoldToRelease(q).execute({ visitorHash })
}

const visitorHoldToRelease = prepareQuery((q) =>
  q
    .update(places)
    .set(notHeld)
    .where(eq(places.heldByVisitor, sql.placeholder('visitorHash')))
    .prepare('release_visitor_hold'),
)

export async function releaseExpiredHold(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  await q
    .update(places)
    .set(notHeld)
    .where(and(eq(places.heldBy, memberId), lte(places.heldUntil, now)))
}

/**
 * Makes the visitor's live hold on the slot the member's, to 15 minutes after it began; null without
 * one, and for a member who holds a place. Release the member's expired hold first.
 */
export async function claimVisitorHold(
  q: Queryable,
  claim: { visitorHash: Buffer; memberId: number; eventId: number; startsAt: Date; now: Date },
): Promise<{ holdId: string; until: Date } | null> {
  const { visitorHash, memberId, now } = claim
  const own = q.select({ one: sql`1` }).from(places).where(isHeldBy(memberId, now))
  const [held] = await q
    .update(places)
    .set({
      heldBy: memberId,
      heldByVisitor: null,
      heldUntil: sql`greatest(${places.heldUntil}, ${latestEnd})`,
    })
    .where(and(isInSlot(claim), isHeldByVisitor(visitorHash, now), sql`not exists ${own}`))
    .returning({ holdId: places.holdId, until: places.heldUntil })
  return held?.holdId && held.until ? { holdId: held.holdId, until: held.until } : null
}

type OfVisitor = { visitorHash: Buffer; eventId: number; startsAt: Date; now: Date }

/** Renews the visitor's live hold to `until`, within 15 minutes of its beginning; null without one. */
export async function renewHoldOfVisitor(
  q: Queryable,
  { until, ...hold }: OfVisitor & { until: Date },
): Promise<{ holdId: string; until: Date } | null> {
  const renewed = sql`greatest(${places.heldUntil},
    least(${sql.param(until, places.heldUntil)}, ${latestEnd}))`
  const [held] = await q
    .update(places)
    .set({ heldUntil: renewed })
    .where(and(isInSlot(hold), isHeldByVisitor(hold.visitorHash, hold.now)))
    .returning({ holdId: places.holdId, until: places.heldUntil })
  return held?.holdId && held.until ? { holdId: held.holdId, until: held.until } : null
}

/** Whether the visitor's last hold of the slot went to a member. */
export async function hasYielded(
  q: Queryable,
  { visitorHash, ...slot }: Omit<OfVisitor, 'now'>,
): Promise<boolean> {
  const [place] = await q
    .select({ placeNumber: places.placeNumber })
    .from(places)
    .where(and(isInSlot(slot), eq(places.yieldedBy, visitorHash)))
    .limit(1)
  return place !== undefined
}

import { and, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { places } from '../db/schema.ts'
import { isHeldBy, isHeldByVisitor } from '../events/free-places.queries.ts'
import { isInSlot, notHeld } from './places.queries.ts'

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
 * Makes the visitor's live hold on the slot the member's, with its end; null without one, and for
 * a member who holds a place. Release the member's expired hold first.
 */
export async function claimVisitorHold(
  q: Queryable,
  claim: { visitorHash: Buffer; memberId: number; eventId: number; startsAt: Date; now: Date },
): Promise<{ holdId: string; until: Date } | null> {
  const { visitorHash, memberId, now } = claim
  const own = q.select({ one: sql`1` }).from(places).where(isHeldBy(memberId, now))
  const [held] = await q
    .update(places)
    .set({ heldBy: memberId, heldByVisitor: null })
    .where(and(isInSlot(claim), isHeldByVisitor(visitorHash, now), sql`not exists ${own}`))
    .returning({ holdId: places.holdId, until: places.heldUntil })
  return held?.holdId && held.until ? { holdId: held.holdId, until: held.until } : null
}

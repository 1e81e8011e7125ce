import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { isHeldBy, isHeldByVisitor } from '../events/free-places.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { invitations, places } from '../platform/db/schema.ts'
import { isInSlot, latestEnd, notHeld } from './places.queries.ts'

/** Releases what the visitor holds, live or expired; a place of an invitation returns to its link. Starts its statement before it returns. */
export function releaseVisitorHold(q: Queryable, visitorHash: Buffer): Promise<unknown> {
  return visitorHoldToRelease(q).execute({ visitorHash })
}

const visitorHoldToRelease = prepareQuery((q) =>
  q
    .update(places)
    .set({
      heldByVisitor: sql`${linkOfPlace(q)}`,
      holdId: sql`case when ${linkOfPlace(q)} is not null then ${places.holdId} end`,
      heldUntil: sql`case when ${linkOfPlace(q)} is not null then ${places.heldUntil} end`,
      heldSince: null,
      holdAddress: null,
      holdExtended: false,
    })
    .where(eq(places.heldByVisitor, sql.placeholder('visitorHash')))
    .prepare('release_visitor_hold'),
)

/** The hash of the link by which the visitor came to hold the place; null without one. */
function linkOfPlace(q: Queryable) {
  return q
    .select({ keyHash: invitations.keyHash })
    .from(invitations)
    .where(
      and(
        eq(invitations.openedBy, places.heldByVisitor),
        eq(invitations.eventId, places.eventId),
        eq(invitations.slotStartsAt, places.slotStartsAt),
        isNull(invitations.endedAt),
        isNull(invitations.memberId),
        isNull(places.heldSince),
      ),
    )
    .limit(1)
}

/** Notes who signed in to book the place of the link that the browser opened. */
export async function noteInvited(
  q: Queryable,
  of: { visitorHash: Buffer; eventId: number; memberId: number },
): Promise<void> {
  await q
    .update(invitations)
    .set({ memberId: of.memberId })
    .where(
      and(
        eq(invitations.openedBy, of.visitorHash),
        eq(invitations.eventId, of.eventId),
        isNull(invitations.memberId),
        isNull(invitations.endedAt),
      ),
    )
}

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

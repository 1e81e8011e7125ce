import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { accessGrants, appointments, events, places } from '../platform/db/schema.ts'

/** The stored code hash of a published private event, otherwise null. */
export async function findAccessCodeHash(q: Queryable, eventId: number): Promise<string | null> {
  const [row] = await selectCodeHash(q, eventId)
  return row?.hash ?? null
}

/** The same; the code then stays until the transaction ends. */
export async function lockAccessCodeHash(q: Queryable, eventId: number): Promise<string | null> {
  const [row] = await selectCodeHash(q, eventId).for('share')
  return row?.hash ?? null
}

function selectCodeHash(q: Queryable, eventId: number) {
  return q
    .select({ hash: events.accessCodeHash })
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.isPrivate, true), eq(events.status, 'published')))
}

/** Ends what the old code gave, except to who holds a place now: they are booking it. */
export async function endGrants(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const holds = sql`exists (select 1 from ${places} where ${and(
    eq(places.eventId, accessGrants.eventId),
    or(
      eq(places.heldBy, accessGrants.memberId),
      eq(places.heldByVisitor, accessGrants.visitorHash),
    ),
    gt(places.heldUntil, now),
  )})`
  await q
    .update(accessGrants)
    .set({ expiresAt: now })
    .where(and(eq(accessGrants.eventId, eventId), gt(accessGrants.expiresAt, now), not(holds)))
}

/** A valid grant of the member or the browser, the member's own first; or null. */
export async function findGrant(
  q: Queryable,
  params: {
    eventId: number
    visitorHash?: Buffer | null | undefined
    memberId?: number | undefined
    now: Date
  },
): Promise<{ visitorHash: Buffer; memberId: number | null } | null> {
  const { eventId, visitorHash, memberId, now } = params
  if (!visitorHash && memberId === undefined) return null
  const [grant] = await q
    .select({ visitorHash: accessGrants.visitorHash, memberId: accessGrants.memberId })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.eventId, eventId),
        gt(accessGrants.expiresAt, now),
        or(
          visitorHash ? eq(accessGrants.visitorHash, visitorHash) : undefined,
          memberId === undefined ? undefined : eq(accessGrants.memberId, memberId),
        ),
      ),
    )
    .orderBy(sql`${accessGrants.memberId} nulls last`)
    .limit(1)
  return grant ?? null
}

export async function isBookedAt(
  q: Queryable,
  params: { eventId: number; memberId: number },
): Promise<boolean> {
  const rows = await q
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, params.memberId),
        eq(appointments.eventId, params.eventId),
        eq(appointments.status, 'booked'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Assigns the visitor's grant to the member, unless another member has it already. */
export async function assignGrantToMember(
  q: Queryable,
  grant: { eventId: number; visitorHash: Buffer; memberId: number },
): Promise<void> {
  await q
    .update(accessGrants)
    .set({ memberId: grant.memberId })
    .where(
      and(
        eq(accessGrants.eventId, grant.eventId),
        eq(accessGrants.visitorHash, grant.visitorHash),
        isNull(accessGrants.memberId),
      ),
    )
}

/** Adds or renews a grant; it belongs to the member who entered the code last. */
export async function saveGrant(
  q: Queryable,
  grant: {
    eventId: number
    visitorHash: Buffer
    memberId: number | null
    expiresAt: Date
    now: Date
  },
): Promise<void> {
  const { now, ...row } = grant
  await q
    .insert(accessGrants)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({
      target: [accessGrants.eventId, accessGrants.visitorHash],
      set: {
        expiresAt: row.expiresAt,
        memberId: sql`coalesce(excluded.member_id, ${accessGrants.memberId})`,
      },
    })
}

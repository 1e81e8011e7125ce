// SQL of who has shown the access code of a private event, and of the code itself.
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { accessGrants, appointments, events } from '../db/schema.ts'

/** The stored access code of a private event; null for any other event and for none. */
export async function findAccessCodeHash(q: Queryable, eventId: number): Promise<string | null> {
  const [row] = await q
    .select({ hash: events.accessCodeHash })
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.isPrivate, true)))
  return row?.hash ?? null
}

/** A grant for this event that still runs and is the member's or the browser's, his own first. */
export async function findGrant(
  q: Queryable,
  asked: {
    eventId: number
    visitorHash?: Buffer | null | undefined
    memberId?: number | undefined
    now: Date
  },
): Promise<{ visitorHash: Buffer; memberId: number | null } | null> {
  const { eventId, visitorHash, memberId, now } = asked
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

/** Whether the member has a live appointment at the event. */
export async function isBookedAt(
  q: Queryable,
  asked: { eventId: number; memberId: number },
): Promise<boolean> {
  const rows = await q
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, asked.memberId),
        eq(appointments.eventId, asked.eventId),
        eq(appointments.status, 'booked'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Makes a visitor's grant this member's, unless it has become another's meanwhile. */
export async function giveGrantToMember(
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

/** Grants leave to enter, or renews it; it is the member's who has shown the code last. */
export async function keepGrant(
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

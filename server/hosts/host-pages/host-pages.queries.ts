import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { moneyOf } from '../../../domain/money-of.ts'
import { countIf, isOpenToStaff } from '../../events/free-places.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { moneyRecordsOf } from '../../platform/db/money-columns.ts'
import {
  appointments,
  events,
  hostLinks,
  hostReleases,
  places,
  staff,
} from '../../platform/db/schema.ts'

/** The link of this key, unless it has ended. */
export async function findOpenLink(
  q: Queryable,
  { keyHash, now }: { keyHash: Buffer; now: Date },
): Promise<{ eventId: number; expiresAt: Date } | null> {
  const [link] = await q
    .select({ eventId: hostLinks.eventId, expiresAt: hostLinks.expiresAt })
    .from(hostLinks)
    .where(
      and(eq(hostLinks.keyHash, keyHash), isNull(hostLinks.endedAt), gt(hostLinks.expiresAt, now)),
    )
  return link ?? null
}

/** The event's, with the name of who made it. */
export async function findLinkOfEvent(q: Queryable, of: { eventId: number; now: Date }) {
  const [link] = await q
    .select({
      madeAt: hostLinks.createdAt,
      madeBy: staff.name,
      isMailed: hostLinks.isMailed,
      expiresAt: hostLinks.expiresAt,
    })
    .from(hostLinks)
    .innerJoin(staff, eq(staff.id, hostLinks.madeBy))
    .where(
      and(
        eq(hostLinks.eventId, of.eventId),
        isNull(hostLinks.endedAt),
        gt(hostLinks.expiresAt, of.now),
      ),
    )
  return link ?? null
}

/** False when the event had no open link. */
export async function endHostLink(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(hostLinks)
    .set({ endedAt: now })
    .where(and(eq(hostLinks.eventId, eventId), isNull(hostLinks.endedAt)))
  return (rowCount ?? 0) > 0
}

export async function insertHostLink(
  q: Queryable,
  link: typeof hostLinks.$inferInsert,
): Promise<void> {
  await q.insert(hostLinks).values(link)
}

export async function findRelease(q: Queryable, eventId: number) {
  const [row] = await q.select().from(hostReleases).where(eq(hostReleases.eventId, eventId))
  return row ?? null
}

/** Null takes the day away. After a change of the day the places wait to be released once more. */
export async function saveRelease(
  q: Queryable,
  { eventId, releaseOn }: { eventId: number; releaseOn: string | null },
): Promise<void> {
  if (releaseOn === null) {
    await q.delete(hostReleases).where(eq(hostReleases.eventId, eventId))
    return
  }
  await q
    .insert(hostReleases)
    .values({ eventId, releaseOn })
    .onConflictDoUpdate({
      target: hostReleases.eventId,
      set: { releaseOn, releasedAt: null },
    })
}

/** Events to come whose day has begun and that have not been released. */
export async function listReleasesDue(
  q: Queryable,
  { today, now }: { today: string; now: Date },
): Promise<number[]> {
  const rows = await q
    .select({ id: hostReleases.eventId })
    .from(hostReleases)
    .innerJoin(events, eq(events.id, hostReleases.eventId))
    .where(
      and(
        isNull(hostReleases.releasedAt),
        lte(hostReleases.releaseOn, today),
        eq(events.status, 'published'),
        gt(events.endsAt, now),
      ),
    )
  return rows.map(({ id }) => id)
}

/** False when another process did it, or the day was put off meanwhile. */
export async function claimRelease(
  q: Queryable,
  { eventId, today, now }: { eventId: number; today: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(hostReleases)
    .set({ releasedAt: now })
    .where(
      and(
        eq(hostReleases.eventId, eventId),
        isNull(hostReleases.releasedAt),
        lte(hostReleases.releaseOn, today),
      ),
    )
  return rowCount === 1
}

/** How many; a place that staff book at the same moment stays theirs. */
export async function releaseUnclaimed(q: Queryable, eventId: number): Promise<number> {
  const { rowCount } = await q
    .update(places)
    .set({ isKeptBack: false })
    .where(and(eq(places.eventId, eventId), isOpenToStaff))
  return rowCount ?? 0
}

/** How many appointments the host owes each sum for (domain/money-of.ts), the smallest sum first. */
export async function listHostShares(
  q: Queryable,
  eventId: number,
): Promise<{ pence: number; appointments: number }[]> {
  const shares = await q
    .select({ records: moneyRecordsOf(sql`appointments`) })
    .from(appointments)
    .where(and(eq(appointments.eventId, eventId), gt(appointments.hostSharePence, 0)))
  const owed = shares.map(({ records }) => moneyOf(records).hostSharePence)
  const counts = Map.groupBy(
    owed.filter((pence) => pence > 0),
    (pence) => pence,
  )
  return [...counts]
    .map(([pence, all]) => ({ pence, appointments: all.length }))
    .sort((one, other) => one.pence - other.pence)
}

export async function countPlaces(q: Queryable, eventId: number) {
  const isBooked = sql`${places.appointmentId} is not null`
  const [row] = await q
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      booked: countIf(isBooked),
      keptBack: countIf(sql`${places.isKeptBack}`),
      keptBackBooked: countIf(sql`${places.isKeptBack} and ${isBooked}`),
    })
    .from(places)
    .where(eq(places.eventId, eventId))
  return row ?? { all: 0, booked: 0, keptBack: 0, keptBackBooked: 0 }
}

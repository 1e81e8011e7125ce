import { and, asc, desc, eq, getTableColumns, gt, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { ShownBanner } from '../../domain/banners.ts'
import type { Queryable } from '../platform/db/database.ts'
import { banners, events, staff } from '../platform/db/schema.ts'

export type BannerRow = typeof banners.$inferSelect
export type ListedBanner = BannerRow & { eventName: string | null; changedByName: string }
type Written = Omit<BannerRow, 'id' | 'version'>

/** Of every place, the oldest first. */
export function listShownBanners(q: Queryable, now: Date): Promise<ShownBanner[]> {
  return q
    .select({
      id: banners.id,
      words: banners.words,
      tone: banners.tone,
      place: banners.place,
      event_id: banners.eventId,
    })
    .from(banners)
    .where(and(lte(banners.shownFrom, now), gt(banners.shownUntil, now)))
    .orderBy(asc(banners.shownFrom), asc(banners.id))
}

/** What mails about appointments of this event repeat now. */
export async function bannersInMails(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<string[]> {
  const words = bannersInMailsOf(sql`${eventId}::bigint`, sql`${now.toISOString()}::timestamptz`)
  const [row] = await q.select({ words }).from(sql`(select) as this`)
  return row?.words ?? []
}

/** The same as a part of a query, the oldest first. */
export function bannersInMailsOf(eventId: SQLWrapper, now: SQLWrapper) {
  return sql<string[]>`array(select ${banners.words} from ${banners}
    where ${banners.eventId} = ${eventId} and ${banners.inMails}
      and ${banners.shownFrom} <= ${now} and ${banners.shownUntil} > ${now}
    order by ${banners.shownFrom}, ${banners.id})`
}

/** The last `limit` by their end, those that are over included. */
export function listBanners(q: Queryable, limit: number): Promise<ListedBanner[]> {
  return listed(q).orderBy(desc(banners.shownUntil), desc(banners.id)).limit(limit)
}

export async function findBanner(q: Queryable, id: number): Promise<ListedBanner | null> {
  const [row] = await listed(q).where(eq(banners.id, id))
  return row ?? null
}

function listed(q: Queryable) {
  return q
    .select({
      ...getTableColumns(banners),
      eventName: events.name,
      changedByName: staff.name,
    })
    .from(banners)
    .innerJoin(staff, eq(staff.id, banners.changedBy))
    .leftJoin(events, eq(events.id, banners.eventId))
}

export async function lockBanner(q: Queryable, id: number): Promise<BannerRow | null> {
  const [row] = await q.select().from(banners).where(eq(banners.id, id)).for('update')
  return row ?? null
}

/** How many are shown or planned. */
export function countLiveBanners(q: Queryable, now: Date): Promise<number> {
  return q.$count(banners, gt(banners.shownUntil, now))
}

export async function insertBanner(q: Queryable, row: Written): Promise<number> {
  const [added] = await q.insert(banners).values(row).returning({ id: banners.id })
  if (!added) throw new Error('a banner was not written')
  return added.id
}

export async function updateBanner(
  q: Queryable,
  { id, ...changes }: Partial<Written> & { id: number },
): Promise<void> {
  await q
    .update(banners)
    .set({ ...changes, version: sql`${banners.version} + 1` })
    .where(eq(banners.id, id))
}

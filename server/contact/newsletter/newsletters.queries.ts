import { and, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Audience } from '../../../domain/office/newsletters.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  newsletterMails as mails,
  newsletters,
  staff,
  newsletterSubscriptions as subscriptions,
} from '../../platform/db/schema.ts'

export type NewsletterRow = typeof newsletters.$inferSelect
type Written = Omit<NewsletterRow, 'id' | 'version'>
/** `listed`: to how many it goes; `mailed`: how many of these mails are in the queue or have left. */
export type ListedNewsletter = NewsletterRow & {
  changedByName: string
  listed: number
  mailed: number
}

/** The newest first. */
export function listNewsletters(q: Queryable, limit: number): Promise<ListedNewsletter[]> {
  return counted(q).orderBy(desc(newsletters.id)).limit(limit)
}

export async function findNewsletter(q: Queryable, id: number): Promise<ListedNewsletter | null> {
  const [row] = await counted(q).where(eq(newsletters.id, id))
  return row ?? null
}

function counted(q: Queryable) {
  const count = (also: SQL) =>
    sql<number>`(select count(*)::int from ${mails} where ${mails.newsletterId} = ${newsletters.id} ${also})`
  return q
    .select({
      ...getTableColumns(newsletters),
      changedByName: staff.name,
      listed: count(sql``),
      mailed: count(sql`and ${mails.queuedAt} is not null`),
    })
    .from(newsletters)
    .innerJoin(staff, eq(staff.id, newsletters.changedBy))
}

export async function lockNewsletter(q: Queryable, id: number): Promise<NewsletterRow | null> {
  const [row] = await q.select().from(newsletters).where(eq(newsletters.id, id)).for('update')
  return row ?? null
}

export async function insertNewsletter(
  q: Queryable,
  row: typeof newsletters.$inferInsert,
): Promise<number> {
  const [added] = await q.insert(newsletters).values(row).returning({ id: newsletters.id })
  if (!added) throw new Error('a newsletter was not written')
  return added.id
}

export async function updateNewsletter(
  q: Queryable,
  { id, ...changes }: Partial<Written> & { id: number },
): Promise<void> {
  await q
    .update(newsletters)
    .set({ ...changes, version: sql`${newsletters.version} + 1` })
    .where(eq(newsletters.id, id))
}

/** Leaves the version as it is, so that whoever has it open can go on: for a test mail and the end of sending. */
export async function markNewsletter(
  q: Queryable,
  { id, ...changes }: Partial<Written> & { id: number },
): Promise<void> {
  await q.update(newsletters).set(changes).where(eq(newsletters.id, id))
}

export async function deleteNewsletter(q: Queryable, id: number): Promise<void> {
  await q.delete(newsletters).where(eq(newsletters.id, id))
}

function isOf(audience: Audience): SQL | undefined {
  return and(
    eq(subscriptions.state, 'confirmed'),
    audience === 'event news' ? eq(subscriptions.hearAboutEvent, true) : undefined,
  )
}

/** To how many a newsletter for this audience would go now. */
export function countReaders(q: Queryable, audience: Audience): Promise<number> {
  return q.$count(subscriptions, isOf(audience))
}

/** Lists everybody of the audience as a reader of the newsletter; returns how many. */
export async function listReaders(
  q: Queryable,
  { id, audience, now }: { id: number; audience: Audience; now: Date },
): Promise<number> {
  const { rowCount } = await q.insert(mails).select(
    q
      .select({
        newsletterId: sql`${id}::bigint`.as('newsletter_id'),
        subscriptionId: subscriptions.id,
        listedAt: sql`${now.toISOString()}::timestamptz`.as('listed_at'),
        queuedAt: sql`null::timestamptz`.as('queued_at'),
      })
      .from(subscriptions)
      .where(isOf(audience)),
  )
  return rowCount ?? 0
}

/** Nobody is a reader any more. */
export async function unlistReaders(q: Queryable, id: number): Promise<void> {
  await q.delete(mails).where(eq(mails.newsletterId, id))
}

/** Those of which mails are due, the oldest first. */
export async function listSending(q: Queryable, now: Date): Promise<number[]> {
  const rows = await q
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(and(eq(newsletters.state, 'sending'), lte(newsletters.beginsAt, now)))
    .orderBy(newsletters.beginsAt, newsletters.id)
  return rows.map(({ id }) => id)
}

/** The next readers whose mail is not queued; unsubscribing waits for it. Those who have unsubscribed are dropped. */
export async function takeReaders(
  q: Queryable,
  { id, limit }: { id: number; limit: number },
): Promise<{ subscriptionId: string; email: string; name: string }[]> {
  await q.delete(mails).where(
    and(
      isWaiting(id),
      sql`exists (select from ${subscriptions} where ${subscriptions.id} = ${mails.subscriptionId}
        and ${subscriptions.state} <> 'confirmed')`,
    ),
  )
  return q
    .select({
      subscriptionId: subscriptions.id,
      email: subscriptions.email,
      name: subscriptions.name,
    })
    .from(mails)
    .innerJoin(subscriptions, eq(subscriptions.id, mails.subscriptionId))
    .where(and(isWaiting(id), eq(subscriptions.state, 'confirmed')))
    .orderBy(mails.subscriptionId)
    .limit(limit)
    .for('share', { of: subscriptions })
}

export async function markQueued(
  q: Queryable,
  { id, subscriptionIds, now }: { id: number; subscriptionIds: readonly string[]; now: Date },
): Promise<void> {
  await q
    .update(mails)
    .set({ queuedAt: now })
    .where(and(isWaiting(id), inArray(mails.subscriptionId, subscriptionIds)))
}

function isWaiting(id: number): SQL | undefined {
  return and(eq(mails.newsletterId, id), isNull(mails.queuedAt))
}

/** What the website shows: those of which at least the first mails have left, the newest first. */
export function listPastNewsletters(q: Queryable, now: Date) {
  const { id, subject, beginsAt } = newsletters
  return q
    .select({ id, subject, beginsAt })
    .from(newsletters)
    .where(isPast(now))
    .orderBy(desc(beginsAt))
}

export async function findPastNewsletter(
  q: Queryable,
  { id, now }: { id: number; now: Date },
): Promise<NewsletterRow | null> {
  const [row] = await q
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.id, id), isPast(now)))
  return row ?? null
}

/** A draft has no beginning. */
function isPast(now: Date): SQL | undefined {
  return and(eq(newsletters.isShown, true), lte(newsletters.beginsAt, now))
}

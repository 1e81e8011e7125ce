import { and, eq, gt, lt, lte, or, type Placeholder, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { placeholders, prepareQuery, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
import { rateLimits } from '../db/schema.ts'

/** `subject` is a keyed hash of 32 bytes. */
type RateLimitKey = { rule: string; subject: Buffer }

/**
 * Counts an attempt in the window that the first attempt began; its number from 1, or null at the
 * limit. One statement, so that concurrent attempts cannot exceed the limit.
 */
export async function countWithin(
  q: Queryable,
  key: RateLimitKey,
  window: Window,
): Promise<number | null> {
  const [counted] = await attempt(q).execute(toValues(key, window))
  return counted?.count ?? null
}

/** The same; starts its statement before it returns, which fails with TOO_MANY at the limit. */
export function countOrRefuse(q: Queryable, key: RateLimitKey, window: Window): Promise<unknown> {
  return attemptOrRefusal(q).execute(toValues(key, window))
}

export const TOO_MANY = 'too_many_requests'

type Window = { limit: number; windowMs: number; now: Date }

function toValues(key: RateLimitKey, { limit, windowMs, now }: Window) {
  return { ...key, limit, now, since: new Date(now.getTime() - windowMs) }
}

const attempt = prepareQuery((q) => attemptToCount(q).prepare('count_within'))

const attemptOrRefusal = prepareSql('count_or_refuse', (q) =>
  refuseUnlessRow(attemptToCount(q), TOO_MANY),
)

function attemptToCount(q: Queryable) {
  const isOver = lte(rateLimits.windowStartsAt, sql.placeholder('since'))
  return q
    .insert(rateLimits)
    .values({
      ...placeholders('rule', 'subject'),
      windowStartsAt: sql.placeholder('now'),
      count: 1,
    })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.subject],
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        windowStartsAt: sql`case when ${isOver} then excluded.window_starts_at else ${rateLimits.windowStartsAt} end`,
      },
      setWhere: sql`${isOver} or ${lt(rateLimits.count, sql.placeholder('limit'))}`,
    })
    .returning({ count: rateLimits.count })
}

/** Adds to the count of the window that began at this time, or of a later one; its sum. */
export async function addToCount(
  q: Queryable,
  key: RateLimitKey,
  { added, windowStartsAt }: { added: number; windowStartsAt: Date },
): Promise<number> {
  const isSame = sql`${rateLimits.windowStartsAt} >= excluded.window_starts_at`
  const rows = await q
    .insert(rateLimits)
    .values({ ...key, windowStartsAt, count: added })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.subject],
      set: {
        count: sql`case when ${isSame} then ${rateLimits.count} else 0 end + excluded.count`,
        windowStartsAt: sql`greatest(${rateLimits.windowStartsAt}, excluded.window_starts_at)`,
      },
    })
    .returning({ count: rateLimits.count })
  return rows[0]?.count ?? added
}

/** A statement that counts without limit; the row is kept for a day after `windowStartsAt`. */
export function countUnlimited(
  q: Queryable,
  key: { rule: string; subject: Placeholder },
  windowStartsAt: Placeholder,
) {
  return q
    .insert(rateLimits)
    .values({ ...key, windowStartsAt, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.subject],
      set: {
        count: sql`${rateLimits.count} + 1`,
        windowStartsAt: sql`excluded.window_starts_at`,
      },
    })
}

/**
 * Lets the commit of a transaction that only counts not wait for the disk: a crash of the database
 * may forget the counts of its last second.
 */
export function commitAsync(q: Queryable): Promise<unknown> {
  return asyncCommit(q).execute()
}

const asyncCommit = prepareSql(
  'commit_async',
  () => sql`select set_config('synchronous_commit', 'off', true)`,
)

/** The current windows of these keys; those that never counted are missing. */
export function findWindows(q: Queryable, keys: RateLimitKey[]): Promise<FoundWindow[]> {
  const { subject, count, windowStartsAt: startsAt } = rateLimits
  return q
    .select({ subject, count, startsAt })
    .from(rateLimits)
    .where(or(...keys.map(isOf)))
}

type FoundWindow = { subject: Buffer; count: number; startsAt: Date }

/** Starts its statement before it returns. */
export function uncount(q: Queryable, key: RateLimitKey): Promise<unknown> {
  return q
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(isOf(key), gt(rateLimits.count, 0)))
    .execute()
}

function isOf({ rule, subject }: RateLimitKey) {
  return and(eq(rateLimits.rule, rule), eq(rateLimits.subject, subject))
}

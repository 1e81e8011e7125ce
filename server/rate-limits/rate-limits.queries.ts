import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { rateLimits } from '../db/schema.ts'

/** `subject` is a keyed hash of 32 bytes. */
export type RateLimitKey = { rule: string; subject: Buffer }

/**
 * Counts an attempt in the window that the first attempt began; its number from 1, or null at the
 * limit. One statement, so that concurrent attempts cannot exceed the limit.
 */
export async function countWithin(
  q: Queryable,
  key: RateLimitKey,
  { limit, windowMs, now }: { limit: number; windowMs: number; now: Date },
): Promise<number | null> {
  const isOver = lte(rateLimits.windowStartsAt, new Date(now.getTime() - windowMs))
  const [counted] = await q
    .insert(rateLimits)
    .values({ ...key, windowStartsAt: now, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.subject],
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        windowStartsAt: sql`case when ${isOver} then excluded.window_starts_at else ${rateLimits.windowStartsAt} end`,
      },
      setWhere: sql`${isOver} or ${rateLimits.count} < ${limit}`,
    })
    .returning({ count: rateLimits.count })
  return counted?.count ?? null
}

/** A statement that counts without limit and returns `count`; the row is kept for a day after `windowStartsAt`. */
export function countUnlimited(q: Queryable, key: RateLimitKey, windowStartsAt: Date) {
  return q
    .insert(rateLimits)
    .values({ ...key, windowStartsAt, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.rule, rateLimits.subject],
      set: { count: sql`${rateLimits.count} + 1`, windowStartsAt },
    })
    .returning({ count: rateLimits.count })
}

/** Start of the current window, or null. */
export async function findWindowStart(q: Queryable, key: RateLimitKey): Promise<Date | null> {
  const [row] = await q
    .select({ windowStartsAt: rateLimits.windowStartsAt })
    .from(rateLimits)
    .where(isOf(key))
  return row?.windowStartsAt ?? null
}

export async function uncount(q: Queryable, key: RateLimitKey): Promise<void> {
  await q
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(isOf(key), gt(rateLimits.count, 0)))
}

function isOf({ rule, subject }: RateLimitKey) {
  return and(eq(rateLimits.rule, rule), eq(rateLimits.subject, subject))
}

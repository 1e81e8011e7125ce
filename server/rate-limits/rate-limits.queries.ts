// Counted in the database, so that a limit holds across all server processes.
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { guessCounters } from '../db/schema.ts'

/** `who` is a keyed hash of 32 bytes. */
export type Guess = { what: string; who: Buffer }

/** The window starts with its first attempt. */
export type GuessRule = { limit: number; windowMs: number; now: Date }

/** Counts an attempt; false when none is left. */
export async function consume(q: Queryable, guess: Guess, rule: GuessRule): Promise<boolean> {
  return (await countGuess(q, guess, rule)) !== null
}

/** The attempt's number from 1, or null; one statement, so that concurrent ones cannot pass. */
export async function countGuess(
  q: Queryable,
  guess: Guess,
  { limit, windowMs, now }: GuessRule,
): Promise<number | null> {
  const isOver = lte(guessCounters.windowStartsAt, new Date(now.getTime() - windowMs))
  const taken = await q
    .insert(guessCounters)
    .values({ ...guess, windowStartsAt: now, count: 1 })
    .onConflictDoUpdate({
      target: [guessCounters.what, guessCounters.who],
      set: {
        count: sql`case when ${isOver} then 1 else ${guessCounters.count} + 1 end`,
        windowStartsAt: sql`case when ${isOver} then excluded.window_starts_at else ${guessCounters.windowStartsAt} end`,
      },
      setWhere: sql`${isOver} or ${guessCounters.count} < ${limit}`,
    })
    .returning({ count: guessCounters.count })
  return taken[0]?.count ?? null
}

/** Start of the current window, or null. */
export async function findWindowStart(q: Queryable, guess: Guess): Promise<Date | null> {
  const [row] = await q
    .select({ windowStartsAt: guessCounters.windowStartsAt })
    .from(guessCounters)
    .where(and(eq(guessCounters.what, guess.what), eq(guessCounters.who, guess.who)))
  return row?.windowStartsAt ?? null
}

/** Returns the attempt after a correct code. */
export async function giveGuessBack(q: Queryable, guess: Guess): Promise<void> {
  await q
    .update(guessCounters)
    .set({ count: sql`${guessCounters.count} - 1` })
    .where(
      and(
        eq(guessCounters.what, guess.what),
        eq(guessCounters.who, guess.who),
        gt(guessCounters.count, 0),
      ),
    )
}

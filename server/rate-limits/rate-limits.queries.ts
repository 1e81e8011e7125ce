// SQL of how often something may be guessed: counted in the database, so that the limit holds
// however many server processes there are.
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { guessCounters } from '../db/schema.ts'

/** What is guessed, and by whom as 32 bytes that tell nobody. */
export type Guess = { what: string; who: Buffer }

/** So many in a window that begins with the first. */
export type GuessRule = { limit: number; windowMs: number; now: Date }

/** Takes one guess of `limit` within a window of `windowMs`; false when none is left. */
export async function consume(q: Queryable, guess: Guess, rule: GuessRule): Promise<boolean> {
  return (await countGuess(q, guess, rule)) !== null
}

/**
 * The same, and returns which one of its window it is, from 1; null when none is left. One statement
 * counts and decides, so that guesses made at the same moment cannot pass together.
 */
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

/** When the window began in which this is counted, or null. */
export async function findWindowStart(q: Queryable, guess: Guess): Promise<Date | null> {
  const [row] = await q
    .select({ windowStartsAt: guessCounters.windowStartsAt })
    .from(guessCounters)
    .where(and(eq(guessCounters.what, guess.what), eq(guessCounters.who, guess.who)))
  return row?.windowStartsAt ?? null
}

/** Gives a guess back that was none, because it was right. */
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

import type { Queryable } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import { consume, findWindowStart, type Guess, type GuessRule } from './rate-limits.queries.ts'

/** Throws Refused too_many_requests, with the seconds to wait, when no attempt is left. */
export async function consumeOrThrow(q: Queryable, guess: Guess, rule: GuessRule): Promise<void> {
  if (await consume(q, guess, rule)) return
  const start = (await findWindowStart(q, guess)) ?? rule.now
  const wait = start.getTime() + rule.windowMs - rule.now.getTime()
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  throw new Refused('too_many_requests', {}, { retryAfter })
}

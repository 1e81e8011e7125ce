import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { countWithin, findWindowStart, uncount } from './rate-limits.queries.ts'
import { RULES, type Rule, type RuleName } from './rules.ts'

type LimitDeps = Pick<Deps, 'fieldKeys' | 'settings' | 'now'>

/** The subject of rules for all together. */
export const EVERYBODY = 'everybody'

/** Counts an attempt; its number in the window, from 1, or null when none is left. */
export function consume(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<number | null> {
  const { limit, windowMs, isScaled }: Rule = RULES[name]
  const scaled = isScaled ? Math.ceil(limit * deps.settings.rateLimitScale) : limit
  return countWithin(q, keyOf(deps, name, subject), { limit: scaled, windowMs, now: deps.now() })
}

/** The same; throws Refused too_many_requests, with the seconds to wait, when none is left. */
export async function consumeOrThrow(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<number> {
  const count = await consume(q, deps, name, subject)
  if (count !== null) return count
  const now = deps.now()
  const start = (await findWindowStart(q, keyOf(deps, name, subject))) ?? now
  const wait = start.getTime() + RULES[name].windowMs - now.getTime()
  throw new Refused('too_many_requests', {}, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Returns an attempt that should not have counted. */
export function returnAttempt(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<void> {
  return uncount(q, keyOf(deps, name, subject))
}

function keyOf({ fieldKeys }: LimitDeps, name: RuleName, subject: string) {
  const counted = RULES[name].by === 'address' ? ipPrefix(subject) : subject
  return { rule: name, subject: fieldKeys.blindIndex(counted, name) }
}

import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import { databaseFault, type Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import {
  commitAsync,
  countOrRefuse,
  countWithin,
  findWindowStart,
  TOO_MANY,
  uncount,
} from './rate-limits.queries.ts'
import { RULES, type Rule, type RuleName } from './rules.ts'

type LimitDeps = Pick<Deps, 'fieldKeys' | 'settings' | 'now'>
type OwnDeps = LimitDeps & Pick<Deps, 'database'>
type Attempt = readonly [name: RuleName, subject: string]

/** The subject of rules for all together. */
export const EVERYBODY = 'everybody'

/** Counts an attempt; its number in the window, from 1, or null when none is left. */
export function consume(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<number | null> {
  return countWithin(q, keyOf(deps, name, subject), windowOf(deps, name))
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
  throw await tooManyRequests(q, deps, name, subject)
}

/** For a transaction in one round trip, which fails with TOO_MANY when no attempt is left. */
export function consumeOrRefuse(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<unknown> {
  return countOrRefuse(q, keyOf(deps, name, subject), windowOf(deps, name))
}

/**
 * Counts attempts, all or none, in a transaction of their own, which a crash of the database may
 * forget. Throws like consumeOrThrow.
 */
export async function consumeAlone(deps: OwnDeps, attempts: readonly Attempt[]): Promise<void> {
  const { database } = deps
  try {
    await database.sendTransaction((q) => [
      commitAsync(q),
      ...attempts.map(([name, subject]) => consumeOrRefuse(q, deps, name, subject)),
    ])
  } catch (error) {
    if (databaseFault(error)?.constraint !== TOO_MANY) throw error
    // In turn, for the refusal of the first that has none left.
    await database.transaction(async (tx) => {
      for (const [name, subject] of attempts) await consumeOrThrow(tx, deps, name, subject)
    })
  }
}

/** Returns an attempt in such a transaction. */
export async function returnAlone(deps: OwnDeps, [name, subject]: Attempt): Promise<void> {
  await deps.database.sendTransaction((q) => [
    commitAsync(q),
    returnAttempt(q, deps, name, subject),
  ])
}

/** The refusal with the seconds to wait. */
export async function tooManyRequests(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<Refused> {
  const now = deps.now()
  const start = (await findWindowStart(q, keyOf(deps, name, subject))) ?? now
  const wait = start.getTime() + RULES[name].windowMs - now.getTime()
  return new Refused(TOO_MANY, {}, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Returns an attempt that should not have counted. */
export function returnAttempt(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<unknown> {
  return uncount(q, keyOf(deps, name, subject))
}

function windowOf({ settings, now }: LimitDeps, name: RuleName) {
  const { limit, windowMs, isScaled }: Rule = RULES[name]
  const scaled = isScaled ? Math.ceil(limit * settings.rateLimitScale) : limit
  return { limit: scaled, windowMs, now: now() }
}

function keyOf({ fieldKeys }: LimitDeps, name: RuleName, subject: string) {
  const counted = RULES[name].by === 'address' ? ipPrefix(subject) : subject
  return { rule: name, subject: fieldKeys.blindIndex(counted, name) }
}

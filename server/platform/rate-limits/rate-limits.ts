import { type Network, networksOf } from '../../../auth/limits/ip-prefix.ts'
import type { Deps } from '../../deps.ts'
import { databaseFault, type Queryable } from '../db/database.ts'
import { Refused } from '../http/refused.ts'
import {
  commitAsync,
  countOrRefuse,
  countWithin,
  findWindows,
  TOO_MANY,
  uncount,
} from './rate-limits.queries.ts'
import { RULES, type Rule, type RuleName } from './rules.ts'

type LimitDeps = Pick<Deps, 'fieldKeys' | 'now'> & {
  settings: Pick<Deps['settings'], 'rateLimitScale'>
}
type OwnDeps = LimitDeps & Pick<Deps, 'database'>
type Attempt = readonly [name: RuleName, subject: string]

/** The subject of rules for all together. */
export const EVERYBODY = 'everybody'

/** Counts an attempt; its number in the window of the subject, from 1, or null when none is left. */
export async function consume(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<number | null> {
  const counts = []
  for (const { key, window } of countersOf(deps, name, subject)) {
    const count = await countWithin(q, key, window)
    if (count === null) return null
    counts.push(count)
  }
  return counts[0] ?? null
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
  const counters = countersOf(deps, name, subject)
  return Promise.all(counters.map(({ key, window }) => countOrRefuse(q, key, window)))
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
  const counters = countersOf(deps, name, subject)
  const windows = await findWindows(
    q,
    counters.map(({ key }) => key),
  )
  const full = counters.flatMap(({ key, window }) =>
    windows.filter((one) => one.subject.equals(key.subject) && one.count >= window.limit),
  )
  const starts = full.map(({ startsAt }) => startsAt.getTime())
  const wait = Math.max(0, ...starts) + RULES[name].windowMs - now.getTime()
  return new Refused(TOO_MANY, {}, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Returns an attempt that should not have counted. */
export function returnAttempt(
  q: Queryable,
  deps: LimitDeps,
  name: RuleName,
  subject: string,
): Promise<unknown> {
  return Promise.all(countersOf(deps, name, subject).map(({ key }) => uncount(q, key)))
}

/** One for most rules; for those by address one for each network, the narrowest first. */
function countersOf({ fieldKeys, settings, now }: LimitDeps, name: RuleName, subject: string) {
  const { limit, windowMs, by, isScaled }: Rule = RULES[name]
  const scaled = isScaled ? Math.ceil(limit * settings.rateLimitScale) : limit
  return networksCounted(by, subject).map(({ prefix, times }) => ({
    key: { rule: name, subject: fieldKeys.blindIndex(prefix, name) },
    window: { limit: scaled * times, windowMs, now: now() },
  }))
}

function networksCounted(by: Rule['by'], subject: string): Network[] {
  if (by === 'address') return networksOf(subject)
  if (by !== 'address and event') return [{ prefix: subject, times: 1 }]
  const [address = '', event = ''] = subject.split(' ')
  return networksOf(address).map(({ prefix, times }) => ({ prefix: `${prefix} ${event}`, times }))
}

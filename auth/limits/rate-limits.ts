import type { Queryable } from '../db/database.ts'
import { tooMany } from '../errors.ts'
import { countWithin, deleteCounter, findFullWindows } from '../queries/rate-limits.queries.ts'
import type { Secrets } from '../tokens/secrets.ts'
import { type Network, networksOf } from './ip-prefix.ts'
import { type Rule, type RuleName, type RuleSettings, rulesOf } from './rules.ts'

/** The subject of rules for all together. */
export const EVERYBODY = ''

export type RateLimits = {
  /** Counts an attempt; false when none is left. */
  consume(q: Queryable, name: RuleName, subject: string): Promise<boolean>
  /** Counts an attempt; throws 429 with the seconds to wait when none is left. */
  consumeOrThrow(q: Queryable, name: RuleName, subject: string): Promise<void>
  reset(q: Queryable, name: RuleName, subject: string): Promise<void>
}

/** Limits by rules.ts, counted in the database across processes. Keys are keyed hashes. */
export function createRateLimits(deps: {
  secrets: Secrets
  now: () => Date
  settings: RuleSettings
}): RateLimits {
  const { secrets, now, settings } = deps
  const rules = rulesOf(settings)

  const limits: RateLimits = {
    async consume(q, name, subject) {
      for (const counter of countersOf(name, subject))
        if (!(await countWithin(q, { ...counter, now: now() }))) return false
      return true
    },
    async consumeOrThrow(q, name, subject) {
      if (await limits.consume(q, name, subject)) return
      const starts = await findFullWindows(q, countersOf(name, subject))
      const last = Math.max(...starts.map((start) => start.getTime()))
      throw tooMany(rules[name].seconds - (now().getTime() - last) / 1000)
    },
    async reset(q, name, subject) {
      for (const { key } of countersOf(name, subject)) await deleteCounter(q, key)
    },
  }
  return limits

  /** One for most rules; for those by IP prefix one for each network, the narrowest first. */
  function countersOf(name: RuleName, subject: string) {
    const { limit, seconds, by } = rules[name]
    if (limit === null) return []
    return networksCounted(by, subject).map(({ prefix, times }) => ({
      key: `${name}:${secrets.hmac(`count ${name}`, prefix).toString('base64url')}`,
      limit: limit * times,
      seconds,
    }))
  }
}

function networksCounted(by: Rule['by'], subject: string): Network[] {
  if (by === 'IP prefix') return networksOf(subject)
  if (by !== 'IP prefix and call') return [{ prefix: subject, times: 1 }]
  const [address = '', ...call] = subject.split(' ')
  return networksOf(address).map(({ prefix, times }) => ({
    prefix: `${prefix} ${call.join(' ')}`,
    times,
  }))
}

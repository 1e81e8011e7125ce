import type { Queryable } from '../db/database.ts'
import { tooMany } from '../errors.ts'
import { countWithin, deleteCounter, findWindowStart } from '../queries/rate-limits.queries.ts'
import type { Secrets } from '../tokens/secrets.ts'
import { ipPrefix } from './ip-prefix.ts'
import { type RuleName, type RuleSettings, rulesOf } from './rules.ts'

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
      const { limit, seconds } = rules[name]
      if (limit === null) return true
      return countWithin(q, { key: keyOf(name, subject), limit, seconds, now: now() })
    },
    async consumeOrThrow(q, name, subject) {
      if (await limits.consume(q, name, subject)) return
      const start = (await findWindowStart(q, keyOf(name, subject))) ?? now()
      throw tooMany(rules[name].seconds - (now().getTime() - start.getTime()) / 1000)
    },
    reset: (q, name, subject) => deleteCounter(q, keyOf(name, subject)),
  }
  return limits

  function keyOf(name: RuleName, subject: string): string {
    const counted = rules[name].by === 'IP prefix' ? ipPrefix(subject) : subject
    return `${name}:${secrets.hmac(`count ${name}`, counted).toString('base64url')}`
  }
}

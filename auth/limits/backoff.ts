import type { Queryable } from '../db/database.ts'
import { tooMany } from '../errors.ts'
import {
  addFailures,
  type Failure,
  type Failures,
  findFailures,
  forgetFailures,
} from '../queries/backoff.queries.ts'
import type { Secrets } from '../tokens/secrets.ts'
import { ipPrefix } from './ip-prefix.ts'

/** Seconds. Failures beyond `free` double the wait each, from `firstWait` up to `longestWait`. */
type Rule = { free: number; firstWait: number; longestWait: number; forgetAfter: number }

const HOUR = 3_600
// Per account and IP prefix: ten attempts in the first five minutes, then four an hour.
const PAIR = { free: 5, firstWait: 10, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule
// One IP prefix against many accounts; allows for a hall full of people behind one address.
const ADDRESS = { free: 50, firstWait: 10, longestWait: 900, forgetAfter: HOUR } satisfies Rule
// Many addresses against one account: each address then gets one attempt before it must wait.
const UNDER_ATTACK = 100
const ACCOUNT = { forgetAfter: HOUR }
// Six-digit codes: the wait locks nobody out, because the link in the mail still works.
const CODES = { free: 10, firstWait: 60, longestWait: HOUR, forgetAfter: 24 * HOUR } satisfies Rule

// Authenticator codes from any address: finally four attempts an hour, each at 3 : 1,000,000.
const FACTOR = { free: 5, firstWait: 30, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule

export type Backoff = {
  /** Keys of the failures that checkPassword looks at. */
  passwordKeys(email: string, address: string): string[]
  /**
   * Throws 429 while this address must wait before it tries a password of this account again.
   * Reads the failures unless they are given.
   */
  checkPassword(email: string, address: string, known?: Map<string, Failures>): Promise<void>
  wrongPassword(email: string, address: string): Promise<void>
  rightPassword(email: string, address: string): Promise<void>
  /** Throws 429 for an address that tried many codes; false while this account accepts no codes. */
  mayTryCode(email: string, address: string): Promise<boolean>
  wrongCode(email: string, address: string): Promise<void>
  /** Throws 429 while this second factor accepts no codes. */
  checkFactor(factorId: string): Promise<void>
  wrongFactorCode(factorId: string): Promise<void>
  rightFactorCode(factorId: string): Promise<void>
}

/**
 * Counts wrong attempts in the database, across processes. Waits apply per IP prefix, so that an
 * attacker elsewhere cannot lock the owner out. Unknown accounts count alike.
 */
export function createBackoff(q: Queryable, secrets: Secrets, now: () => Date): Backoff {
  const keyOf = (what: string, value: string) =>
    `${what}:${secrets.hmac(`guess ${what}`, value).toString('base64url')}`
  const keysOf = (email: string, address: string) => {
    const group = ipPrefix(address)
    return {
      pair: keyOf('pair', `${group}|${email}`),
      address: keyOf('address', group),
      account: keyOf('account', email),
      codes: keyOf('codes', email),
    }
  }
  const failureOf = (key: string, { forgetAfter }: { forgetAfter: number }) => ({
    key,
    forgetBefore: new Date(now().getTime() - forgetAfter * 1000),
  })
  const count = (...failed: Failure[]) => addFailures(q, failed, now())

  const backoff: Backoff = {
    passwordKeys(email, address) {
      const keys = keysOf(email, address)
      return [keys.pair, keys.address, keys.account]
    },
    async checkPassword(email, address, known) {
      const keys = keysOf(email, address)
      const found = known ?? (await findFailures(q, backoff.passwordKeys(email, address)))
      const account = failuresNow(found.get(keys.account), ACCOUNT, now())
      const pair = account >= UNDER_ATTACK ? { ...PAIR, free: 1 } : PAIR
      const wait = Math.max(
        secondsToWait(found.get(keys.pair), pair, now()),
        secondsToWait(found.get(keys.address), ADDRESS, now()),
      )
      if (wait > 0) throw tooMany(wait)
    },
    async wrongPassword(email, address) {
      const keys = keysOf(email, address)
      await count(
        failureOf(keys.pair, PAIR),
        failureOf(keys.address, ADDRESS),
        failureOf(keys.account, ACCOUNT),
      )
    },
    rightPassword: (email, address) => forgetFailures(q, keysOf(email, address).pair),

    async mayTryCode(email, address) {
      const keys = keysOf(email, address)
      const found = await findFailures(q, [keys.address, keys.codes])
      const wait = secondsToWait(found.get(keys.address), ADDRESS, now())
      if (wait > 0) throw tooMany(wait)
      return secondsToWait(found.get(keys.codes), CODES, now()) === 0
    },
    async wrongCode(email, address) {
      const keys = keysOf(email, address)
      await count(failureOf(keys.address, ADDRESS), failureOf(keys.codes, CODES))
    },

    async checkFactor(factorId) {
      const key = keyOf('factor', factorId)
      const wait = secondsToWait((await findFailures(q, [key])).get(key), FACTOR, now())
      if (wait > 0) throw tooMany(wait)
    },
    wrongFactorCode: (factorId) => count(failureOf(keyOf('factor', factorId), FACTOR)),
    rightFactorCode: (factorId) => forgetFailures(q, keyOf('factor', factorId)),
  }
  return backoff
}

/** Seconds to wait after these failures; 0 when the next attempt is allowed. */
export function secondsToWait(counted: Failures | undefined, rule: Rule, now: Date): number {
  const failures = failuresNow(counted, rule, now)
  if (!counted || failures < rule.free) return 0
  const wait = Math.min(rule.longestWait, rule.firstWait * 2 ** Math.min(failures - rule.free, 30))
  return Math.max(0, wait - (now.getTime() - counted.lastFailedAt.getTime()) / 1000)
}

function failuresNow(
  counted: Failures | undefined,
  { forgetAfter }: { forgetAfter: number },
  now: Date,
): number {
  if (!counted || now.getTime() - counted.lastFailedAt.getTime() > forgetAfter * 1000) return 0
  return counted.failures
}

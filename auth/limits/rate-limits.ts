import type { Queryable } from '../db/database.ts'
import {
  addFailure,
  type Failures,
  findFailures,
  forgetFailures,
} from '../queries/guesses.queries.ts'
import { tooMany } from '../refused.ts'
import type { Secrets } from '../tokens/secrets.ts'
import { ipPrefix } from './ip-prefix.ts'

/** Wrong guesses that are free; then each doubles the wait, up to the longest. Seconds. */
type Rule = { free: number; firstWait: number; longestWait: number; forgetAfter: number }

const HOUR = 3_600
// Ten guesses in the first five minutes, then four an hour.
const PAIR = { free: 5, firstWait: 10, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule
// One address against many accounts; room for a hall full of men behind one address.
const ADDRESS = { free: 50, firstWait: 10, longestWait: 900, forgetAfter: HOUR } satisfies Rule
// Many addresses against one account: then an address gets one guess before it must wait.
const UNDER_ATTACK = 100
const ACCOUNT = { forgetAfter: HOUR }
// Codes of six digits: waiting here locks nobody out, since the link in the mail still works.
const CODES = { free: 10, firstWait: 60, longestWait: HOUR, forgetAfter: 24 * HOUR } satisfies Rule

// Codes of an authenticator app, from whatever address: four an hour in the end, of three in a million.
const FACTOR = { free: 5, firstWait: 30, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule

export type Guesses = {
  /** Throws 429 while this visitor must wait before he tries a password of this account again. */
  checkPassword(email: string, address: string): Promise<void>
  wrongPassword(email: string, address: string): Promise<void>
  rightPassword(email: string, address: string): Promise<void>
  /** Throws 429 for an address that tried many codes; false while this account takes no codes. */
  mayTryCode(email: string, address: string): Promise<boolean>
  wrongCode(email: string, address: string): Promise<void>
  /** Throws 429 while no code of this second factor is taken. */
  checkFactor(factorId: string): Promise<void>
  wrongFactorCode(factorId: string): Promise<void>
  rightFactorCode(factorId: string): Promise<void>
}

/**
 * Counts wrong guesses in the database, so that the limits hold across processes. Nothing here shuts
 * an owner out: who is made to wait is the pair of account and address that guessed wrong, so the
 * right password from any other address always works. An account that does not exist counts alike.
 */
export function createGuesses(q: Queryable, secrets: Secrets, now: () => Date): Guesses {
  const keyOf = (what: string, value: string) =>
    `${what}:${secrets.mark(`guess ${what}`, value).toString('base64url')}`
  const keysOf = (email: string, address: string) => {
    const group = ipPrefix(address)
    return {
      pair: keyOf('pair', `${group}|${email}`),
      address: keyOf('address', group),
      account: keyOf('account', email),
      codes: keyOf('codes', email),
    }
  }
  const count = (key: string, { forgetAfter }: { forgetAfter: number }) =>
    addFailure(q, { key, forgetBefore: new Date(now().getTime() - forgetAfter * 1000), now: now() })

  return {
    async checkPassword(email, address) {
      const keys = keysOf(email, address)
      const found = await findFailures(q, [keys.pair, keys.address, keys.account])
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
      await count(keys.pair, PAIR)
      await count(keys.address, ADDRESS)
      await count(keys.account, ACCOUNT)
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
      await count(keys.address, ADDRESS)
      await count(keys.codes, CODES)
    },

    async checkFactor(factorId) {
      const key = keyOf('factor', factorId)
      const wait = secondsToWait((await findFailures(q, [key])).get(key), FACTOR, now())
      if (wait > 0) throw tooMany(wait)
    },
    wrongFactorCode: (factorId) => count(keyOf('factor', factorId), FACTOR),
    rightFactorCode: (factorId) => forgetFailures(q, keyOf('factor', factorId)),
  }
}

/** Seconds still to wait after these wrong guesses; 0 when the next one may be made. */
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

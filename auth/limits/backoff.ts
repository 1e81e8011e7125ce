import { LRUCache } from 'lru-cache'
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
import { ipPrefix, networksOf } from './ip-prefix.ts'

/** Seconds. Failures beyond `free` double the wait each, from `firstWait` up to `longestWait`. */
type Rule = { free: number; firstWait: number; longestWait: number; forgetAfter: number }

const HOUR = 3_600
// Per account and IP prefix: ten attempts in the first five minutes, then four an hour.
const PAIR = { free: 5, firstWait: 10, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule
// One IP prefix against many accounts; allows for a hall full of people behind one address.
const ADDRESS = { free: 50, firstWait: 10, longestWait: 900, forgetAfter: HOUR } satisfies Rule
// Of one account from all networks, without a pause of a day, and of all accounts within an hour:
// then a password counts from a known device only. Without mail an address gets one attempt.
const ACCOUNT = { most: 20, forgetAfter: 24 * HOUR }
const EVERYBODY_AN_HOUR = 1_000
// Right passwords of an account, which cost as much hashing as wrong ones.
const RIGHT = { free: 30, firstWait: 10, longestWait: 300, forgetAfter: 900 } satisfies Rule
// Six-digit codes: the wait locks nobody out, because the link in the mail still works.
const CODES = { free: 10, firstWait: 60, longestWait: HOUR, forgetAfter: 24 * HOUR } satisfies Rule

// Authenticator codes from any address: finally four attempts an hour, each at 3 : 1,000,000.
const FACTOR = { free: 5, firstWait: 30, longestWait: 900, forgetAfter: 24 * HOUR } satisfies Rule

/** `isKnown`: from a device that this account signed in on before. */
export type Tried = { email: string; address: string; isKnown: boolean }

export type Backoff = {
  /** Keys of the failures that checkPassword looks at. */
  passwordKeys(email: string, address: string): string[]
  /**
   * Throws 429 while this address must wait before it tries a password of this account again.
   * Known devices of the account wait for each other alone. Reads the failures unless they are given.
   */
  checkPassword(tried: Tried, counted?: Map<string, Failures>): Promise<void>
  /** Whether so many passwords failed that one from another than a known device counts no more. */
  needsKnownDevice(tried: Tried, counted: Map<string, Failures>): boolean
  wrongPassword(tried: Tried): Promise<void>
  /** `counted` spares the statement when there is nothing to forget. */
  rightPassword(tried: Tried, counted?: Map<string, Failures>): Promise<void>
  /** Throws 429 for an address that tried many codes; false while this account accepts no codes. */
  mayTryCode(email: string, address: string): Promise<boolean>
  wrongCode(email: string, address: string): Promise<void>
  /** Throws 429 while this second factor accepts no codes. */
  checkFactor(factorId: string): Promise<void>
  wrongFactorCode(factorId: string): Promise<void>
  rightFactorCode(factorId: string): Promise<void>
}

/**
 * Counts wrong attempts in the database, across processes. Waits apply per network, so that an
 * attacker elsewhere cannot lock the owner out. Unknown accounts count alike. Right ones count in
 * memory, since each process has its own lane of hashes.
 */
export function createBackoff(
  q: Queryable,
  { secrets, now, requestScale }: { secrets: Secrets; now: () => Date; requestScale: number },
): Backoff {
  const rightOnes = new LRUCache<string, Failures>({ max: 10_000 })
  const keyOf = (what: string, value: string) =>
    `${what}:${secrets.hmac(`guess ${what}`, value).toString('base64url')}`
  const keysOf = (email: string, address: string) => {
    const hour = Math.floor(now().getTime() / (HOUR * 1000))
    return {
      pair: keyOf('pair', `${ipPrefix(address)}|${email}`),
      networks: networksOf(address).map(({ prefix, times }) => ({
        key: keyOf('address', prefix),
        rule: { ...ADDRESS, free: ADDRESS.free * times },
      })),
      account: keyOf('account', email),
      known: keyOf('known', email),
      codes: keyOf('codes', email),
      thisHour: `everybody:${hour}`,
      lastHour: `everybody:${hour - 1}`,
    }
  }
  const networkFailures = ({ networks }: ReturnType<typeof keysOf>) =>
    networks.map(({ key, rule }) => failureOf(key, rule))
  const waitOfNetworks = (
    { networks }: ReturnType<typeof keysOf>,
    counted: Map<string, Failures>,
  ) => Math.max(...networks.map(({ key, rule }) => secondsToWait(counted.get(key), rule, now())))
  const failureOf = (key: string, { forgetAfter }: { forgetAfter: number }) => ({
    key,
    forgetBefore: new Date(now().getTime() - forgetAfter * 1000),
  })
  const count = (...failed: Failure[]) => addFailures(q, failed, now())

  const backoff: Backoff = {
    passwordKeys(email, address) {
      const { pair, networks, account, known, thisHour, lastHour } = keysOf(email, address)
      return [pair, ...networks.map(({ key }) => key), account, known, thisHour, lastHour]
    },
    async checkPassword(tried, given) {
      const { email, address, isKnown } = tried
      const keys = keysOf(email, address)
      const counted = given ?? (await findFailures(q, backoff.passwordKeys(email, address)))
      const rule = backoff.needsKnownDevice(tried, counted) ? { ...PAIR, free: 1 } : PAIR
      const right = { ...RIGHT, free: RIGHT.free * requestScale }
      const wait = Math.max(
        secondsToWait(rightOnes.get(email), right, now()),
        secondsToWait(counted.get(isKnown ? keys.known : keys.pair), rule, now()),
        isKnown ? 0 : waitOfNetworks(keys, counted),
      )
      if (wait > 0) throw tooMany(wait)
    },
    needsKnownDevice({ email, address, isKnown }, counted) {
      if (isKnown) return false
      const keys = keysOf(email, address)
      const ofAll = [keys.thisHour, keys.lastHour].map((key) => counted.get(key)?.failures ?? 0)
      return (
        failuresNow(counted.get(keys.account), ACCOUNT, now()) >= ACCOUNT.most ||
        Math.max(...ofAll) >= EVERYBODY_AN_HOUR * requestScale
      )
    },
    async wrongPassword({ email, address, isKnown }) {
      const keys = keysOf(email, address)
      if (isKnown) return await count(failureOf(keys.known, PAIR))
      await count(
        failureOf(keys.pair, PAIR),
        ...networkFailures(keys),
        failureOf(keys.account, ACCOUNT),
        failureOf(keys.thisHour, { forgetAfter: HOUR }),
      )
    },
    async rightPassword({ email, address, isKnown }, counted) {
      const earlier = failuresNow(rightOnes.get(email), RIGHT, now())
      rightOnes.set(email, { failures: earlier + 1, lastFailedAt: now() })
      const keys = keysOf(email, address)
      const own = isKnown ? keys.known : keys.pair
      if (!counted || counted.has(own)) await forgetFailures(q, own)
    },

    async mayTryCode(email, address) {
      const keys = keysOf(email, address)
      const counted = await findFailures(q, [...keys.networks.map(({ key }) => key), keys.codes])
      const wait = waitOfNetworks(keys, counted)
      if (wait > 0) throw tooMany(wait)
      return secondsToWait(counted.get(keys.codes), CODES, now()) === 0
    },
    async wrongCode(email, address) {
      const keys = keysOf(email, address)
      await count(...networkFailures(keys), failureOf(keys.codes, CODES))
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
function secondsToWait(counted: Failures | undefined, rule: Rule, now: Date): number {
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

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { createSecrets } from '../tokens/secrets.ts'
import { createRateLimits } from './rate-limits.ts'
import type { RuleName, RuleSettings } from './rules.ts'

const START = new Date('2027-01-12T09:20:00Z')
const MINUTE = 60_000
const secrets = createSecrets(randomBytes(32))
let database: TestDatabase
let subjects = 0
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function limiter(settings: Partial<RuleSettings> = {}) {
  subjects += 1
  const own = `subject ${subjects}`
  let moment = START
  const limits = createRateLimits({
    secrets,
    now: () => moment,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  })
  const { pool } = database
  return {
    attempt: (name: RuleName = 'mails to', of = own) => limits.consume(pool, name, of),
    attemptOrThrow: (name: RuleName = 'mails to') => limits.consumeOrThrow(pool, name, own),
    reset: () => limits.reset(pool, 'mails to', own),
    wait(ms: number) {
      moment = new Date(moment.getTime() + ms)
    },
  }
}

async function allowed(times: number, attempt: () => Promise<boolean>) {
  const answers = await Promise.all(Array.from({ length: times }, attempt))
  return answers.filter(Boolean).length
}

test('a window begins with its first attempt, and attempts at once are no more than its limit', async () => {
  const { attempt, attemptOrThrow, wait } = limiter()
  await allowed(3, () => attempt())
  wait(10 * MINUTE)
  expect(await allowed(12, () => attempt())).toBe(2)
  wait(10 * MINUTE)
  await expect(attemptOrThrow()).rejects.toMatchObject({ status: 429, retryAfter: 600 })
  wait(10 * MINUTE - 1)
  expect(await attempt()).toBe(false)
  wait(1)
  expect(await allowed(12, () => attempt())).toBe(5)
})

test('other subjects and other rules count apart, and a reset counts from one', async () => {
  const { attempt, reset } = limiter()
  await allowed(5, () => attempt())
  expect(await attempt('mails to', 'another')).toBe(true)
  expect(await attempt('resets to')).toBe(true)
  await reset()
  expect(await allowed(12, () => attempt())).toBe(5)
})

test('the scale multiplies limits of IP prefixes, and none of an account', async () => {
  const { attempt } = limiter({ requestScale: 0.1 })
  expect(await allowed(12, () => attempt('mails asked from'))).toBe(6)
  expect(await allowed(12, () => attempt())).toBe(5)
})

test('a limit that the settings leave out is none', async () => {
  const { attempt } = limiter({ signUpsPerHour: null, callLimits: null })
  expect(await allowed(200, () => attempt('sign-ups of'))).toBe(200)
  expect(await allowed(200, () => attempt('calls token of'))).toBe(200)
})

test('addresses of one IPv6 /64 are one, those of a /56 count twice as much and of a /48 four times', async () => {
  const { attempt } = limiter({ signUpsPerHour: 1 })
  expect(await attempt('sign-ups of', '2001:db8:1:2::1')).toBe(true)
  expect(await attempt('sign-ups of', '2001:db8:1:2::2')).toBe(false)
  expect(await attempt('sign-ups of', '2001:db8:1:3::1')).toBe(true)
  expect(await attempt('sign-ups of', '2001:db8:1:4::1')).toBe(false)
  expect(await attempt('sign-ups of', '2001:db8:1:102::1')).toBe(true)
  expect(await attempt('sign-ups of', '2001:db8:1:202::1')).toBe(true)
  expect(await attempt('sign-ups of', '2001:db8:1:302::1')).toBe(false)
  expect(await attempt('sign-ups of', '2001:db8:2:302::1')).toBe(true)
})

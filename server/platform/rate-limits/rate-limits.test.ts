import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { countRoundTrips } from '../../../test/database/round-trips.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { makeFieldKeys, openFieldKeys } from '../keys/field-keys.ts'
import {
  consume,
  consumeAlone,
  consumeOrThrow,
  EVERYBODY,
  returnAlone,
  returnAttempt,
} from './rate-limits.ts'
import { RULES, type RuleName } from './rules.ts'

const START = new Date('2027-01-12T09:00:00Z')
const VISITOR = 'access code of a visitor'
const ADDRESS = 'contact messages of an address'
const fieldKeys = openFieldKeys(makeFieldKeys())
let database: TestDatabase
let subjects = 0
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function limiter({ scale = 1, on = database }: { scale?: number; on?: Database } = {}) {
  subjects += 1
  const subject = `subject ${subjects}`
  let moment = START
  const settings = { rateLimitScale: scale } as never
  const deps = { fieldKeys, settings, now: () => moment, database: on }
  const both = [
    ['access code of an address', subject],
    [VISITOR, subject],
  ] as const
  return {
    subject,
    deps,
    attempt: (name: RuleName = VISITOR, of = subject) => consume(on.db, deps, name, of),
    attemptOrThrow: (name: RuleName = VISITOR) => consumeOrThrow(on.db, deps, name, subject),
    undo: () => returnAttempt(on.db, deps, VISITOR, subject),
    alone: () => consumeAlone(deps, both),
    undoAlone: () => returnAlone(deps, [VISITOR, subject]),
    wait(ms: number) {
      moment = new Date(moment.getTime() + ms)
    },
  }
}

async function often(times: number, attempt: () => Promise<number | null>) {
  const counts = []
  for (let n = 0; n < times; n++) counts.push(await attempt())
  return counts
}

test('attempts are numbered up to the limit, and again from one in the next window', async () => {
  const { attempt, wait } = limiter()
  expect(await often(3, () => attempt())).toEqual([1, 2, 3])
  wait(5 * MINUTE_MS)
  expect(await often(3, () => attempt())).toEqual([4, 5, null])
  wait(10 * MINUTE_MS - 1)
  expect(await attempt()).toBeNull()
  wait(1)
  expect(await attempt()).toBe(1)
})

test('a refused attempt gets the seconds until the window ends', async () => {
  const { attemptOrThrow, wait } = limiter()
  await often(5, () => attemptOrThrow())
  wait(5 * MINUTE_MS + 500)
  await expect(attemptOrThrow()).rejects.toMatchObject({
    reason: 'too_many_requests',
    retryAfter: 600,
  })
})

test('an attempt that is returned can be made again, and none is returned twice', async () => {
  const { attempt, undo } = limiter()
  await often(5, () => attempt())
  await undo()
  expect(await often(2, () => attempt())).toEqual([5, null])
  for (let n = 0; n < 7; n++) await undo()
  expect(await attempt()).toBe(1)
})

test('attempts at once are no more than attempts in turn', async () => {
  const { attempt } = limiter()
  const counts = await Promise.all(Array.from({ length: 20 }, () => attempt()))
  expect(counts.filter((count) => count !== null).sort()).toEqual([1, 2, 3, 4, 5])
})

test('attempts counted alone count all or none, and none left is refused with the seconds', async () => {
  const { attempt, alone, undoAlone, wait } = limiter()
  await often(4, () => attempt('access code of an address'))
  await alone()
  await alone()
  expect(await attempt('access code of an address')).toBe(7)
  await often(3, () => attempt())
  wait(5 * MINUTE_MS)
  await expect(alone()).rejects.toMatchObject({ reason: 'too_many_requests', retryAfter: 600 })
  expect(await attempt('access code of an address')).toBe(8)
  await undoAlone()
  expect(await attempt()).toBe(5)
})

test('a count alone does not wait for the disk, and what follows on its connection does', async () => {
  const own = openDatabase(database.url, { max: 1 })
  const counter = countRoundTrips(own.pool)
  await own.db.execute('set synchronous_commit = on')
  counter.reset()
  await limiter({ on: own }).alone()
  expect(counter.cost()).toEqual({ roundTrips: 1, durableCommits: 0 })
  await limiter({ on: own }).attempt()
  expect(counter.cost()).toEqual({ roundTrips: 2, durableCommits: 1 })
  const { rows } = await own.db.execute('show synchronous_commit')
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
  await own.close()
})

test('other subjects and other rules count apart', async () => {
  const { attempt } = limiter()
  await often(5, () => attempt())
  expect(await attempt(VISITOR, 'another')).toBe(1)
  expect(await attempt('access code of an address')).toBe(1)
})

test('the scale multiplies limits of addresses, and none of a secret', async () => {
  const { attempt } = limiter({ scale: 0.25 })
  expect(await often(4, () => attempt(ADDRESS))).toEqual([1, 2, 3, null])
  expect(await often(6, () => attempt())).toEqual([1, 2, 3, 4, 5, null])
})

test('addresses of one IPv6 /64 are one', async () => {
  const { attempt } = limiter()
  expect(await attempt(ADDRESS, '2001:db8:1:2::1')).toBe(1)
  expect(await attempt(ADDRESS, '2001:db8:1:2::2')).toBe(2)
  expect(await attempt(ADDRESS, '2001:db8:1:3::1')).toBe(1)
})

test('all clients together share one count', async () => {
  expect(await limiter().attempt('error reports', EVERYBODY)).toBe(1)
  expect(await limiter().attempt('error reports', EVERYBODY)).toBe(2)
})

test('no window is longer than the life of its row', () => {
  for (const { windowMs } of Object.values(RULES)) expect(windowMs).toBeLessThanOrEqual(86_400_000)
})

test('no subject can be read from the table', async () => {
  const { attempt, subject } = limiter()
  await attempt()
  const { rows } = await database.db.execute('select subject from rate_limits')
  for (const row of rows) expect(String(row.subject)).not.toContain(subject)
})

test('thousands of addresses of one /48 have four times what one has, of a /56 twice', async () => {
  const rule = 'contact messages of an address'
  const { attempt } = limiter()
  const from = async (addresses: string[]) => {
    const counts = []
    for (const address of addresses) counts.push(await attempt(rule, address))
    return counts.filter((count) => count !== null).length
  }
  const range = (n: number, address: (n: number) => string) =>
    Array.from({ length: n }, (_, at) => address(at))
  expect(await from(range(100, () => '2001:db8:77::1'))).toBe(10)
  expect(await from(range(100, (n) => `2001:db8:77:${n.toString(16)}::1`))).toBe(10)
  expect(await from(range(200, (n) => `2001:db8:77:${(256 * n + n).toString(16)}::1`))).toBe(20)
  expect(await from(range(200, (n) => `192.0.2.${n}`))).toBe(80)
  expect(await from(['2001:db8:78::1', '198.51.100.1'])).toBe(2)
})

test('a network whose other addresses used its attempts up gets the time to wait', async () => {
  const rule = 'record claims of an address'
  const { deps, attempt, wait } = limiter()
  for (let n = 0; n < 240; n++) await attempt(rule, `2001:db8:79:${n % 100}00::1`)
  wait(15 * MINUTE_MS)
  const refused = consumeOrThrow(database.db, deps, rule, '2001:db8:79:ffff::1')
  await expect(refused).rejects.toMatchObject({ reason: 'too_many_requests', retryAfter: 45 * 60 })
})

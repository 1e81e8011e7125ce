import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../server/db/test-database.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-auth.ts'

const HOUR = 3_600
let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(() => t.close())

async function counts() {
  const { rows } = await t.pool.query(
    `select (select count(*)::int from auth.guesses) as guesses,
            (select count(*)::int from auth.request_counts) as requests,
            (select count(*)::int from auth.one_time_tokens) as tokens,
            (select count(*)::int from auth.sessions) as sessions`,
  )
  return rows[0]
}

test('counters and links go a day after they ended, more than a batch of them too', async () => {
  const body = { email: 'one@example.org', password: PASSWORD }
  await t.ask('POST', '/signup', { body })
  await t.ask('POST', '/recover', { body })
  await t.ask('POST', '/token?grant_type=password', { body: { ...body, password: 'wrong' } })
  await t.auth.idle()
  await t.pool.query(
    `insert into auth.guesses select 'old ' || n, 1, '2020-01-01' from generate_series(1, 2500) n`,
  )
  await Promise.all([t.auth.cleanUp(), t.auth.cleanUp()])
  expect(await counts()).toEqual({ guesses: 3, requests: 3, tokens: 1, sessions: 1 })
  t.pass(25 * HOUR)
  await t.auth.cleanUp()
  expect(await counts()).toEqual({ guesses: 0, requests: 0, tokens: 0, sessions: 1 })
})

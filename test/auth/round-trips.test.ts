import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { type Cost, countRoundTrips } from '../database/round-trips.ts'
import { must, openTestAuth, PASSWORD, readMail, type TestAuth } from './test-service.ts'

let counter: ReturnType<typeof countRoundTrips>
let t: TestAuth
beforeAll(async () => {
  const { pool } = await openTestDatabase()
  counter = countRoundTrips(pool)
  t = await openTestAuth(pool, { confirmEmail: true })
})
afterAll(() => t.close())

let users = 0
async function createUser() {
  const email = `user-${++users}@example.org`
  const { id } = await t.auth.createUser({ email, password: PASSWORD })
  const client = t.client()
  const { data } = await client.signInWithPassword({ email, password: PASSWORD })
  return { id, email, client, session: must(data.session) }
}

async function signUp() {
  const email = `user-${++users}@example.org`
  await t.client().signUp({ email, password: PASSWORD })
  return { email, ...readMail(must((await t.mails()).at(-1))) }
}

/** Counts on all connections: of `call` and of the work that follows its response. */
async function costOf(call: () => Promise<{ error: unknown } | boolean>): Promise<Cost> {
  await t.auth.idle()
  counter.reset()
  expect(await call()).toSatisfy((result) => result === true || result?.error === null)
  await t.auth.idle()
  return counter.cost()
}

const calls: [string, Cost, () => Promise<() => Promise<{ error: unknown } | boolean>>][] = [
  [
    'session check',
    { roundTrips: 1, durableCommits: 0 },
    async () => {
      const { id, session } = await createUser()
      const [, claims = ''] = session.access_token.split('.')
      const { session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      return () => t.auth.isSessionAlive({ sessionId: session_id, userId: id })
    },
  ],
  [
    'sign-in by password',
    { roundTrips: 2, durableCommits: 1 },
    async () => {
      const { email } = await createUser()
      return () => t.client().signInWithPassword({ email, password: PASSWORD })
    },
  ],
  [
    'refused sign-in',
    { roundTrips: 3, durableCommits: 1 },
    async () => {
      const { email } = await createUser()
      return async () => {
        const { error } = await t.client().signInWithPassword({ email, password: 'not this one' })
        return error?.code === 'invalid_credentials'
      }
    },
  ],
  [
    'token refresh',
    { roundTrips: 2, durableCommits: 1 },
    async () => {
      const { client } = await createUser()
      return () => client.refreshSession()
    },
  ],
  [
    'sign-out',
    { roundTrips: 2, durableCommits: 1 },
    async () => {
      const { client } = await createUser()
      return () => client.signOut()
    },
  ],
  [
    'sign-up',
    { roundTrips: 9, durableCommits: 1 },
    async () => {
      const email = `user-${++users}@example.org`
      return () => t.client().signUp({ email, password: PASSWORD })
    },
  ],
  [
    'sign-up with a known address',
    { roundTrips: 10, durableCommits: 1 },
    async () => {
      const { email } = await createUser()
      return () => t.client().signUp({ email, password: PASSWORD })
    },
  ],
  [
    'confirmation by link',
    { roundTrips: 9, durableCommits: 1 },
    async () => {
      const { tokenHash } = await signUp()
      return () => t.client().verifyOtp({ token_hash: tokenHash, type: 'signup' })
    },
  ],
  [
    'confirmation by code',
    { roundTrips: 10, durableCommits: 1 },
    async () => {
      const { email, code } = await signUp()
      return () => t.client().verifyOtp({ email, token: code, type: 'signup' })
    },
  ],
  [
    'code to reauthenticate',
    { roundTrips: 9, durableCommits: 1 },
    async () => {
      const { client } = await createUser()
      return () => client.reauthenticate()
    },
  ],
]

test.each(calls)('%s costs %o', async (_, cost, prepare) => {
  expect(await costOf(await prepare())).toEqual(cost)
})

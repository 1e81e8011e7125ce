import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { createEmptyDatabase } from '../database/database.ts'
import { type Alone, startAlone } from './standalone-service.ts'
import { PASSWORD } from './test-service.ts'

// Two processes of `npm run auth`; two-processes.test.ts covers more with a fake clock.
const EMAIL = 'user@example.org'
let both: Alone[]

beforeAll(async () => {
  const settings = {
    DATABASE_URL: await createEmptyDatabase(),
    GOTRUE_SITE_URL: 'https://site.example',
    GOTRUE_JWT_ISSUER: 'https://auth.example/auth/v1',
    GOTRUE_JWT_KEYS: JSON.stringify(await makeSigningKeys()),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
  }
  // Both start on an empty database and must create one schema.
  both = await Promise.all([startAlone(settings), startAlone(settings)])
  await ask(0, 'POST', '/signup', { email: EMAIL, password: PASSWORD })
})
afterAll(() => Promise.all(both.map((one) => one.stop())))

async function ask(n: number, method: string, path: string, body?: object, bearer?: unknown) {
  const answer = await fetch(`${both[n % 2]?.url}${path}`, {
    method,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : {} }
}
const signIn = (n: number, password = PASSWORD) =>
  ask(n, 'POST', '/token?grant_type=password', { email: EMAIL, password })
const refresh = (n: number, token: unknown) =>
  ask(n, 'POST', '/token?grant_type=refresh_token', { refresh_token: token })

test('twenty refreshes at once, by both, leave one chain', async () => {
  const { body: session } = await signIn(0)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => refresh(n, session.refresh_token)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [next, ...others] = new Set(answers.map(({ body }) => body.refresh_token))
  expect(others).toEqual([])
  const third = await refresh(1, next)
  expect((await refresh(0, third.body.refresh_token)).status).toBe(200)
})

test('who signs out at the one is signed out at the other', async () => {
  const { body: session } = await signIn(0)
  const { access_token: bearer } = session
  expect((await ask(1, 'GET', '/user', undefined, bearer)).body.email).toBe(EMAIL)
  expect((await ask(0, 'POST', '/logout', undefined, bearer)).status).toBe(204)
  expect((await ask(1, 'GET', '/user', undefined, bearer)).body.code).toBe('session_not_found')
  expect((await refresh(1, session.refresh_token)).body.code).toBe('refresh_token_not_found')
})

test('guesses at the one count at the other', async () => {
  for (let n = 0; n < 5; n++) expect((await signIn(n, 'not this one')).status).toBe(400)
  for (const n of [0, 1]) expect((await signIn(n)).status).toBe(429)
})

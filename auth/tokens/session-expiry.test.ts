import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

const HOUR = 3_600
let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, {
    idleSeconds: 24 * HOUR,
    sessionSeconds: 72 * HOUR,
  })
})
afterAll(() => t.close())

let people = 0
async function signedIn() {
  people += 1
  const email = `user-${people}@example.org`
  const { data } = await t.client().signUp({ email, password: PASSWORD })
  const session = must(data.session)
  return { token: session.refresh_token, userId: session.user.id }
}
const refresh = (refresh_token: unknown) =>
  t.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
const sessionsOf = (userId: string) => t.auth.sessionsOf(userId)

test('a session that is not renewed in time ends; one that is renewed continues', async () => {
  const [used, left] = [await signedIn(), await signedIn()]
  t.pass(23 * HOUR)
  const renewed = await refresh(used.token)
  expect(renewed.status).toBe(200)
  t.pass(2 * HOUR)
  expect((await refresh(renewed.body.refresh_token)).status).toBe(200)
  expect((await refresh(left.token)).body).toMatchObject({
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  })
  expect(await sessionsOf(left.userId)).toEqual([])
  expect(await sessionsOf(used.userId)).toHaveLength(1)
})

test('however often it is renewed, it ends by its age', async () => {
  const { token, userId } = await signedIn()
  let current: unknown = token
  for (let n = 0; n < 3; n++) {
    t.pass(23 * HOUR)
    const renewed = await refresh(current)
    expect(renewed.status).toBe(200)
    current = renewed.body.refresh_token
  }
  const bearer = (await refresh(current)).body.access_token
  expect((await t.ask('GET', '/user', { bearer: String(bearer) })).status).toBe(200)
  t.pass(3 * HOUR)
  expect((await refresh(current)).body).toMatchObject({
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  })
  expect(await sessionsOf(userId)).toEqual([])
})

test('the end that was set for a session stays the same at each renewal', async () => {
  const open = await openTestAuth((await openTestDatabase()).pool)
  const { data } = await open.client().signUp({ email: 'user@example.org', password: PASSWORD })
  const ends = new Date(open.now().getTime() + HOUR * 1000)
  await open.pool.query('update auth.sessions set not_after = $1', [ends])
  const body = { refresh_token: must(data.session).refresh_token }
  const renewed = await open.ask('POST', '/token?grant_type=refresh_token', { body })
  expect(renewed.status).toBe(200)
  const { rows } = await open.pool.query('select not_after from auth.sessions')
  expect(rows).toEqual([{ not_after: ends }])
  await open.close()
})

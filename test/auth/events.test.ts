import { type AuthChangeEvent, isAuthImplicitGrantRedirectError } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { openPage, openTestBrowser, signUpIn, type TestBrowser } from './browser.ts'
import { must, openTestAuth, PASSWORD, readMail, SITE, type TestAuth } from './test-service.ts'

// Events of the client and their order (auth-protocol 2.12).

let t: TestAuth
let browser: TestBrowser

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { implicitFlow: true })
})
afterAll(() => t.close())
beforeEach(() => {
  t.pass(86_400)
  browser = openTestBrowser(t)
})
afterEach(() => browser.close())

async function lastMailTo(address: string) {
  return readMail(must((await t.mails()).filter(({ to }) => to === address).at(-1)))
}

async function follow(email: string, type: string): Promise<string> {
  const { link, tokenHash } = await lastMailTo(email)
  for (const name of ['token_hash', 'type']) link.searchParams.delete(name)
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: link.href })
  return must((await t.ask('GET', `/verify?${query}`)).headers.get('location'))
}

const loading = { detectSessionInUrl: true }

test('the events of an account arrive in order, each with its session', async () => {
  const { client, events } = await browser.openTab()
  const levels: unknown[] = []
  client.onAuthStateChange((_event, session) => {
    levels.push(session ? decodeJwt(session.access_token).aal : null)
  })
  await browser.idle()
  const told = async (calls: () => Promise<{ error: unknown }>) => {
    const before = events.length
    expect((await calls()).error).toBeNull()
    return events.slice(before)
  }
  const email = 'life@example.org'
  expect(events).toEqual(['INITIAL_SESSION'])
  expect(await told(() => client.signUp({ email, password: PASSWORD }))).toEqual(['SIGNED_IN'])
  expect(await told(() => client.refreshSession())).toEqual(['TOKEN_REFRESHED'])
  expect(await told(() => client.updateUser({ data: { nick: 'C' } }))).toEqual(['USER_UPDATED'])

  expect(await told(() => client.resetPasswordForEmail(email))).toEqual([])
  const { tokenHash } = await lastMailTo(email)
  const byLink = { token_hash: tokenHash, type: 'recovery' } as const
  expect(await told(() => client.verifyOtp(byLink))).toEqual(['PASSWORD_RECOVERY'])
  const password = 'a quite different one'
  expect(await told(() => client.updateUser({ password }))).toEqual(['USER_UPDATED'])

  const app = must((await client.mfa.enroll({ factorType: 'totp' })).data)
  const challenge = must((await client.mfa.challenge({ factorId: app.id })).data)
  const totp = new TOTP({ secret: Secret.fromBase32(app.totp.secret) })
  const code = totp.generate({ timestamp: t.now().getTime() })
  const shown = { factorId: app.id, challengeId: challenge.id, code }
  expect(await told(() => client.mfa.verify(shown))).toEqual(['MFA_CHALLENGE_VERIFIED'])
  expect(await told(() => client.mfa.unenroll({ factorId: app.id }))).toEqual([])
  expect(await told(() => client.refreshSession())).toEqual(['TOKEN_REFRESHED'])
  expect(await told(() => client.signOut())).toEqual(['SIGNED_OUT'])
  expect(await told(() => client.signInWithPassword({ email, password }))).toEqual(['SIGNED_IN'])
  expect(await told(() => client.signOut({ scope: 'others' }))).toEqual([])
  expect(await told(() => client.signOut({ scope: 'local' }))).toEqual(['SIGNED_OUT'])
  const withPassword = Array(5).fill('aal1')
  expect(levels).toEqual([null, ...withPassword, 'aal2', 'aal1', null, 'aal1', null])
})

describe('a page that opens', () => {
  test('with a session kept has it back before it is asked for', async () => {
    const first = await browser.openTab()
    await signUpIn(first)
    const second = await browser.openTab()
    expect(second.events).toEqual(['SIGNED_IN', 'INITIAL_SESSION'])
    expect((await second.client.initialize()).error).toBeNull()
    expect((await second.client.getUser()).error).toBeNull()
  })

  test.each<[type: 'recovery' | 'magiclink', AuthChangeEvent]>([
    ['recovery', 'PASSWORD_RECOVERY'],
    ['magiclink', 'SIGNED_IN'],
  ])('from a link of the implicit flow for %s says %s', async (type, event) => {
    const email = await signUpIn(await browser.openTab())
    const ask = type === 'recovery' ? '/recover' : '/otp'
    expect((await t.ask('POST', ask, { body: { email } })).status).toBe(200)
    const page = openPage(await follow(email, type))
    const tab = await browser.openTab(loading)
    expect(browser.paths().at(-1)).toBe('/user')
    await browser.soon()
    expect(tab.events).toEqual(['INITIAL_SESSION', event])
    expect(page.address()).toBe(`${SITE}/`)
    expect((await tab.client.getSession()).data.session?.user.email).toBe(email)
  })

  test('from a link of the PKCE flow says SIGNED_IN in the browser that asked, and nothing in another', async () => {
    const email = await signUpIn(await browser.openTab())
    const pkce = { ...loading, flowType: 'pkce' } as const
    const { client } = await browser.openTab(pkce)
    await client.signOut()
    expect((await client.signInWithOtp({ email })).error).toBeNull()
    const page = openPage(await follow(email, 'magiclink'))

    const elsewhere = await browser.openTab({ ...pkce, storageKey: 'elsewhere' })
    await browser.soon()
    expect(elsewhere.events).toEqual(['INITIAL_SESSION'])
    const code = must(new URL(page.address()).searchParams.get('code'))
    const { error } = await elsewhere.client.exchangeCodeForSession(code)
    expect(error?.code).toBe('pkce_code_verifier_not_found')

    const tab = await browser.openTab(pkce)
    await browser.soon()
    // The client emits it on the code exchange and again when it is ready.
    expect(tab.events).toEqual(['SIGNED_IN', 'INITIAL_SESSION', 'SIGNED_IN'])
    expect(page.address()).toBe(`${SITE}/`)
    expect((await tab.client.getUser()).data.user?.email).toBe(email)
  })

  test.each([
    [4, ['PASSWORD_RECOVERY', 'INITIAL_SESSION', 'PASSWORD_RECOVERY']],
    [5, ['INITIAL_SESSION']],
  ])('from a link after which %i others were asked for says %j', async (others, told) => {
    const email = await signUpIn(await browser.openTab())
    const pkce = { ...loading, flowType: 'pkce' } as const
    const slots = { ...pkce, experimental: { appendPkceFlowIdToRedirects: true } }
    const { client } = await browser.openTab(slots)
    await client.signOut()
    const redirectTo = `${SITE}/reset-password`
    await client.resetPasswordForEmail(email, { redirectTo })
    for (let n = 0; n < others; n++)
      await client.signInWithOtp({ email: `nobody-${n}@example.org` })

    const page = openPage(await follow(email, 'recovery'))
    expect(new URL(page.address()).searchParams.get('sb_flow_id')).toEqual(expect.any(String))
    const tab = await browser.openTab(slots)
    await browser.soon()
    expect(tab.events).toEqual(told)
    const { error } = await tab.client.initialize()
    expect(error?.code).toBe(others < 5 ? undefined : 'pkce_code_verifier_not_found')
  })

  test('from a link that is over says why, and leaves the session that there is', async () => {
    const first = await browser.openTab()
    const email = await signUpIn(first)
    await first.client.resetPasswordForEmail(email)
    await follow(email, 'recovery')
    openPage(await follow(email, 'recovery'))
    const { client, events } = await browser.openTab(loading)
    const { error } = await client.initialize()
    expect(isAuthImplicitGrantRedirectError(error) && error.details).toEqual({
      error: 'access_denied',
      code: 'otp_expired',
    })
    expect(error?.message).toBe('Email link is invalid or has expired')
    expect(events).toEqual(['INITIAL_SESSION'])
    expect((await client.getUser()).error).toBeNull()
  })

  test('from a link of the other flow is not signed in', async () => {
    const email = await signUpIn(await browser.openTab())
    await t.ask('POST', '/recover', { body: { email } })
    openPage(await follow(email, 'recovery'))
    const { client } = await browser.openTab({ ...loading, flowType: 'pkce' })
    expect((await client.initialize()).error?.message).toBe('Not a valid PKCE flow url.')
  })
})

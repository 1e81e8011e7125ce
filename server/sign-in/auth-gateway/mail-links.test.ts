// Links in mails through the gateway, against the embedded authentication service.
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'

const SITE = 'http://localhost:3000'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite({ confirmEmail: true })
})
afterAll(() => site.close())

async function mailed(client: GoTrueClient, email: string) {
  await site.auth.createUser({ email, password: 'heron-on-the-weir' })
  const options = { shouldCreateUser: false, emailRedirectTo: `${SITE}/login?from=/portal` }
  expect((await client.signInWithOtp({ email, options })).error).toBeNull()
  await site.auth.idle()
  const text = site.mails.findLast(({ to }) => to === email)?.text ?? ''
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  return { link, token: link.searchParams.get('token_hash') ?? '' }
}

async function open(token: string) {
  const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: `${SITE}/login` })
  const answer = await site.app.inject({
    url: `/auth/v1/verify?${query}`,
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  expect(answer.statusCode).toBe(303)
  expect(answer.cookies).toEqual([])
  return new URL(String(answer.headers.location))
}

test('a link leads to the page, which signs in by it; the refresh token stays behind', async () => {
  const { client, browser } = site.visitor()
  const { link, token } = await mailed(client, 'by-link@example.org')
  expect(`${link.origin}${link.pathname}`).toBe(`${SITE}/login`)
  const opened = await open(token)
  expect(opened.hash).toBe('')
  expect(Object.fromEntries(opened.searchParams)).toEqual({ token_hash: token, type: 'magiclink' })
  const { data } = await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(data.user?.email).toBe('by-link@example.org')
  expect([...browser.jar.keys()]).toEqual(['mail', 'at', 'rt', 'signed_in', 'device'])
})

test('a link of the PKCE flow leads to the page with a code, for the browser that asked', async () => {
  const { client, browser } = site.visitor('pkce')
  const { token } = await mailed(client, 'by-code@example.org')
  const code = (await open(token)).searchParams.get('code') ?? ''
  const elsewhere = await site.visitor('pkce').client.exchangeCodeForSession(code)
  expect(elsewhere.error?.name).toBe('AuthPKCECodeVerifierMissingError')
  const { data } = await client.exchangeCodeForSession(code)
  expect(data.user?.email).toBe('by-code@example.org')
  expect([...browser.jar.keys()]).toEqual(['mail', 'at', 'rt', 'signed_in', 'device'])
})

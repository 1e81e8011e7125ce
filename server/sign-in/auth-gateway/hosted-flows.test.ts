// The official client on the site's pages with a hosted service and its own mail server: every flow
// works as with the embedded one, and no page sees a refresh token.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../../standins/mailbox.ts'
import {
  keepsItsSecret,
  openHostedSite,
  PUBLIC_URL,
  type Visitor,
} from '../../../test/app/hosted-site.ts'
import { must } from '../../../test/auth/test-service.ts'

const PASSWORD = 'heron-on-the-weir'
let site: Awaited<ReturnType<typeof openHostedSite>>
let mailbox: Mailbox
let folder: string
let people = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosted-flows-'))
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder })
  const settings = {
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
    GOTRUE_SMTP_HOST: '127.0.0.1',
    GOTRUE_SMTP_PORT: new URL(mailbox.smtpUrl).port,
    GOTRUE_SMTP_ADMIN_EMAIL: 'auth@site.example',
  }
  site = await openHostedSite({ settings, confirmEmail: true })
})
afterAll(async () => {
  await site.close()
  await mailbox.stop()
  await rm(folder, { recursive: true })
})

const newAddress = () => `hosted-${++people}@example.org`

async function mailTo(email: string, subject: RegExp) {
  const address = `${mailbox.url}/messages.json?to=${encodeURIComponent(email)}`
  const find = async () => {
    const all: { subject: string; text: string }[] = await (await fetch(address)).json()
    return all.find((mail) => subject.test(mail.subject))?.text ?? ''
  }
  await expect.poll(find, { timeout: 10_000 }).not.toBe('')
  const text = await find()
  const link = /https?:\S+/.exec(text)?.[0] ?? ''
  return {
    tokenHash: /token_hash=([\w-]+)/.exec(link)?.[1] ?? '',
    code: /\b\d{6}\b/.exec(text.replace(link, ''))?.[0] ?? '',
  }
}

async function member() {
  const user = site.visitor()
  const email = newAddress()
  const { data, error } = await user.client.signUp({ email, password: PASSWORD })
  expect([data.session, error]).toEqual([null, null])
  const early = await user.client.signInWithPassword({ email, password: PASSWORD })
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
  const { tokenHash } = await mailTo(email, /confirm/i)
  const opened = await user.client.verifyOtp({ token_hash: tokenHash, type: 'signup' })
  expect(opened.data.user?.email).toBe(email)
  return { ...user, email }
}

async function signIn(email: string, password = PASSWORD) {
  const user = site.visitor()
  const { error } = await user.client.signInWithPassword({ email, password })
  if (error) throw error
  return user
}

const isIn = async ({ browser }: Pick<Visitor, 'browser'>) =>
  (await browser.ask('/auth/session')).statusCode === 200

describe('a member of a site with a hosted service', () => {
  test('signs up, confirms, signs in by password, changes the account and gets a mail of each', async () => {
    const user = await member()
    expect(keepsItsSecret(user)).toBe(true)
    expect((await user.client.signOut()).error).toBeNull()
    const signedIn = await user.client.signInWithPassword({ email: user.email, password: PASSWORD })
    expect(signedIn.error).toBeNull()
    expect((await user.client.refreshSession()).error).toBeNull()
    const changed = await user.client.updateUser({ data: { display_name: 'Ada' } })
    expect(changed.data.user?.user_metadata.display_name).toBe('Ada')
    expect((await user.client.getUser()).data.user?.user_metadata.display_name).toBe('Ada')
    expect((await user.client.getClaims()).data?.claims.email).toBe(user.email)
    expect(user.events).toEqual([
      ...['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT', 'SIGNED_IN'],
      ...['TOKEN_REFRESHED', 'USER_UPDATED'],
    ])
    expect(keepsItsSecret(user)).toBe(true)
  })

  test('signs in by a mailed link, in the browser that asked for it', async () => {
    const { email } = await member()
    const user = site.visitor()
    const options = { shouldCreateUser: false, emailRedirectTo: `${PUBLIC_URL}/login` }
    expect((await user.client.signInWithOtp({ email, options })).error).toBeNull()
    const { tokenHash, code } = await mailTo(email, /sign in/i)
    const wrong = await user.client.verifyOtp({
      email,
      token: code.replace(/./g, '0'),
      type: 'email',
    })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })

    const query = new URLSearchParams({ token: tokenHash, type: 'magiclink' })
    const answer = await user.browser.ask(`/auth/v1/verify?${query}`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect(answer.statusCode).toBe(303)
    const page = new URL(String(answer.headers.location))
    const authCode = must(page.searchParams.get('code'))
    expect((await user.client.exchangeCodeForSession(authCode)).data.user?.email).toBe(email)
    expect(user.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
    expect(await isIn(user)).toBe(true)
    expect(keepsItsSecret(user)).toBe(true)

    const again = await site.visitor().client.exchangeCodeForSession(authCode)
    expect(again.error?.code).toBe('pkce_code_verifier_not_found')
  })

  test('signs in by the code of the mail instead of its link', async () => {
    const { email } = await member()
    const user = site.visitor()
    await user.client.signInWithOtp({ email })
    const { code } = await mailTo(email, /sign in/i)
    expect((await user.client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    expect(await isIn(user)).toBe(true)
  })

  test('chooses a new password by the link of a mail, which ends every other session', async () => {
    const old = await member()
    const user = site.visitor()
    await user.client.resetPasswordForEmail(old.email, {
      redirectTo: `${PUBLIC_URL}/reset-password`,
    })
    const { tokenHash } = await mailTo(old.email, /password/i)
    const opened = await user.client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(opened.error).toBeNull()
    expect((await user.client.updateUser({ password: 'a quite different one' })).error).toBeNull()
    expect(user.events.slice(1)).toEqual(['PASSWORD_RECOVERY', 'USER_UPDATED'])
    expect([await isIn(user), await isIn(old)]).toEqual([true, false])
    const late = await old.client.signInWithPassword({ email: old.email, password: PASSWORD })
    expect(late.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('reauthenticates by a mailed code', async () => {
    const { client, email } = await member()
    const password = 'a quite different one'
    expect((await client.reauthenticate()).error).toBeNull()
    const { code } = await mailTo(email, /code/i)
    const wrong = await client.updateUser({ password, nonce: code.replace(/./g, '0') })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await client.updateUser({ password, nonce: code })).error).toBeNull()
    await signIn(email, password)
  })

  test('sets up an app, is asked for it, and gets in by it or by a code on paper', async () => {
    const user = await member()
    const { mfa } = user.client
    const levels = async ({ client }: Pick<Visitor, 'client'>) => {
      const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
      return [data?.currentLevel, data?.nextLevel]
    }
    const { id: factorId, totp } = must((await mfa.enroll({ factorType: 'totp' })).data)
    const code = (late: number) =>
      new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({
        timestamp: Date.now() + late * 30_000,
      })
    const { id: challengeId } = must((await mfa.challenge({ factorId })).data)
    const wrong = await mfa.verify({ factorId, challengeId, code: 'wrong' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await mfa.verify({ factorId, challengeId, code: code(0) })).error).toBeNull()
    expect(user.events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED')
    expect(await levels(user)).toEqual(['aal2', 'aal2'])
    const { codes } = must((await mfa.recoveryCodes.generate()).data)
    expect(keepsItsSecret(user)).toBe(true)

    const byApp = await signIn(user.email)
    expect(await levels(byApp)).toEqual(['aal1', 'aal2'])
    const early = await byApp.client.mfa.unenroll({ factorId })
    expect(early.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    const shown = await byApp.client.mfa.challengeAndVerify({ factorId, code: code(1) })
    expect(shown.error).toBeNull()
    expect(await levels(byApp)).toEqual(['aal2', 'aal2'])

    const onPaper = await signIn(user.email)
    const spent = await onPaper.client.mfa.recoveryCodes.verify({ code: must(codes[0]) })
    expect(spent.error).toBeNull()
    expect(await levels(onPaper)).toEqual(['aal2', 'aal2'])
    expect((await onPaper.client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
    expect((await onPaper.client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
    expect((await onPaper.client.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await levels(await signIn(user.email))).toEqual(['aal1', 'aal1'])
  })

  test('signs out here, everywhere else, and everywhere', async () => {
    const { email } = await member()
    const [one, two, three] = [await signIn(email), await signIn(email), await signIn(email)]
    const all = async () => [await isIn(one), await isIn(two), await isIn(three)]
    expect((await one.client.signOut({ scope: 'local' })).error).toBeNull()
    expect(await all()).toEqual([false, true, true])
    expect((await two.client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await all()).toEqual([false, true, false])
    const four = await signIn(email)
    expect((await four.client.signOut({ scope: 'global' })).error).toBeNull()
    expect([...(await all()), await isIn(four)]).toEqual([false, false, false, false])
    expect(two.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
    expect(four.events.at(-1)).toBe('SIGNED_OUT')
  })
})

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AuthMFAEnrollPhoneResponse, GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import type { SmsMessage } from '../options.ts'

// Phones as second factors (auth-protocol 2.8), with the unmodified client and the SMS hook.

const SECRET = 'a secret of the hook, for tests'
const FIXED = '447700900999'
let hook: Server
let t: TestAuth
let off: TestAuth
const texts: SmsMessage[] = []

beforeAll(async () => {
  hook = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = request.headers
    const mac = createHmac('sha256', SECRET).update(`${id}.${at}.${body}`).digest('base64')
    if (signature === `v1,${mac}`) texts.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const address = hook.address()
  const port = typeof address === 'object' ? address?.port : 0
  t = await openTestAuth((await openTestDatabase()).pool, {
    phoneFactors: { enrol: true, verify: true, everySeconds: 60 },
    maxFactors: 3,
    smsHook: { url: `http://127.0.0.1:${port}/sms`, secret: SECRET },
    smsPerHour: 1_000,
    smsTestCodes: { [FIXED]: '246810' },
  })
  off = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(async () => {
  await t.close()
  await off.close()
  hook.close()
})
beforeEach(() => [t, off].forEach((service) => void service.pass(86_400)))

let people = 0
const newNumber = () => `4477008${String(++people).padStart(5, '0')}`

async function textsTo(phone: string): Promise<SmsMessage[]> {
  await t.auth.idle()
  return texts.filter((sms) => sms.phone === phone)
}
const lastCodeTo = async (phone: string) => must((await textsTo(phone)).at(-1)).otp

async function member(at = t, address?: string) {
  const email = `second-${++people}@example.org`
  await at.auth.createUser({ email, password: PASSWORD })
  const client = at.client(address)
  await client.signInWithPassword({ email, password: PASSWORD })
  return { email, client }
}

type Enrolled = NonNullable<AuthMFAEnrollPhoneResponse['data']>

async function enrol(client: GoTrueClient, phone = newNumber()) {
  const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
  return { phone, factor: must<Enrolled>(enrolled.data) }
}

async function withPhone(address?: string) {
  const { email, client } = await member(t, address)
  const { phone, factor } = await enrol(client)
  const { data } = await client.mfa.challenge({ factorId: factor.id, channel: 'sms' })
  const challengeId = must(data).id
  const code = await lastCodeTo(phone)
  const { error } = await client.mfa.verify({ factorId: factor.id, challengeId, code })
  if (error) throw error
  return { email, client, phone, factorId: factor.id }
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a phone as a second factor', () => {
  test('is enrolled, challenged over the hook, verified, listed and required at the next sign-in', async () => {
    const { client, email } = await member()
    const { phone, factor } = await enrol(client)
    expect(factor).toMatchObject({ type: 'phone', phone: `+${phone}` })
    expect(await textsTo(phone)).toEqual([])

    const asked = await client.mfa.challenge({ factorId: factor.id, channel: 'sms' })
    const challenge = must(asked.data)
    expect(challenge).toMatchObject({
      type: 'phone',
      expires_at: Math.floor(t.now().getTime() / 1000) + 300,
    })
    const [sms] = await textsTo(phone)
    expect(must(sms).message).toBe(`Your code for The Weir is ${must(sms).otp}`)
    t.pass(1)
    const verified = await client.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.id,
      code: must(sms).otp,
    })
    expect(verified.error).toBeNull()
    const { aal, amr } = decodeJwt(must(verified.data).access_token)
    expect([aal, amr]).toMatchObject(['aal2', [{ method: 'mfa/phone' }, { method: 'password' }]])
    const { data: factors } = await client.mfa.listFactors()
    expect(must(factors).phone).toMatchObject([{ id: factor.id, phone, status: 'verified' }])
    const mails = (await t.mails()).filter(({ to }) => to === email)
    expect(mails.map(({ text }) => text).join()).toContain('a code sent to your phone')

    const again = t.client()
    await again.signInWithPassword({ email, password: PASSWORD })
    const { data: level } = await again.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    t.pass(61)
    const { data } = await again.mfa.challenge({ factorId: factor.id })
    const code = await lastCodeTo(phone)
    const challengeId = must(data).id
    expect((await again.mfa.verify({ factorId: factor.id, challengeId, code })).error).toBeNull()
  })

  test('is removed by a user who has verified it, and the session is back at aal1', async () => {
    const { email, client, factorId } = await withPhone()
    const early = t.client()
    await early.signInWithPassword({ email, password: PASSWORD })
    expect((await early.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.refreshSession()
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect(must(data).currentAuthenticationMethods).toMatchObject([{ method: 'password' }])
  })

  test('whose code is fixed by setting is sent nothing', async () => {
    const { client } = await member()
    const { factor } = await enrol(client, FIXED)
    const { data } = await client.mfa.challenge({ factorId: factor.id })
    expect(await textsTo(FIXED)).toEqual([])
    const answer = { factorId: factor.id, challengeId: must(data).id, code: '246810' }
    expect((await client.mfa.verify(answer)).error).toBeNull()
  })

  test('is off unless it is switched on', async () => {
    const { client } = await member(off)
    const asked = await client.mfa.enroll({ factorType: 'phone', phone: newNumber() })
    expect(asked.error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
      message: 'MFA enroll is disabled for Phone',
    })
  })

  test('is neither challenged nor verified where that is off', async () => {
    const half = await openTestAuth((await openTestDatabase()).pool, {
      phoneFactors: { enrol: true, verify: false, everySeconds: 60 },
    })
    const { client } = await member(half)
    const { factor } = await enrol(client)
    const says = {
      status: 422,
      code: 'mfa_phone_verify_not_enabled',
      message: 'MFA verification is disabled for Phone',
    }
    const factorId = factor.id
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject(says)
    const answer = { factorId, challengeId: factorId, code: '123456' }
    expect((await client.mfa.verify(answer)).error).toMatchObject(says)
    expect(await half.texts()).toEqual([])
    await half.close()
  })
})

describe('a number as a second factor is refused', () => {
  const refusal = async (client: GoTrueClient, phone: string, friendlyName?: string) => {
    const named = friendlyName === undefined ? {} : { friendlyName }
    const { error } = await client.mfa.enroll({ factorType: 'phone', phone, ...named })
    return `${error?.status} ${error?.code} ${error?.message}`
  }

  test('when there is none, or it is no number', async () => {
    const { client } = await member()
    expect(await refusal(client, '')).toBe(
      '400 validation_failed Phone number required to enroll Phone factor',
    )
    expect(await refusal(client, '0770')).toBe(
      '400 validation_failed Invalid phone number format (E.164 required)',
    )
  })

  test('when it is verified already; one that was begun is begun again', async () => {
    const { client } = await member()
    const phone = newNumber()
    const begun = await enrol(client, phone)
    expect(await refusal(client, phone)).toBe(
      '422 mfa_factor_name_conflict A factor with the friendly name "" for this user already exists',
    )
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mine' })
    const { data: listed } = await client.mfa.listFactors()
    expect(must(listed).all.map(({ id }) => id)).toEqual([must(data).id])
    expect(must(data).id).not.toBe(begun.factor.id)
    const own = await withPhone()
    expect(await refusal(own.client, own.phone, 'Again')).toBe(
      '422 mfa_verified_factor_exists A verified phone factor already exists, unenroll the existing factor to continue',
    )
  })

  test('beside a verified factor that has not been shown, and beyond the most', async () => {
    const { email, client } = await withPhone()
    const early = t.client()
    await early.signInWithPassword({ email, password: PASSWORD })
    expect(await refusal(early, newNumber(), 'Other')).toBe(
      '403 insufficient_aal AAL2 required to enroll a new factor',
    )
    await client.mfa.enroll({ factorType: 'phone', phone: newNumber(), friendlyName: 'Two' })
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Three' })
    expect(await refusal(client, newNumber(), 'Four')).toBe(
      '422 too_many_enrolled_mfa_factors Maximum number of verified factors reached, unenroll to continue',
    )
  })
})

describe('the code of a phone', () => {
  const verifyFailed = {
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid MFA Phone code entered',
  }

  async function challenged() {
    const { client } = await member()
    const { phone, factor } = await enrol(client)
    const factorId = factor.id
    const { data } = await client.mfa.challenge({ factorId })
    const challengeId = must(data).id
    const code = await lastCodeTo(phone)
    const verify = (entered: string, by = client, id = challengeId) =>
      by.mfa.verify({ factorId, challengeId: id, code: entered })
    return { client, phone, factorId, challengeId, code, verify }
  }

  test('opens once, within five minutes, for its own challenge', async () => {
    const { client, phone, factorId, code, verify } = await challenged()
    t.pass(61)
    const { data } = await client.mfa.challenge({ factorId })
    const second = await lastCodeTo(phone)
    const next = second === code ? wrong(code) : code
    expect((await verify(next, client, must(data).id)).error).toMatchObject(verifyFailed)
    t.pass(240)
    expect((await verify(code)).error).toMatchObject({ code: 'mfa_challenge_expired' })
    expect((await verify(second, client, must(data).id)).error).toBeNull()
    expect((await verify(second, client, must(data).id)).error).toMatchObject({
      code: 'mfa_ip_address_mismatch',
    })
  })

  test('allows five tries, and wrong ones lock the factor for a while', async () => {
    const { verify, code } = await challenged()
    for (let n = 0; n < 5; n++)
      expect((await verify(wrong(code))).error).toMatchObject(verifyFailed)
    expect((await verify(code)).error).toMatchObject({ status: 429 })
    t.pass(31)
    expect((await verify(code)).error).toMatchObject(verifyFailed)
  })

  test('is bound to the address that requested it', async () => {
    const { client, factorId, challengeId, code } = await challenged()
    const bearer = must((await client.getSession()).data.session).access_token
    const { body } = await t.ask('POST', `/factors/${factorId}/verify`, {
      bearer,
      address: '203.0.113.8',
      body: { challenge_id: challengeId, code },
    })
    expect(body.code).toBe('mfa_ip_address_mismatch')
  })

  test('is in no copy of the database', async () => {
    const { challengeId, code } = await challenged()
    const { rows } = await t.pool.query(
      'select c::text as row from auth.mfa_challenges c where id = $1',
      [challengeId],
    )
    const plain = Buffer.from(code)
    expect(rows[0].row).not.toContain(code)
    expect(rows[0].row).not.toContain(plain.toString('hex'))
  })

  test('is sent once a minute, five in half an hour to one number, and by SMS alone', async () => {
    t.pass(3_600 - ((t.now().getTime() / 1000) % 3_600))
    const { client } = await member()
    const { phone, factor } = await enrol(client)
    const factorId = factor.id
    const ask = async () => (await client.mfa.challenge({ factorId })).error
    expect(await ask()).toBeNull()
    t.pass(20)
    expect(await ask()).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: 'For security purposes, you can only request this after 40 seconds.',
    })
    for (let n = 0; n < 4; n++) {
      t.pass(61)
      expect(await ask()).toBeNull()
    }
    t.pass(61)
    expect(await ask()).toMatchObject({ status: 429, message: 'SMS rate limit exceeded' })
    expect(await textsTo(phone)).toHaveLength(5)
    const other = await client.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect(other.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('is not sent to another user’s factor', async () => {
    const { factorId } = await challenged()
    const { client } = await member()
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
  })
})

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthService } from '../../auth/embedded-service.ts'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestDatabase } from '../database/database.ts'
import { ISSUER, must, openTestAuth, PASSWORD, SITE, type TestAuth } from './test-service.ts'

const FIXED = '447700900999'
let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, {
    phone: true,
    smsPerHour: 60,
    smsTestCodes: { [FIXED]: '246810' },
    passwordNeedsCode: true,
  })
})
afterAll(() => t.close())
beforeEach(() => t.pass(86_400))

let people = 0
const newNumber = () => `4477009${String(++people).padStart(5, '0')}`
const textsTo = async (number: string) => (await t.texts()).filter(({ phone }) => phone === number)
const lastCodeTo = async (number: string) => must((await textsTo(number)).at(-1)).otp

const EXPIRED = { status: 403, code: 'otp_expired' }

describe('by phone', () => {
  test('a user signs up, confirms by the code and signs in with the password', async () => {
    const phone = newNumber()
    const client = t.client()
    const { data, error } = await client.signUp({ phone: `+${phone}`, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(must(data.user)).toMatchObject({ phone, email: '', identities: [{ provider: 'phone' }] })
    const early = await client.signInWithPassword({ phone, password: PASSWORD })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })

    const [sms] = await textsTo(phone)
    expect(must(sms).message).toBe(`Your code for The Weir is ${must(sms).otp}`)
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const confirmed = await client.verifyOtp({ phone, token: must(sms).otp, type: 'sms' })
    const user = must(confirmed.data.user)
    expect(user.phone_confirmed_at).toBe(t.now().toISOString())
    expect(user.user_metadata).toMatchObject({ phone, phone_verified: true })
    expect(user.app_metadata).toEqual({ provider: 'phone', providers: ['phone'] })
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
    const again = await t.client().signInWithPassword({ phone: `+${phone}`, password: PASSWORD })
    expect(must(again.data.user).phone).toBe(phone)
  })

  test('a code signs in, lasts a minute and stands five tries', async () => {
    const phone = newNumber()
    const asked = await t.client().signInWithOtp({ phone })
    expect(asked.data.messageId).toMatch(/^[0-9a-f-]{36}$/)
    const token = await lastCodeTo(phone)
    t.pass(60)
    expect((await t.client().verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject(EXPIRED)

    await t.client().signInWithOtp({ phone })
    const second = await lastCodeTo(phone)
    const wrong = second === '000000' ? '000001' : '000000'
    for (let n = 0; n < 4; n++) await t.client().verifyOtp({ phone, token: wrong, type: 'sms' })
    const right = await t.client().verifyOtp({ phone, token: second, type: 'sms' })
    expect(must(right.data.user).phone).toBe(phone)

    t.pass(60)
    await t.client().signInWithOtp({ phone })
    const third = await lastCodeTo(phone)
    for (let n = 0; n < 5; n++) await t.client().verifyOtp({ phone, token: `x${n}`, type: 'sms' })
    const late = await t.client().verifyOtp({ phone, token: third, type: 'sms' })
    expect(late.error).toMatchObject(EXPIRED)
  })

  test('known and unknown numbers get one answer, and only who may gets an SMS', async () => {
    const [known, unknown] = [newNumber(), newNumber()]
    await t.client().signInWithOtp({ phone: known })
    await t.client().verifyOtp({ phone: known, token: await lastCodeTo(known), type: 'sms' })
    t.pass(61)
    for (const phone of [known, known, unknown]) {
      const { status, body } = await t.ask('POST', '/otp', { body: { phone, create_user: false } })
      expect([status, Object.keys(body)]).toEqual([200, ['message_id']])
    }
    expect(await textsTo(known)).toHaveLength(2)
    expect(await textsTo(unknown)).toHaveLength(0)
    const taken = await t.client().signUp({ phone: known, password: 'another good one' })
    const fresh = await t.client().signUp({ phone: unknown, password: 'another good one' })
    expect(taken.error).toBeNull()
    expect(Object.keys(must(taken.data.user))).toEqual(Object.keys(must(fresh.data.user)))
  })

  test('a code that first proves a number takes away the password of the sign-up', async () => {
    const phone = newNumber()
    await t.client('203.0.113.9').signUp({ phone, password: 'the squatter chose it' })
    t.pass(61)
    await t.client().signInWithOtp({ phone })
    await t.client().verifyOtp({ phone, token: await lastCodeTo(phone), type: 'sms' })
    const squatter = await t
      .client()
      .signInWithPassword({ phone, password: 'the squatter chose it' })
    expect(squatter.error?.code).toBe('invalid_credentials')
  })

  test('the last sign-up with a number that nobody has proven counts', async () => {
    const phone = newNumber()
    await t.client('203.0.113.9').signUp({ phone, password: 'the squatter chose it' })
    const old = await lastCodeTo(phone)
    await t.client().signUp({ phone, password: PASSWORD })
    const token = await lastCodeTo(phone)
    const type = 'sms'
    expect((await t.client().verifyOtp({ phone, token: old, type })).error).toMatchObject(EXPIRED)
    expect((await t.client().verifyOtp({ phone, token, type })).error).toBeNull()
    const signIn = (password: string) => t.client().signInWithPassword({ phone, password })
    expect((await signIn('the squatter chose it')).error?.code).toBe('invalid_credentials')
    expect((await signIn(PASSWORD)).error).toBeNull()
  })

  test('a sign-up that may have no SMS any more replaces none', async () => {
    const phone = newNumber()
    for (let n = 0; n < 7; n++) await t.client().signUp({ phone, password: `${PASSWORD}-${n}` })
    expect(await textsTo(phone)).toHaveLength(5)
    const token = await lastCodeTo(phone)
    await t.client().verifyOtp({ phone, token, type: 'sms' })
    const signIn = (n: number) =>
      t.client().signInWithPassword({ phone, password: `${PASSWORD}-${n}` })
    expect((await signIn(6)).error?.code).toBe('invalid_credentials')
    expect((await signIn(4)).error).toBeNull()
  })

  test('the code of a sign-up is sent again when asked for', async () => {
    const phone = newNumber()
    await t.client().signUp({ phone, password: PASSWORD })
    expect((await t.client().resend({ type: 'sms', phone })).error).toBeNull()
    expect(await textsTo(phone)).toHaveLength(1)
    t.pass(61)
    await t.client().resend({ type: 'sms', phone })
    expect(await textsTo(phone)).toHaveLength(2)
    const { data } = await t
      .client()
      .verifyOtp({ phone, token: await lastCodeTo(phone), type: 'sms' })
    expect(must(data.user).phone).toBe(phone)
    expect((await t.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })

  test('a number whose code is fixed is sent nothing', async () => {
    await t.client().signInWithOtp({ phone: `+${FIXED}` })
    expect(await textsTo(FIXED)).toHaveLength(0)
    const { data } = await t.client().verifyOtp({ phone: FIXED, token: '246810', type: 'sms' })
    expect(must(data.user).phone).toBe(FIXED)
  })

  test.each(['0770', 'none', '+44770090012345678', '447700-x'])(
    '%j is no number',
    async (phone) => {
      expect((await t.client().signInWithOtp({ phone })).error).toMatchObject({
        status: 400,
        message: 'Invalid phone number format (E.164 required)',
      })
    },
  )
})

describe('a number of an account', () => {
  async function member() {
    const email = `phone-${++people}@example.org`
    await t.auth.createUser({ email, password: PASSWORD })
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    return { email, client }
  }

  test('is added and changed by the code that is sent there', async () => {
    const { client } = await member()
    const [one, other] = [newNumber(), newNumber()]
    const asked = await client.updateUser({ phone: `+${one}` })
    expect(must(asked.data.user)).toMatchObject({ phone: '', new_phone: one })
    const token = await lastCodeTo(one)
    const added = await client.verifyOtp({ phone: one, token, type: 'phone_change' })
    expect(must(added.data.user)).toMatchObject({ phone: one, identities: [{}, {}] })
    expect(must(added.data.user).app_metadata.providers).toEqual(['email', 'phone'])

    const soon = await client.updateUser({ phone: other })
    expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
    t.pass(61)
    await client.updateUser({ phone: other })
    t.pass(61)
    await t.client().resend({ type: 'phone_change', phone: one })
    expect(await textsTo(other)).toHaveLength(2)
    const code = await lastCodeTo(other)
    const changed = await client.verifyOtp({ phone: other, token: code, type: 'phone_change' })
    expect(must(changed.data.user).phone).toBe(other)
    expect(must(changed.data.user).new_phone).toBeUndefined()
  })

  test('is one account’s only', async () => {
    const { client } = await member()
    const phone = newNumber()
    await client.updateUser({ phone })
    const token = await lastCodeTo(phone)
    await t.client().signInWithOtp({ phone })
    await t.auth.idle()
    const late = await client.verifyOtp({ phone, token, type: 'phone_change' })
    expect(late.error).toMatchObject({ status: 422, code: 'phone_exists' })
    t.pass(61)
    const taken = await client.updateUser({ phone })
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  test('sends the code for reauthentication, where there is no address', async () => {
    const phone = newNumber()
    const client = t.client()
    await client.signInWithOtp({ phone })
    await client.verifyOtp({ phone, token: await lastCodeTo(phone), type: 'sms' })
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = await lastCodeTo(phone)
    expect((await client.updateUser({ password: PASSWORD, nonce })).error).toBeNull()
    expect((await t.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })
})

describe('SMS cost, so that', () => {
  test('one number gets five in half an hour, one address asks for twenty an hour', async () => {
    // To the start of an hour, because the limit counts clock hours.
    t.pass(3_600 - ((t.now().getTime() / 1000) % 3_600))
    const phone = newNumber()
    for (let n = 0; n < 8; n++) {
      await t.client('198.51.100.1').signInWithOtp({ phone })
      await t.texts()
      t.pass(61)
    }
    expect(await textsTo(phone)).toHaveLength(5)
    const many = Array.from({ length: 24 }, newNumber)
    for (const number of many) await t.client('198.51.100.2').signInWithOtp({ phone: number })
    const sent = (await t.texts()).filter((sms) => many.includes(sms.phone))
    expect(sent).toHaveLength(20)
  })

  test('the whole service sends so many an hour', async () => {
    const few = await openTestAuth((await openTestDatabase()).pool, { phone: true, smsPerHour: 2 })
    for (const n of [1, 2, 3])
      await few.client(`198.51.100.${n}`).signInWithOtp({ phone: `44770090011${n}` })
    expect(await few.texts()).toHaveLength(2)
    const client = few.client('198.51.100.4')
    await client.signUp({ email: 'few@example.org', password: PASSWORD })
    expect((await client.updateUser({ phone: newNumber() })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: 'SMS rate limit exceeded',
    })
    expect(await few.texts()).toHaveLength(2)
    await few.close()
  })
})

describe('the hook', () => {
  const key = 'a secret of the hook, for tests'

  test.each([
    ['with the text itself', key],
    ['as Standard Webhooks write it', `v1,whsec_${btoa(key)}`],
  ])(
    'gets number, code and text, signed %s; one that fails keeps nobody waiting',
    async (_, secret) => {
      const calls: { headers: Record<string, unknown>; body: string }[] = []
      let status = 204
      const hook = createServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString()
        calls.push({ headers: request.headers, body })
        response.writeHead(status, { location: '/elsewhere' }).end()
      })
      hook.listen(0, '127.0.0.1')
      await once(hook, 'listening')
      const address = hook.address()
      const port = typeof address === 'object' ? address?.port : 0
      const smsHook = { url: `http://127.0.0.1:${port}/sms`, secret }
      const hooked = await openTestAuth((await openTestDatabase()).pool, { phone: true, smsHook })

      await hooked.client().signInWithOtp({ phone: '447700900123' })
      await hooked.auth.idle()
      const { headers, body } = must(calls[0])
      const { phone, otp, message } = JSON.parse(body)
      expect(phone).toBe('447700900123')
      expect(message).toContain(otp)
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const mac = createHmac('sha256', key).update(signed).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${mac}`)
      const { data } = await hooked.client().verifyOtp({ phone, token: otp, type: 'sms' })
      expect(must(data.user).phone).toBe(phone)

      for (status of [500, 302]) {
        hooked.pass(61)
        expect((await hooked.client().signInWithOtp({ phone })).error).toBeNull()
        await hooked.auth.idle()
      }
      expect(calls).toHaveLength(3)
      await hooked.close()
      hook.close()
    },
  )

  test('is needed where phones are switched on, with a secret', async () => {
    const { pool } = await openTestDatabase()
    const open = async (settings: object) =>
      createAuthService({
        pool,
        now: () => new Date(),
        issuer: ISSUER,
        siteUrl: SITE,
        redirectAllowList: [],
        signingKeys: await makeSigningKeys(),
        mail: async () => undefined,
        settings,
        secret: new Uint8Array(32),
      })
    await expect(open({ phone: true })).rejects.toThrow('nothing sends an SMS')
    await (await open({ phone: true, confirmPhone: false })).close()
    const weak = { url: 'http://127.0.0.1:1/', secret: 'short' }
    await expect(open({ phone: true, smsHook: weak })).rejects.toThrow('too short')
    await pool.end()
  })
})

describe('an anonymous sign-up', () => {
  test('gets an account where that is on, which an address makes permanent', async () => {
    const open = await openTestAuth((await openTestDatabase()).pool, {
      anonymousSignIns: true,
      changeEmail: true,
    })
    const client = open.client()
    const { data } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } })
    const user = must(data.user)
    expect(user).toMatchObject({ is_anonymous: true, email: '', identities: [] })
    expect(user.user_metadata).toEqual({ theme: 'dark' })
    const { data: claims } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(must(claims).currentAuthenticationMethods).toMatchObject([{ method: 'anonymous' }])
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
    expect((await client.reauthenticate()).error).toMatchObject({ code: 'validation_failed' })

    await client.updateUser({ email: 'known@example.org' })
    const [mail] = await open.mails()
    const token_hash = must(/token_hash=([\w-]+)/.exec(must(mail).text)?.[1])
    const named = await client.verifyOtp({ token_hash, type: 'email_change' })
    expect(must(named.data.user)).toMatchObject({
      id: user.id,
      is_anonymous: false,
      email: 'known@example.org',
      identities: [{ provider: 'email', email: 'known@example.org' }],
    })

    for (let n = 1; n < 30; n++) expect((await open.client().signInAnonymously()).error).toBeNull()
    const often = await open.client().signInAnonymously()
    expect(often.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    await open.close()
  })
})

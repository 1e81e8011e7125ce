import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  must,
  openTestAuth,
  PASSWORD,
  readMail,
  SITE,
  type TestAuth,
} from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import type { EmailChange } from '../options.ts'

let t: TestAuth
const told: EmailChange[] = []
let onChange: () => void = () => undefined

beforeAll(async () => {
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    { changeEmail: true },
    {
      emailChanged: async (change) => {
        onChange()
        told.push(change)
      },
    },
  )
})
afterAll(() => t.close())
beforeEach(() => {
  t.pass(86_400)
  onChange = () => undefined
})

let people = 0
async function member(flowType: 'implicit' | 'pkce' = 'implicit') {
  const [old, fresh] = [`old-${++people}@example.org`, `new-${people}@example.org`]
  const { id } = await t.auth.createUser({ email: old, password: PASSWORD })
  const client = t.client('192.0.2.1', flowType)
  await client.signInWithPassword({ email: old, password: PASSWORD })
  return { id, old, fresh, client }
}

async function mailsTo(address: string) {
  return (await t.mails()).filter(({ to }) => to === address)
}
const lastMailTo = async (address: string) => readMail(must((await mailsTo(address)).at(-1)))

const confirm =
  (address: string) =>
  async (client = t.client()) => {
    const { tokenHash } = await lastMailTo(address)
    return await client.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
  }
const signIn = (email: string) => t.client().signInWithPassword({ email, password: PASSWORD })

describe('a user who changes the e-mail address', () => {
  test('confirms it from both, and gets each step from the official client', async () => {
    const { id, old, fresh, client } = await member()
    const elsewhere = must((await signIn(old)).data.session)
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const asked = await client.updateUser(
      { email: fresh.toUpperCase() },
      { emailRedirectTo: `${SITE}/signup-success` },
    )
    expect(must(asked.data.user)).toMatchObject({
      email: old,
      new_email: fresh,
      email_change_sent_at: t.now().toISOString(),
    })
    const mail = await lastMailTo(fresh)
    expect(mail.link.pathname).toBe('/signup-success')
    expect(mail.link.searchParams.get('type')).toBe('email_change')

    const first = await confirm(fresh)(client)
    expect(first).toEqual({ data: { user: null, session: null }, error: null })
    expect((await signIn(old)).data.user?.email).toBe(old)
    expect((await signIn(fresh)).error?.code).toBe('invalid_credentials')
    const { tokenHash } = await lastMailTo(old)
    const raw = await t.ask('POST', '/verify', {
      body: { type: 'email_change', token_hash: 'x' },
    })
    expect(raw.body.code).toBe('otp_expired')

    const second = await client.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
    const user = must(second.data.user)
    expect(user).toMatchObject({ id, email: fresh, email_confirmed_at: t.now().toISOString() })
    expect(user.new_email).toBeUndefined()
    expect(user.user_metadata).toMatchObject({ email: fresh, email_verified: true })
    expect(must(user.identities)[0]).toMatchObject({
      email: fresh,
      identity_data: { email: fresh, email_verified: true },
    })
    expect(events).toEqual(['INITIAL_SESSION', 'USER_UPDATED', 'SIGNED_IN'])

    expect((await signIn(old)).error?.code).toBe('invalid_credentials')
    expect((await signIn(fresh)).data.user?.id).toBe(id)
    const dead = await t.ask('GET', '/user', { bearer: elsewhere.access_token })
    expect(dead.body.code).toBe('session_not_found')
    expect((await client.getUser()).data.user?.email).toBe(fresh)
    const told = (await mailsTo(old)).filter(({ subject }) => subject.includes('been changed'))
    expect(told).toHaveLength(1)
  })

  test('the first side’s answer is the protocol’s, by code as by link, in either order', async () => {
    const { old, fresh, client } = await member()
    await client.updateUser({ email: fresh })
    const [one, other] = [await lastMailTo(old), await lastMailTo(fresh)]
    const verify = (email: string, token: string) =>
      t.ask('POST', '/verify', { body: { type: 'email_change', email, token } })
    expect(await verify(old, one.code)).toMatchObject({
      status: 200,
      body: {
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      },
    })
    expect((await verify(old, one.code)).body.code).toBe('otp_expired')
    expect((await verify(fresh, other.code)).body.user).toMatchObject({ email: fresh })
  })

  test('one side alone is not enough, even when it requests its mail again', async () => {
    const { old, fresh, client } = await member()
    await client.updateUser({ email: fresh })
    await confirm(fresh)()
    t.pass(61)
    await t.client().resend({ type: 'email_change', email: old })
    expect(await mailsTo(fresh)).toHaveLength(1)
    expect(await mailsTo(old)).toHaveLength(2)
    expect((await confirm(fresh)()).error).toMatchObject({ code: 'otp_expired' })
    expect((await signIn(old)).error).toBeNull()
    expect((await confirm(old)()).data.user?.email).toBe(fresh)
  })

  test('asking for another address begins again', async () => {
    const { old, fresh, client } = await member()
    await client.updateUser({ email: fresh })
    await confirm(fresh)()
    t.pass(61)
    const third = `third-${people}@example.org`
    await client.updateUser({ email: third })
    expect((await confirm(old)()).data.user).toBeNull()
    expect((await signIn(fresh)).error?.code).toBe('invalid_credentials')
    expect((await confirm(third)()).data.user?.email).toBe(third)
  })

  test('both links at once: the change is made once, and the old address gets one mail', async () => {
    const { old, fresh, client } = await member()
    await client.updateUser({ email: fresh })
    const answers = await Promise.all([old, fresh, old, fresh].map((one) => confirm(one)()))
    expect(answers.filter(({ data }) => data.user?.email === fresh)).toHaveLength(1)
    const notices = (await mailsTo(old)).filter(({ subject }) => subject.includes('been changed'))
    expect(notices).toHaveLength(1)
  })

  test('voids what was sent to the old address', async () => {
    const { old, fresh, client } = await member()
    await t.client().resetPasswordForEmail(old)
    const { tokenHash } = await lastMailTo(old)
    await client.updateUser({ email: fresh })
    await confirm(old)()
    await confirm(fresh)()
    const late = await t.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(late.error).toMatchObject({ code: 'otp_expired' })
  })

  test('by GET in the PKCE flow: a message first, then the code', async () => {
    const { old, fresh, client } = await member('pkce')
    await client.updateUser({ email: fresh })
    const follow = async (address: string) => {
      const { tokenHash: token } = await lastMailTo(address)
      const query = new URLSearchParams({ token, type: 'email_change' })
      const { headers } = await t.ask('GET', `/verify?${query}`)
      return new URL(must(headers.get('location')))
    }
    const first = await follow(old)
    const message =
      'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    expect(first.searchParams.get('message')).toBe(message)
    expect(new URLSearchParams(first.hash.slice(1)).get('message')).toBe(message)
    const code = must((await follow(fresh)).searchParams.get('code'))
    const { data } = await client.exchangeCodeForSession(code)
    expect(must(data.session).user.email).toBe(fresh)
  })

  test('with the site that keeps the address, or not at all', async () => {
    const { id, old, fresh, client } = await member()
    await client.updateUser({ email: fresh })
    await confirm(old)()
    onChange = () => {
      throw new Error('the site cannot write')
    }
    expect((await confirm(fresh)()).error?.status).toBe(500)
    expect((await signIn(old)).error).toBeNull()
    expect((await mailsTo(old)).some(({ subject }) => subject.includes('been changed'))).toBe(false)
    onChange = () => undefined
    expect((await confirm(fresh)()).data.user?.email).toBe(fresh)
    expect(told.at(-1)).toEqual({ userId: id, before: old, email: fresh })
  })
})

describe('is refused', () => {
  test('an address that is taken, now or when it is confirmed', async () => {
    const [one, other] = [await member(), await member()]
    const taken = await one.client.updateUser({ email: other.old })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    await one.client.updateUser({ email: one.fresh })
    await t.auth.createUser({ email: one.fresh, password: PASSWORD })
    await confirm(one.old)()
    expect((await confirm(one.fresh)()).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await signIn(one.old)).data.user?.id).toBe(one.id)
  })

  test('an address that is none, and asking again within a minute or too often', async () => {
    const { fresh, client } = await member()
    const none = await client.updateUser({ email: 'nobody' })
    expect(none.error).toMatchObject({ status: 400, code: 'validation_failed' })
    await client.updateUser({ email: fresh })
    const soon = await client.updateUser({ email: `x-${fresh}` })
    expect(soon.error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 60 seconds.',
    })
    for (let n = 0; n < 8; n++) await client.updateUser({ email: `${n}-${fresh}` })
    const often = await client.updateUser({ email: `y-${fresh}` })
    expect(often.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  test('a wrong current password', async () => {
    const { fresh, client } = await member()
    const wrong = await client.updateUser({ email: fresh, current_password: 'not-his' })
    expect(wrong.error).toMatchObject({ code: 'current_password_invalid' })
    expect(await mailsTo(fresh)).toHaveLength(0)
  })
})

test('the response to a resend is the same whether there is a mail to send or not', async () => {
  const { old } = await member()
  for (const email of [old, 'nobody-here@example.org'])
    expect(await t.ask('POST', '/resend', { body: { type: 'email_change', email } })).toMatchObject(
      {
        status: 200,
        body: {},
      },
    )
  expect(await mailsTo(old)).toHaveLength(0)
})

test('where one side is enough, the new one alone confirms', async () => {
  const easy = await openTestAuth((await openTestDatabase()).pool, {
    changeEmail: true,
    secureEmailChange: false,
  })
  const client = easy.client()
  await client.signUp({ email: 'one@example.org', password: PASSWORD })
  await client.updateUser({ email: 'two@example.org' })
  const mails = await easy.mails()
  expect(mails.map(({ to }) => to)).toEqual(['two@example.org'])
  const { tokenHash } = readMail(must(mails[0]))
  const { data } = await client.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
  expect(must(data.user).email).toBe('two@example.org')
  await easy.close()
})

describe('a code for reauthentication', () => {
  let strict: TestAuth
  beforeAll(async () => {
    strict = await openTestAuth((await openTestDatabase()).pool, { passwordNeedsCode: true })
  })
  afterAll(() => strict.close())

  const codeIn = async () => readCode(must((await strict.mails()).at(-1)).text)

  test('is required in a session older than a day, opens once, and must be correct', async () => {
    const client = strict.client()
    await client.signUp({ email: 'still@example.org', password: PASSWORD })
    expect((await client.updateUser({ password: 'heron-weir-barn' })).error).toBeNull()
    strict.pass(86_400)
    await client.refreshSession()
    const bare = await client.updateUser({ password: 'kestrel-fen-mill' })
    expect(bare.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })

    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = await codeIn()
    const soon = await client.reauthenticate()
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    const change = (code: string, password: string) => client.updateUser({ password, nonce: code })
    const wrong = await change(nonce === '000000' ? '000001' : '000000', 'kestrel-fen-mill')
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    const both = ['kestrel-fen-mill', 'curlew-fen-mill'].map((one) => change(nonce, one))
    const refused = (await Promise.all(both)).filter(({ error }) => error)
    expect(refused.map(({ error }) => error?.code)).toEqual(['reauthentication_not_valid'])
    expect((await change(nonce, 'warbler-on-reed')).error).toMatchObject({
      code: 'reauthentication_not_valid',
    })
  })

  test('is not sent without a session, and does not sign in', async () => {
    expect((await strict.ask('GET', '/reauthenticate')).status).toBe(401)
    const client = strict.client()
    const email = 'nonce@example.org'
    await client.signUp({ email, password: PASSWORD })
    await client.reauthenticate()
    const token = await codeIn()
    for (const type of ['email', 'recovery', 'magiclink', 'signup'] as const)
      expect((await strict.client().verifyOtp({ email, token, type })).error).toMatchObject({
        code: 'otp_expired',
      })
  })
})

function readCode(text: string): string {
  return must(/\b\d{6}\b/.exec(text)?.[0])
}

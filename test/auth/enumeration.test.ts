import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, {
    confirmEmail: true,
    phone: true,
    changeEmail: true,
    smsPerHour: 1_000,
  })
  await t.auth.createUser({ email: 'known@example.org', password: PASSWORD })
  const pending = t.client()
  await t.auth.createUser({ email: 'pending@example.org', password: PASSWORD })
  await pending.signInWithPassword({ email: 'pending@example.org', password: PASSWORD })
  await pending.updateUser({ email: 'elsewhere@example.org' })
  await t.auth.createUser({ email: 'banned@example.org', password: PASSWORD })
  await t.pool.query(
    `update auth.users set banned_until = '2100-01-01' where email = 'banned@example.org'`,
  )
  await t.client().signUp({ email: 'unconfirmed@example.org', password: PASSWORD })
  await t.client().signUp({ phone: '447700900001', password: PASSWORD })
  await t.client().signInWithOtp({ phone: '447700900002' })
  const token = (await t.texts()).at(-1)?.otp ?? ''
  await t.client().verifyOtp({ phone: '447700900002', token, type: 'sms' })
})
afterAll(() => t.close())
beforeEach(() => t.pass(86_400))

const EMAILS = ['known', 'pending', 'banned', 'unconfirmed', 'unknown'].map(
  (name) => `${name}@example.org`,
)
const PHONES = ['447700900001', '447700900002', '447700900003']

test.each([
  ['/recover', EMAILS, {}],
  ['/otp', EMAILS, { create_user: false }],
  ['/otp', EMAILS, { data: { first_name: 'A' } }],
  ['/magiclink', EMAILS, { create_user: false }],
  ['/resend', EMAILS, { type: 'signup' }],
  ['/resend', EMAILS, { type: 'email_change' }],
  ['/signup', EMAILS, { password: 'heron-weir-barn' }],
  ['/token?grant_type=password', EMAILS, { password: 'not this one' }],
  ['/verify', EMAILS, { type: 'email', token: '123456' }],
  ['/verify', EMAILS, { type: 'recovery', token: '123456' }],
  ['/otp', PHONES, { create_user: false }],
  ['/otp', PHONES, {}],
  ['/resend', PHONES, { type: 'sms' }],
  ['/resend', PHONES, { type: 'phone_change' }],
  ['/signup', PHONES, { password: 'heron-weir-barn' }],
  ['/verify', PHONES, { type: 'sms', token: '123456' }],
])(
  'POST %s of %j with %j: one answer for all, also when asked again',
  async (path, whose, more) => {
    const answers: string[] = []
    for (const who of [...whose, ...whose]) {
      const name = who.includes('@') ? 'email' : 'phone'
      const { status, headers, body } = await t.ask('POST', path, {
        body: { [name]: who, ...more },
      })
      const told = JSON.stringify([status, [...headers.keys()], body])
      answers.push(told.replaceAll(who, 'who').replaceAll(/[0-9a-f-]{36}/g, 'id'))
      await t.auth.idle()
    }
    expect([...new Set(answers)]).toHaveLength(1)
  },
)

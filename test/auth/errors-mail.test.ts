import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { post, refusals } from './error-cases.ts'
import { must, openTestAuth, PASSWORD, readMail, type TestAuth } from './test-service.ts'

// The exact refusals of auth-protocol 2.5, except otp_disabled for unknown addresses: POST /otp
// answers 200 to everybody here (sign-in-link.test.ts).

let t: TestAuth
let shut: TestAuth
let closed: TestAuth
let phoned: TestAuth

beforeAll(async () => {
  const open = async (settings: object) => openTestAuth((await openTestDatabase()).pool, settings)
  t = await open({})
  shut = await open({ email: false })
  closed = await open({ disableSignup: true })
  phoned = await open({ phone: true, anonymousSignIns: true, confirmEmail: true })
})
afterAll(async () => {
  for (const service of [t, shut, closed, phoned]) await service.close()
})
beforeEach(() => t.pass(86_400))

const phone = '447700900123'
const off = 'email_provider_disabled'
const noAddress = '400 validation_failed Unable to validate email address: invalid format'
const noNumber = '400 validation_failed Invalid phone number format (E.164 required)'
let people = 0
const newAddress = () => `mailed-${++people}@example.org`

describe('POST /signup', () => {
  const signUp = (body: object) => post('/signup', { password: PASSWORD, ...body })

  refusals(
    () => t,
    [
      [
        'without a password',
        '400 validation_failed Signup requires a valid password',
        () => signUp({ email: newAddress(), password: '' }),
      ],
      ['of no address', noAddress, () => signUp({ email: 'nobody' })],
      [
        'of no address, with a short password',
        noAddress,
        () => signUp({ email: 'nobody', password: 'short' }),
      ],
      [
        'of two names',
        '400 validation_failed Only an email address or phone number should be provided on signup.',
        () => signUp({ email: newAddress(), phone }),
      ],
      [
        'by phone',
        '400 phone_provider_disabled Phone signups are disabled',
        () => signUp({ phone }),
      ],
      [
        'of nobody',
        '422 anonymous_provider_disabled Anonymous sign-ins are disabled',
        () => signUp({}),
      ],
      [
        'of a member',
        '422 user_already_exists User already registered',
        async () => {
          const email = newAddress()
          await t.auth.createUser({ email, password: PASSWORD })
          return signUp({ email })
        },
      ],
      [
        'with a short password',
        '422 weak_password Password should be at least 6 characters.',
        () => signUp({ email: newAddress(), password: 'short' }),
      ],
      [
        'with an easy one',
        '422 weak_password Password is known to be weak and easy to guess, please choose a different one.',
        () => signUp({ email: newAddress(), password: 'password1' }),
      ],
      [
        'with one that bcrypt would cut',
        '400 validation_failed Password cannot be longer than 72 characters',
        () => signUp({ email: newAddress(), password: 'heron-weir'.repeat(8) }),
      ],
    ],
  )
  describe('where it is closed', () => {
    const says = '422 signup_disabled Signups not allowed for this instance'
    refusals(() => closed, [['of anybody', says, () => signUp({ email: newAddress() })]])
  })
  describe('where addresses are off', () => {
    const says = `400 ${off} Email signups are disabled`
    refusals(() => shut, [['by address', says, () => signUp({ email: newAddress() })]])
  })
  describe('where numbers are on', () => {
    refusals(
      () => phoned,
      [
        ['of no number', noNumber, () => signUp({ phone: '0770' })],
        [
          'of no number, with a short password',
          noNumber,
          () => signUp({ phone: '0770', password: 'short' }),
        ],
      ],
    )
  })
})

describe('POST /otp', () => {
  const ask = (body: object) => post('/otp', body)

  refusals(
    () => t,
    [
      ['for nobody', '400 validation_failed One of email or phone must be set', () => ask({})],
      [
        'for two names',
        '400 validation_failed Only an email address or phone number should be provided',
        () => ask({ email: newAddress(), phone }),
      ],
      [
        'by mail over a channel',
        '400 validation_failed Channel should only be specified with Phone OTP',
        () => ask({ email: newAddress(), channel: 'sms' }),
      ],
      ['for no address', noAddress, () => ask({ email: 'nobody' })],
      ['by phone', '400 phone_provider_disabled Unsupported phone provider', () => ask({ phone })],
      ['by its old name for nobody', noAddress, () => post('/magiclink', {})],
    ],
  )
  describe('where addresses are off', () => {
    const says = `422 ${off} Email logins are disabled`
    refusals(() => shut, [['by mail', says, () => ask({ email: newAddress() })]])
  })
  describe('where numbers are on', () => {
    refusals(
      () => phoned,
      [
        ['for no number', noNumber, () => ask({ phone: '0770' })],
        [
          'over another channel',
          '400 validation_failed Invalid channel, supported values are: sms',
          () => ask({ phone, channel: 'whatsapp' }),
        ],
      ],
    )
  })
})

describe('POST /recover and POST /resend', () => {
  const either = 'Type provided requires either an email address or a phone number'
  refusals(
    () => t,
    [
      [
        'a recovery of nobody',
        '400 validation_failed Password recovery requires an email',
        () => post('/recover', {}),
      ],
      ['a recovery of no address', noAddress, () => post('/recover', { email: 'nobody' })],
      [
        'again, what there is not',
        '400 validation_failed Missing one of these types: signup, email_change, sms, phone_change',
        () => post('/resend', { type: 'recovery', email: newAddress() }),
      ],
      [
        'again, to nobody',
        `400 validation_failed ${either}`,
        () => post('/resend', { type: 'signup' }),
      ],
      [
        'again, to two',
        `400 validation_failed ${either}`,
        () => post('/resend', { type: 'signup', email: newAddress(), phone }),
      ],
      ['again, to no address', noAddress, () => post('/resend', { type: 'signup', email: 'x' })],
    ],
  )
})

describe('POST /verify', () => {
  const verify = (body: object) => post('/verify', body)
  const neither = '400 validation_failed Verify requires either a token or a token hash'
  const noType = '400 validation_failed Verify requires a verification type'

  refusals(
    () => t,
    [
      ['of no type', noType, () => verify({ token: '123456' })],
      ['with nothing', neither, () => verify({ type: 'email' })],
      ['with both', neither, () => verify({ type: 'email', token: '1', token_hash: 'x' })],
      [
        'with a link and a name',
        '400 validation_failed Only the token_hash and type should be provided',
        () => verify({ type: 'email', token_hash: 'x', email: newAddress() }),
      ],
      [
        'with a code and no name',
        '400 validation_failed Only an email address or phone number should be provided on verify',
        () => verify({ type: 'email', token: '123456' }),
      ],
      [
        'with a code of no address',
        '422 validation_failed Invalid email format',
        () => verify({ type: 'email', token: '123456', email: 'nobody' }),
      ],
      [
        'with a code of no number',
        noNumber,
        () => verify({ type: 'sms', token: '1', phone: '07' }),
      ],
      [
        'with a wrong code',
        '403 otp_expired Token has expired or is invalid',
        () => verify({ type: 'email', token: '123456', email: newAddress() }),
      ],
      [
        'with a link that is over',
        '403 otp_expired Email link is invalid or has expired',
        () => verify({ type: 'recovery', token_hash: 'x' }),
      ],
      [
        'of a banned user',
        '403 user_banned User is banned',
        async () => {
          const email = newAddress()
          const { id } = await t.auth.createUser({ email, password: PASSWORD })
          await t.ask(...post('/recover', { email }))
          const { tokenHash } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
          await (await t.admin()).updateUserById(id, { ban_duration: '1h' })
          return verify({ type: 'recovery', token_hash: tokenHash })
        },
      ],
      ['by GET, of no type', noType, () => ['GET', '/verify?token=x']],
      ['by GET, with nothing', neither, () => ['GET', '/verify?type=signup']],
    ],
  )
})

describe('GET /reauthenticate', () => {
  const ask = (bearer: string): ['GET', string, object] => ['GET', '/reauthenticate', { bearer }]
  /** An anonymous session, or one with an address or number that is not confirmed. */
  async function unnamed(set = '') {
    const { data, error } = await phoned.client().signInAnonymously()
    if (error) throw error
    const id = must(data.user).id
    if (set) await phoned.pool.query(`update auth.users set ${set} where id = $1`, [id])
    return must(data.session).access_token
  }

  refusals(
    () => phoned,
    [
      [
        'by a user who has neither address nor number',
        '400 validation_failed Reauthentication requires the user to have an email or a phone number',
        async () => ask(await unnamed()),
      ],
      [
        'by a user who has not confirmed the address',
        '422 email_not_confirmed Please verify your email first.',
        async () => ask(await unnamed(`email = '${newAddress()}'`)),
      ],
      [
        'by a user who has not confirmed the number',
        '422 phone_not_confirmed Please verify your phone first.',
        async () => ask(await unnamed(`phone = '${phone}'`)),
      ],
    ],
  )
  describe('again', () => {
    const seldom = (words: string) => `429 over_email_send_rate_limit ${words}`
    async function asked({ times, ago }: { times: number; ago: number }) {
      const { data } = await t.client().signUp({ email: newAddress(), password: PASSWORD })
      const bearer = must(data.session).access_token
      for (let n = 0; n < times; n++) {
        expect((await t.ask(...ask(bearer))).status).toBe(200)
        t.pass(n + 1 < times ? 60 : ago)
      }
      return ask(bearer)
    }
    refusals(
      () => t,
      [
        [
          'within a minute',
          seldom('For security purposes, you can only request this after 50 seconds.'),
          () => asked({ times: 1, ago: 10 }),
        ],
        [
          'a sixth time in half an hour',
          seldom('email rate limit exceeded'),
          () => asked({ times: 5, ago: 60 }),
        ],
      ],
    )
  })
})

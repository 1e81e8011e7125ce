import { createHash, randomUUID } from 'node:crypto'
import { AuthApiError, GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { post, refusals } from './error-cases.ts'
import {
  ISSUER,
  must,
  openTestAuth,
  PASSWORD,
  readMail,
  SITE,
  type TestAuth,
} from './test-service.ts'

// The exact refusals of auth-protocol 2.1 and 2.4. Those of id tokens are in id-token.test.ts.

let t: TestAuth
let shut: TestAuth
let confirming: TestAuth

beforeAll(async () => {
  const open = async (settings: object) => openTestAuth((await openTestDatabase()).pool, settings)
  t = await open({})
  shut = await open({ email: false })
  confirming = await open({ phone: true, confirmEmail: true })
})
afterAll(async () => {
  for (const service of [t, shut, confirming]) await service.close()
})
beforeEach(() => [t, confirming].forEach((service) => void service.pass(86_400)))

let people = 0
const newAddress = () => `refused-${++people}@example.org`

async function signedIn() {
  const { data, error } = await t.client().signUp({ email: newAddress(), password: PASSWORD })
  if (error) throw error
  const session = must(data.session)
  const { id } = session.user
  const change = (table: string, set: string) =>
    t.pool.query(
      `update auth.${table} set ${set} where ${table === 'users' ? 'id' : 'user_id'} = $1`,
      [id],
    )
  return { id, email: must(session.user.email), session, change }
}

async function banned() {
  const user = await signedIn()
  await user.change('users', `banned_until = '2099-01-01'`)
  return user
}

describe('a bearer token', () => {
  const none = '401 no_authorization This endpoint requires a valid Bearer token'
  const invalid = '403 bad_jwt invalid JWT: unable to parse or verify signature, '
  const withToken = (bearer: string): ['GET', string, { bearer: string }] => [
    'GET',
    '/user',
    { bearer },
  ]
  const withClaims = async (claims: Record<string, unknown>) => {
    const exp = Math.floor(t.now().getTime() / 1000) + 60
    return withToken(await t.sign({ iss: ISSUER, aud: 'authenticated', exp, ...claims }))
  }

  refusals(
    () => t,
    [
      ['that is none', none, () => ['GET', '/user']],
      [
        'of another kind',
        none,
        () => ['GET', '/user', { headers: { authorization: 'Basic eA==' } }],
      ],
      ['that is no JWT', `${invalid}Invalid Compact JWS`, () => withToken('x')],
      [
        'that is over',
        `${invalid}token is expired`,
        () => withClaims({ sub: randomUUID(), exp: 1 }),
      ],
      ['of nobody', '403 bad_jwt invalid claim: missing sub claim', () => withClaims({})],
      [
        'of what is no user',
        '400 bad_jwt invalid claim: sub claim must be a UUID',
        () => withClaims({ sub: 'one' }),
      ],
      [
        'of a user who is gone',
        '403 user_not_found User from sub claim in JWT does not exist',
        () => withClaims({ sub: randomUUID() }),
      ],
      [
        'of a session that is gone',
        '403 session_not_found Session from session_id claim in JWT does not exist',
        async () => withClaims({ sub: (await signedIn()).id, session_id: randomUUID() }),
      ],
      [
        'of a banned user',
        '403 user_banned User is banned',
        async () => withToken((await banned()).session.access_token),
      ],
    ],
  )
})

describe('the grant password', () => {
  const path = '/token?grant_type=password'
  const phone = '447700900123'
  const wrong = '400 invalid_credentials Invalid login credentials'
  const signIn = (body: object) => post(path, { password: PASSWORD, ...body })

  refusals(
    () => t,
    [
      ['without a name', '400 validation_failed missing email or phone', () => signIn({})],
      [
        'with two names',
        '400 validation_failed Only an email address or phone number should be provided on login.',
        () => signIn({ email: newAddress(), phone }),
      ],
      [
        'by phone',
        '422 phone_provider_disabled Phone logins are disabled',
        () => signIn({ phone }),
      ],
      ['of an unknown address', wrong, () => signIn({ email: newAddress() })],
      [
        'with a wrong password',
        wrong,
        async () => signIn({ email: (await signedIn()).email, password: 'not this one' }),
      ],
      [
        'of an account that has none',
        wrong,
        async () => {
          const email = newAddress()
          await (await t.admin()).createUser({ email, email_confirm: true })
          return signIn({ email })
        },
      ],
      [
        'of a banned user',
        '400 user_banned User is banned',
        async () => signIn({ email: (await banned()).email }),
      ],
      [
        'of a kind that there is not',
        '400 invalid_credentials unsupported_grant_type',
        () => post('/token?grant_type=magic', {}),
      ],
      [
        'of a kind that is off',
        '422 web3_provider_disabled Web3 provider is disabled',
        () => post('/token?grant_type=web3', {}),
      ],
    ],
  )
  describe('where addresses are off', () => {
    const off = '422 email_provider_disabled Email logins are disabled'
    refusals(() => shut, [['by address', off, () => signIn({ email: newAddress() })]])
  })
  describe('where both are confirmed', () => {
    const signUp = async (who: object) => {
      const { status } = await confirming.ask(...post('/signup', { ...who, password: PASSWORD }))
      expect(status).toBe(200)
      return signIn(who)
    }
    refusals(
      () => confirming,
      [
        [
          'of an address that is not',
          '400 email_not_confirmed Email not confirmed',
          () => signUp({ email: newAddress() }),
        ],
        [
          'of a number that is not',
          '400 phone_not_confirmed Phone not confirmed',
          () => signUp({ phone }),
        ],
      ],
    )
  })
})

describe('the grant refresh_token', () => {
  const refresh = (refresh_token: string) =>
    post('/token?grant_type=refresh_token', { refresh_token })
  const invalid = 'Invalid Refresh Token:'

  refusals(
    () => t,
    [
      ['of none', '400 validation_failed Refresh token is not valid', () => refresh('nonsense')],
      [
        'of a session that is gone',
        `400 refresh_token_not_found ${invalid} Refresh Token Not Found`,
        async () => {
          const { session, id } = await signedIn()
          await t.pool.query('delete from auth.sessions where user_id = $1', [id])
          return refresh(session.refresh_token)
        },
      ],
      [
        'of a banned user',
        `400 user_banned ${invalid} User Banned`,
        async () => refresh((await banned()).session.refresh_token),
      ],
      [
        'of a session that has ended',
        `400 session_expired ${invalid} Session Expired`,
        async () => {
          const { session, change } = await signedIn()
          await change('sessions', `not_after = '2020-01-01'`)
          return refresh(session.refresh_token)
        },
      ],
      [
        'that this database has not given out yet',
        `400 validation_failed ${invalid} Not Issued By This Server`,
        async () => {
          const { session, change } = await signedIn()
          await change('sessions', 'refresh_token_counter = refresh_token_counter - 1')
          return refresh(session.refresh_token)
        },
      ],
      [
        'that was used up',
        `400 refresh_token_already_used ${invalid} Already Used`,
        async () => {
          const { session, change } = await signedIn()
          await change('sessions', 'refresh_token_counter = refresh_token_counter + 2')
          return refresh(session.refresh_token)
        },
      ],
    ],
  )

  test('that cannot have its session for five seconds: 409 conflict', async () => {
    const { session, id } = await signedIn()
    const holder = await t.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from auth.sessions where user_id = $1 for update', [id])
    // The clock advances five seconds with each reading.
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 5_000
      return passed
    })
    const { status, body } = await t.ask(...refresh(session.refresh_token))
    clock.mockRestore()
    await holder.query('rollback')
    holder.release()
    expect(`${status} ${body.code} ${body.message}`).toBe(
      '409 conflict Too many concurrent token refresh requests on the same session or refresh token',
    )
    expect((await t.ask(...refresh(session.refresh_token))).status).toBe(200)
  })
})

describe('the grant pkce', () => {
  const verifier = 'v'.repeat(64)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const exchange = (auth_code: string, code_verifier = verifier) =>
    post('/token?grant_type=pkce', { auth_code, code_verifier })
  const askFor = (body: object) => post('/recover', { email: 'nobody@example.org', ...body })
  const both = 'PKCE flow requires code_challenge_method and code_challenge'

  async function codeOf() {
    const { email } = await signedIn()
    const method = { code_challenge: challenge, code_challenge_method: 's256' }
    await t.ask(...post('/otp', { email, ...method }))
    const { tokenHash } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
    const { headers } = await t.ask('GET', `/verify?type=magiclink&token=${tokenHash}`)
    return must(new URL(must(headers.get('location')), SITE).searchParams.get('code'))
  }

  refusals(
    () => t,
    [
      [
        'without a code',
        '400 validation_failed invalid request: both auth code and code verifier should be non-empty',
        () => exchange(''),
      ],
      [
        'of a code that there is not',
        '404 flow_state_not_found invalid flow state, no valid flow state found',
        () => exchange(randomUUID()),
      ],
      [
        'of a code that is over',
        '422 flow_state_expired invalid flow state, flow state has expired',
        async () => {
          const code = await codeOf()
          t.pass(300)
          return exchange(code)
        },
      ],
      [
        'with the verifier of another',
        '400 bad_code_verifier code challenge does not match previously saved code verifier',
        async () => exchange(await codeOf(), 'w'.repeat(64)),
      ],
      [
        'begun without a method',
        `400 validation_failed ${both}`,
        () => askFor({ code_challenge: challenge }),
      ],
      [
        'begun without a challenge',
        `400 validation_failed ${both}`,
        () => askFor({ code_challenge_method: 's256' }),
      ],
      [
        'begun with a method that there is not',
        '400 validation_failed invalid code_challenge_method',
        () => askFor({ code_challenge: challenge, code_challenge_method: 's512' }),
      ],
      [
        'begun with what is no challenge',
        '400 validation_failed code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~',
        () => askFor({ code_challenge: 'short', code_challenge_method: 's256' }),
      ],
    ],
  )
})

test('a client that wants errors thrown gets them, typed', async () => {
  const client = new GoTrueClient({
    url: ISSUER,
    fetch: t.fetchFrom(),
    throwOnError: true,
    persistSession: false,
    autoRefreshToken: false,
  })
  expect(client.isThrowOnErrorEnabled()).toBe(true)
  const asked = client.signInWithPassword({ email: newAddress(), password: 'x' })
  const thrown = await asked.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(AuthApiError)
  expect(thrown).toMatchObject({ status: 400, code: 'invalid_credentials' })
})

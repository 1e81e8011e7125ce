import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { type Asked, post, refusals } from './error-cases.ts'
import { must, openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

// The exact refusals of auth-protocol 2.6 and 2.8, and those of 2.7 that need no provider.

let t: TestAuth
let linking: TestAuth
let strict: TestAuth

beforeAll(async () => {
  const open = async (settings: object) => openTestAuth((await openTestDatabase()).pool, settings)
  t = await open({ anonymousSignIns: true, maxFactors: 3 })
  linking = await open({ manualLinking: true, phone: true, changeEmail: true })
  strict = await open({ passwordNeedsCode: true })
})
afterAll(async () => {
  for (const service of [t, linking, strict]) await service.close()
})
beforeEach(() => [t, linking, strict].forEach((service) => void service.pass(86_400)))

let people = 0
const newAddress = () => `account-${++people}@example.org`

async function signedIn(at = t) {
  const client = at.client()
  const email = newAddress()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email, bearer: must(data.session).access_token }
}

describe('PUT /user', () => {
  const put = (bearer: string, body: object): Asked => ['PUT', '/user', { bearer, body }]
  const change = async (body: object, at = t) => put((await signedIn(at)).bearer, body)
  const password = 'a quite different one'

  refusals(
    () => t,
    [
      [
        'of what is the administrator’s',
        '403 not_admin Updating app_metadata requires admin privileges',
        () => change({ app_metadata: { role: 'admin' } }),
      ],
      [
        'with the password that he has',
        '422 same_password New password should be different from the old password.',
        () => change({ password: PASSWORD }),
      ],
      [
        'with a weak one',
        '422 weak_password Password should be at least 6 characters.',
        () => change({ password: 'short' }),
      ],
      [
        'with a current password that is not his',
        '400 current_password_invalid Current password is not right.',
        () => change({ password, current_password: 'not this one' }),
      ],
      [
        'with a code that is none',
        '422 reauthentication_not_valid Nonce has expired or is invalid',
        () => change({ password, nonce: '123456' }),
      ],
      [
        'of the address where it may not change',
        '422 email_provider_disabled Email address changes are disabled',
        () => change({ email: newAddress() }),
      ],
      [
        'of the number where there are none',
        '422 phone_provider_disabled Phone number changes are disabled',
        () => change({ phone: '447700900123' }),
      ],
      [
        'of the password with the second factor not shown',
        '401 insufficient_aal AAL2 session is required to update email or password when MFA is enabled.',
        async () => put((await withApp()).bearer, { password }),
      ],
    ],
  )
  describe('where both may change', () => {
    refusals(
      () => linking,
      [
        [
          'to another’s address',
          '422 email_exists A user with this email address has already been registered',
          async () => change({ email: (await signedIn(linking)).email }, linking),
        ],
        [
          'to another’s number',
          '422 phone_exists A user with this phone number has already been registered',
          async () => {
            const phone = '447700900124'
            await (await linking.admin()).createUser({ phone, phone_confirm: true })
            return change({ phone }, linking)
          },
        ],
      ],
    )
  })
  describe('in a session older than a day', () => {
    const says = '400 reauthentication_needed Password update requires reauthentication'
    refusals(
      () => strict,
      [
        [
          'without a code',
          says,
          async () => {
            const { client } = await signedIn(strict)
            strict.pass(86_400)
            const { data } = await client.refreshSession()
            return put(must(data.session).access_token, { password })
          },
        ],
      ],
    )
  })
})

describe('POST /logout', () => {
  refusals(
    () => t,
    [
      [
        'to a scope that there is not',
        '400 validation_failed Unsupported logout scope "all"',
        async () => ['POST', '/logout?scope=all', { bearer: (await signedIn()).bearer }],
      ],
    ],
  )
})

describe('/user/identities', () => {
  const unlink = async (id: string, at = t): Promise<Asked> => [
    ...(['DELETE', `/user/identities/${id}`] as const),
    { bearer: (await signedIn(at)).bearer },
  ]
  const off = '404 manual_linking_disabled Manual linking is disabled'
  refusals(
    () => t,
    [
      ['where it is off', off, () => unlink(randomUUID())],
      [
        'where linking is off',
        off,
        async () => {
          const { bearer } = await signedIn()
          return ['GET', '/user/identities/authorize?provider=google', { bearer }]
        },
      ],
    ],
  )
  describe('where it is on', () => {
    refusals(
      () => linking,
      [
        [
          'what is no id',
          '404 validation_failed identity_id must be an UUID',
          () => unlink('one', linking),
        ],
        [
          'the last one',
          '422 single_identity_not_deletable User must have at least 1 identity after unlinking',
          () => unlink(randomUUID(), linking),
        ],
        [
          'one that is not his',
          "422 identity_not_found Identity doesn't exist",
          async () => {
            const admin = await linking.admin()
            const who = {
              email: newAddress(),
              phone: `44770090${1000 + people}`,
              password: PASSWORD,
            }
            const made = await admin.createUser({
              ...who,
              email_confirm: true,
              phone_confirm: true,
            })
            if (made.error) throw made.error
            const { data } = await linking.client().signInWithPassword(who)
            const bearer = must(data.session).access_token
            return ['DELETE', `/user/identities/${randomUUID()}`, { bearer }]
          },
        ],
        [
          'single sign-on',
          '404 saml_provider_disabled SAML 2.0 is disabled',
          () => post('/sso', { domain: 'example.org' }),
        ],
      ],
    )
  })
})

async function enrol(client: GoTrueClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) throw error
  return { factorId: data.id, secret: Secret.fromBase32(data.totp.secret) }
}

const codeOf = ({ secret }: { secret: Secret }) =>
  new TOTP({ secret }).generate({ timestamp: t.now().getTime() })

async function withApp() {
  const { client, email } = await signedIn()
  const app = await enrol(client)
  const { error } = await client.mfa.challengeAndVerify({ ...app, code: codeOf(app) })
  if (error) throw error
  const again = t.client()
  const { data } = await again.signInWithPassword({ email, password: PASSWORD })
  return { ...app, client: again, bearer: must(data.session).access_token }
}

describe('/factors', () => {
  const notFound = '404 mfa_factor_not_found Factor not found'
  const notEnabled = (type: string, name: string) =>
    `422 mfa_${type}_enroll_not_enabled MFA enroll is disabled for ${name}`
  const enrolBy = async (bearer: string, body: object = {}) =>
    post('/factors', { factor_type: 'totp', friendly_name: 'App', ...body }, { bearer })
  const newFactor = async (body: object) => enrolBy((await signedIn()).bearer, body)

  /** A call to verify a factor, correct by default; `again` repeats one that was made before. */
  async function verify({
    body = {},
    wait = 0,
    ...how
  }: {
    body?: object
    wait?: number
    address?: string
    again?: boolean
  } = {}) {
    const { client, bearer } = await signedIn()
    const app = await enrol(client)
    const { data } = await client.mfa.challenge(app)
    const right = { challenge_id: must(data).id, code: codeOf(app) }
    const { address = '192.0.2.1' } = how
    const asked = post(
      `/factors/${app.factorId}/verify`,
      { ...right, ...body },
      { bearer, address },
    )
    if (how.again) await t.ask(...asked)
    t.pass(wait)
    return asked
  }

  refusals(
    () => t,
    [
      [
        'of no kind',
        '400 validation_failed factor_type needs to be totp, phone, or webauthn',
        () => newFactor({ factor_type: 'sms' }),
      ],
      ['by phone', notEnabled('phone', 'Phone'), () => newFactor({ factor_type: 'phone' })],
      ['by key', notEnabled('webauthn', 'WebAuthn'), () => newFactor({ factor_type: 'webauthn' })],
      [
        'of nobody',
        '403 no_authorization Anonymous user not allowed to perform these actions',
        async () => {
          const { data } = await t.client().signInAnonymously()
          return enrolBy(must(data.session).access_token)
        },
      ],
      [
        'of one name',
        '422 mfa_factor_name_conflict A factor with the friendly name "App" for this user already exists',
        async () => {
          const { client, bearer } = await signedIn()
          await enrol(client)
          return enrolBy(bearer)
        },
      ],
      [
        'one too many',
        '422 too_many_enrolled_mfa_factors Maximum number of verified factors reached, unenroll to continue',
        async () => {
          const { bearer } = await signedIn()
          for (const friendly_name of ['1', '2', '3'])
            await t.ask(...(await enrolBy(bearer, { friendly_name })))
          return enrolBy(bearer)
        },
      ],
      [
        'a second one with the first not shown',
        '403 insufficient_aal AAL2 required to enroll a new factor',
        async () => enrolBy((await withApp()).bearer, { friendly_name: 'Other' }),
      ],
      [
        'a challenge of another’s',
        notFound,
        async () => {
          const { factorId } = await withApp()
          const { bearer } = await signedIn()
          return ['POST', `/factors/${factorId}/challenge`, { bearer }]
        },
      ],
      [
        'a challenge of what is no id',
        '404 validation_failed factor_id must be an UUID',
        async () => ['POST', '/factors/one/challenge', { bearer: (await signedIn()).bearer }],
      ],
      [
        'without a code',
        '400 validation_failed Code needs to be non-empty',
        () => verify({ body: { code: '' } }),
      ],
      [
        'with another challenge',
        '422 mfa_factor_not_found MFA factor with the provided challenge ID not found',
        () => verify({ body: { challenge_id: randomUUID() } }),
      ],
      [
        'from another address',
        '422 mfa_ip_address_mismatch Challenge and verify IP addresses mismatch.',
        () => verify({ address: '192.0.2.9' }),
      ],
      [
        'with a challenge that is over',
        '422 mfa_challenge_expired MFA challenge has expired, verify against another challenge or create a new challenge.',
        () => verify({ wait: 300 }),
      ],
      [
        'with a wrong code',
        '422 mfa_verification_failed Invalid TOTP code entered',
        () => verify({ body: { code: 'wrong' } }),
      ],
      [
        'taking one away with the password alone',
        '422 insufficient_aal AAL2 required to unenroll verified factor',
        async () => {
          const { factorId, bearer } = await withApp()
          return ['DELETE', `/factors/${factorId}`, { bearer }]
        },
      ],
      [
        'taking away what is not there',
        notFound,
        async () => {
          const { bearer } = await signedIn()
          return ['DELETE', `/factors/${randomUUID()}`, { bearer }]
        },
      ],
    ],
  )
})

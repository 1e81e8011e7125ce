import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSigningKeys } from '../tokens/keys.ts'
import { readStandaloneEnv } from './env.ts'

let keys: JWK[]
let least: Record<string, string>

beforeAll(async () => {
  keys = (await makeSigningKeys()).keys
  least = {
    DATABASE_URL: 'postgres://localhost/auth',
    GOTRUE_SITE_URL: 'https://site.example',
    GOTRUE_JWT_KEYS: JSON.stringify(keys),
  }
})

const PUBLISHED = {
  kty: 'EC',
  crv: 'P-256',
  kid: 'b81269f1',
  key_ops: ['sign', 'verify'],
  x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
  y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
  d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
}

test('nothing given: everything that is missing is named at once', () => {
  expect(() => readStandaloneEnv({})).toThrow(
    [
      'DATABASE_URL is missing',
      'GOTRUE_SITE_URL is missing',
      'GOTRUE_JWT_KEYS is missing: a JSON Web Key set with an ES256 or RS256 key that may sign',
    ].join('\n'),
  )
})

test('the least that it needs, with a set of keys in either form', () => {
  expect(readStandaloneEnv(least)).toMatchObject({
    port: 9_999,
    siteUrl: 'https://site.example',
    databaseUrl: 'postgres://localhost/auth',
    signingKeys: { keys },
    secret: null,
    smtp: null,
    settings: { jwtSeconds: 3_600, trustProxy: false, callLimits: { token: 150, ask: 30 } },
    ignored: [],
  })
  const set = { ...least, GOTRUE_JWT_KEYS: JSON.stringify({ keys }) }
  expect(readStandaloneEnv(set).signingKeys).toEqual({ keys })
})

test('the settings of auth-protocol 1.5, by the reference server’s names', () => {
  const env = readStandaloneEnv({
    ...least,
    GOTRUE_API_PORT: '4000',
    GOTRUE_DB_DATABASE_URL: 'postgres://elsewhere/auth',
    GOTRUE_JWT_ISSUER: 'https://auth.example/auth/v1',
    GOTRUE_URI_ALLOW_LIST: 'https://a.example/**, app://callback',
    GOTRUE_JWT_EXP: '900',
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '0',
    GOTRUE_SESSIONS_TIMEBOX: '720h',
    GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '24h',
    GOTRUE_DISABLE_SIGNUP: 'true',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
    GOTRUE_MAILER_OTP_EXP: '7200',
    GOTRUE_PASSWORD_MIN_LENGTH: '8',
    GOTRUE_MFA_MAX_ENROLLED_FACTORS: '3',
    GOTRUE_RATE_LIMIT_OTP: '7',
    GOTRUE_RATE_LIMIT_HEADER: 'x-forwarded-for',
    GOTRUE_SMTP_HOST: 'mail.example',
    GOTRUE_SMTP_ADMIN_EMAIL: 'auth@site.example',
    GOTRUE_SMTP_SENDER_NAME: 'The Weir',
    GOTRUE_UNHEARD_OF: 'x',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
    GOTRUE_SMS_AUTOCONFIRM: 'true',
    GOTRUE_SMS_TEST_OTP: '447700900123=123456, +447700900124=654321',
    GOTRUE_SMS_MAX_FREQUENCY: '30s',
    GOTRUE_HOOK_SEND_SMS_URI: 'https://sms.example/hook',
    GOTRUE_HOOK_SEND_SMS_SECRETS: 'v1,whsec_c2lnbmVkIHdpdGggdGhpcyBzZWNyZXQ=',
  })
  expect(env).toMatchObject({
    port: 4_000,
    databaseUrl: 'postgres://elsewhere/auth',
    issuer: 'https://auth.example/auth/v1',
    redirectAllowList: ['https://a.example/**', 'app://callback'],
    settings: {
      siteName: 'The Weir',
      jwtSeconds: 900,
      refreshReuseSeconds: 0,
      sessionSeconds: 2_592_000,
      idleSeconds: 86_400,
      disableSignup: true,
      confirmEmail: true,
      mailEverySeconds: 90,
      confirmationSeconds: 7_200,
      recoveryLinkSeconds: 7_200,
      recoveryCodeSeconds: 7_200,
      passwordMinLength: 8,
      maxFactors: 3,
      email: false,
      phone: true,
      anonymousSignIns: true,
      secureEmailChange: false,
      confirmPhone: false,
      smsTestCodes: { 447700900123: '123456', 447700900124: '654321' },
      smsEverySeconds: 30,
      smsHook: {
        url: 'https://sms.example/hook',
        secret: 'v1,whsec_c2lnbmVkIHdpdGggdGhpcyBzZWNyZXQ=',
      },
      signInCodeSeconds: 7_200,
      trustProxy: true,
      callLimits: { ask: 7 },
    },
    smtp: { host: 'mail.example', port: 587, from: '"The Weir" <auth@site.example>' },
    ignored: ['GOTRUE_UNHEARD_OF'],
  })
})

test('port and address by their unprefixed names, as the reference server reads them too', () => {
  const plain = { ...least, PORT: '4001', API_EXTERNAL_URL: 'https://auth.example/auth/v1' }
  expect(readStandaloneEnv(plain)).toMatchObject({
    port: 4_001,
    issuer: 'https://auth.example/auth/v1',
    externalUrl: 'https://auth.example/auth/v1',
  })
  const prefixed = { ...plain, GOTRUE_API_PORT: '4002', GOTRUE_JWT_ISSUER: 'the-weir' }
  expect(readStandaloneEnv(prefixed)).toMatchObject({
    port: 4_002,
    issuer: 'the-weir',
    externalUrl: 'https://auth.example/auth/v1',
  })
  const bad = { ...least, PORT: 'soon', API_EXTERNAL_URL: 'nowhere' }
  expect(() => readStandaloneEnv(bad)).toThrow(
    'PORT must be a whole number from 0 to 65535\nAPI_EXTERNAL_URL must be an address',
  )
})

test('phones without a hook where numbers need no code', () => {
  const phones = { ...least, GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' }
  expect(readStandaloneEnv(phones).settings).toMatchObject({ phone: true, confirmPhone: false })
})

test('phones as second factors are off by default and need a way to send an SMS', () => {
  expect(readStandaloneEnv(least).settings).not.toHaveProperty('phoneFactors')
  const on = {
    ...least,
    GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
    GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
    GOTRUE_MFA_PHONE_MAX_FREQUENCY: '30s',
  }
  const fixed = readStandaloneEnv({ ...on, GOTRUE_SMS_TEST_OTP: '447700900123=123456' })
  expect(fixed.settings.phoneFactors).toEqual({ enrol: true, verify: true, everySeconds: 30 })
  expect(fixed.ignored).toEqual([])
  const alone = { ...on, GOTRUE_SMS_AUTOCONFIRM: 'true' }
  expect(() => readStandaloneEnv(alone)).toThrow('GOTRUE_HOOK_SEND_SMS_URI is missing')
})

test('the limits of sign-ups', () => {
  expect(readStandaloneEnv(least).settings).toMatchObject({
    callLimits: { ask: 30 },
    signUpsPerHour: null,
    anonymousPerHour: 30,
  })
  const own = { ...least, GOTRUE_RATE_LIMIT_OTP: '500', GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '40' }
  const { settings, ignored } = readStandaloneEnv(own)
  expect(settings).toMatchObject({ callLimits: { ask: 500 }, anonymousPerHour: 40 })
  expect(ignored).toEqual([])
})

test('providers by GOTRUE_EXTERNAL_*, those that are enabled', () => {
  const env = readStandaloneEnv({
    ...least,
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'the-weir',
    GOTRUE_EXTERNAL_KEYCLOAK_SECRET: 'said to nobody',
    GOTRUE_EXTERNAL_KEYCLOAK_URL: 'https://id.example/realms/weir',
    GOTRUE_EXTERNAL_KEYCLOAK_REDIRECT_URI: 'https://auth.example/callback',
    GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
    GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'web,telephone',
    GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: 'true',
    GOTRUE_EXTERNAL_GITLAB_ENABLED: 'false',
    GOTRUE_EXTERNAL_GITLAB_CLIENT_ID: 'x',
  })
  expect(env.settings).toMatchObject({ manualLinking: true, implicitFlow: true })
  expect(env.settings.providers).toEqual({
    keycloak: {
      clientId: 'the-weir',
      secret: 'said to nobody',
      url: 'https://id.example/realms/weir',
      callbackUrl: 'https://auth.example/callback',
      skipNonceCheck: false,
    },
    google: {
      clientId: 'web,telephone',
      secret: '',
      url: 'https://accounts.google.com',
      skipNonceCheck: true,
    },
  })
  expect(env.ignored).toEqual([])
})

describe('the start is refused', () => {
  const keysOf = (set: unknown) => ({ GOTRUE_JWT_KEYS: JSON.stringify(set) })
  const publicHalf = () => keys.map(({ d: _, ...half }) => half)

  test.each<[string, () => Record<string, string>, string]>([
    ['without keys', () => ({ GOTRUE_JWT_KEYS: '' }), 'GOTRUE_JWT_KEYS is missing'],
    ['with keys that are no JSON', () => ({ GOTRUE_JWT_KEYS: 'secret' }), 'JSON Web Key set'],
    ['with the published key', () => keysOf([PUBLISHED]), 'has been published'],
    ['with the published key beside a good one', () => keysOf([...keys, PUBLISHED]), 'published'],
    ['without a key that may sign', () => keysOf(publicHalf()), 'needs a key that may sign'],
    ['with a shared secret', () => keysOf([{ kty: 'oct', k: 'c2VjcmV0', kid: '1' }]), 'or RS256'],
    [
      'with the known secret',
      () => ({ GOTRUE_JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long' }),
      'published one',
    ],
    [
      'with a secret that is too short',
      () => ({ GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: 'c2hvcnQ' }),
      '32 random bytes',
    ],
    [
      'with a secret that is none',
      () => ({ GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: '0'.repeat(64) }),
      'must be random',
    ],
    ['without a database', () => ({ DATABASE_URL: '' }), 'DATABASE_URL is missing'],
    ['with SAML', () => ({ GOTRUE_SAML_ENABLED: 'true' }), 'not part of this service'],
    ['with a header that is not understood', () => ({ GOTRUE_RATE_LIMIT_HEADER: 'X-IP' }), 'only'],
    ['with a mail server and nobody', () => ({ GOTRUE_SMTP_HOST: 'mail' }), 'SMTP_ADMIN_EMAIL'],
    ['with a number that is none', () => ({ GOTRUE_JWT_EXP: 'soon' }), 'a whole number'],
    ['with a shorter password', () => ({ GOTRUE_PASSWORD_MIN_LENGTH: '4' }), 'at least 6'],
    [
      'with an unknown provider',
      () => ({ GOTRUE_EXTERNAL_WEIR_ENABLED: 'true' }),
      'GOTRUE_EXTERNAL_WEIR_CLIENT_ID is missing\nGOTRUE_EXTERNAL_WEIR_URL is missing',
    ],
    [
      'with a provider that everybody could listen to',
      () => ({
        GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
        GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'x',
        GOTRUE_EXTERNAL_KEYCLOAK_URL: 'http://id.example',
      }),
      'GOTRUE_EXTERNAL_KEYCLOAK_URL must be an https address',
    ],
    ['with yes for true', () => ({ GOTRUE_DISABLE_SIGNUP: 'yes' }), 'true or false'],
    ['with phones and nobody to send', () => ({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }), 'SMS'],
    ['with an odd test code', () => ({ GOTRUE_SMS_TEST_OTP: '447700900123' }), 'number=code'],
    [
      'with an SMS hook without secrets',
      () => ({ GOTRUE_HOOK_SEND_SMS_URI: 'https://sms.example' }),
      'HOOK_SEND_SMS_SECRETS',
    ],
    ['with an odd duration', () => ({ GOTRUE_SMTP_MAX_FREQUENCY: '1 m' }), 'a duration'],
  ])('%s', (_when, more, says) => {
    expect(() => readStandaloneEnv({ ...least, ...more() })).toThrow(says)
  })

  test.each(['PS256', 'ES384', 'EdDSA'])('with keys for %s', async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), alg, kid: 'other' }
    expect(() => readStandaloneEnv({ ...least, ...keysOf([...keys, jwk]) })).toThrow(
      'ES256 or RS256',
    )
  })

  test('with keys that cannot be used', async () => {
    const { privateKey } = await generateKeyPair('RS256', {
      extractable: true,
      modulusLength: 2048,
    })
    const rsa = { ...(await exportJWK(privateKey)), kid: 'rsa' }
    expect(readStandaloneEnv({ ...least, ...keysOf([rsa]) }).signingKeys).toEqual({ keys: [rsa] })
    const { privateKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const weak = { ...short.export({ format: 'jwk' }), kid: 'weak' }
    const [key] = keys
    const [other] = (await makeSigningKeys()).keys
    const zeros = Buffer.alloc(32).toString('base64url')
    for (const [set, says] of [
      [[weak], 'has an RSA key of fewer than 2048 bits'],
      [[{ ...key, d: zeros }], 'a key that cannot be used'],
      [[{ ...key, x: zeros }], 'a key that cannot be used'],
      [[{ ...key, d: other?.d }], 'whose private half does not belong to its public half'],
      [[key, { ...other, kid: key?.kid }], 'two keys with the same "kid"'],
      [[key, { ...key, kid: 'again' }], 'the same key twice'],
    ] as const)
      expect(() => readStandaloneEnv({ ...least, ...keysOf(set) })).toThrow(says)
  })
})

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeSigningKeys } from '../../../auth/tokens/keys.ts'
import { makeFieldKeys } from '../keys/field-keys.ts'
import { readEnv, settingsOf } from './env.ts'

const signingKeys = JSON.stringify(await makeSigningKeys())
// The published key of the reference server's local tool.
const PUBLISHED = JSON.stringify({
  keys: [
    {
      kty: 'EC',
      crv: 'P-256',
      kid: 'b81269f1',
      key_ops: ['sign', 'verify'],
      x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
      y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
      d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
    },
  ],
})

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.example.org',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'bookings@example.org',
  OFFICE_EMAIL: 'office@example.org',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
  DONATE_URL: 'https://give.example.com/donate',
  SUPPORTER_URL: 'https://give.example.com/supporter',
  NEWS_EXTERNAL_URL: 'https://news.example.com',
}

describe('with nothing set', () => {
  test('the site runs at home with its own database, mailbox and sign-in', () => {
    const env = readEnv({})
    expect(env).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      newDeviceCode: false,
      rateLimitScale: 1,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      fieldKeys: undefined,
      auth: { url: undefined, confirmEmail: false },
      mail: { smtpUrl: undefined, atOnce: 8, mailboxSmtpPort: 3002, mailboxPort: 3003 },
    })
    expect(settingsOf(env).mailboxUrl).toBe('http://localhost:3003')
  })

  test('an empty value is an unset one', () => {
    expect(readEnv({ PORT: '', SMTP_URL: ' ', AUTH_URL: '' })).toEqual(readEnv({}))
  })

  test('.env.example says the same, but for a site that others reach', () => {
    const { NODE_ENV, GOTRUE_PASSWORD_MIN_LENGTH, ...others } = parseEnv(
      readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'),
    )
    expect(NODE_ENV).toBe('production')
    expect(GOTRUE_PASSWORD_MIN_LENGTH).toBe('8')
    expect(readEnv(others)).toEqual(readEnv({}))
  })
})

test('the address of the site follows its port until it has one of its own', () => {
  expect(readEnv({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(readEnv({ PORT: '8080', PUBLIC_URL: 'http://127.0.0.1:80/' }).publicUrl).toBe(
    'http://127.0.0.1',
  )
})

test('an empty TILE_URL switches the tiles off', () => {
  expect(readEnv({ TILE_URL: '' }).map.tileUrl).toBe('')
  expect(readEnv({}).map.tileUrl).toContain('openstreetmap')
})

test('the contact form goes to our own endpoint until a form service is named', () => {
  expect(settingsOf(readEnv({})).forms).toEqual({ project: 'charity', contactId: 'contact' })
  const service = readEnv({ FORMS_URL: 'https://formspree.io/', FORMS_CONTACT_ID: 'mxyz' })
  expect(settingsOf(service).forms).toEqual({
    url: 'https://formspree.io',
    project: 'charity',
    contactId: 'mxyz',
  })
})

describe('providers to sign in with', () => {
  const KEYCLOAK = {
    GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'site',
    GOTRUE_EXTERNAL_KEYCLOAK_SECRET: 'said to nobody',
    GOTRUE_EXTERNAL_KEYCLOAK_URL: 'https://id.example/realms/weir',
  }

  test('there are none, and nobody links one, until they are named', () => {
    const none = { providers: {}, manualLinking: false }
    expect(readEnv({}).auth.identities).toEqual(none)
    const off = { ...KEYCLOAK, GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'false' }
    expect(readEnv(off).auth.identities).toEqual(none)
    const named = readEnv({ ...KEYCLOAK, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
    expect(named.auth.identities).toEqual({
      providers: {
        keycloak: {
          clientId: 'site',
          secret: 'said to nobody',
          skipNonceCheck: false,
          url: 'https://id.example/realms/weir',
        },
      },
      manualLinking: true,
    })
  })

  test('those that cannot be used are named with all else, and no value is repeated', () => {
    const bad = {
      ...KEYCLOAK,
      PORT: 'soon',
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'perhaps',
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: '',
      GOTRUE_EXTERNAL_KEYCLOAK_URL: 'http://id.example/realms/weir',
    }
    const message = messageOf(() => readEnv(bad))
    expect(message).toContain('  PORT must be')
    expect(message).toContain('  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED must be true or false')
    expect(message).toContain('  GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID is missing')
    expect(message).toContain('  GOTRUE_EXTERNAL_KEYCLOAK_URL must be an https address')
    expect(message).not.toContain('said to nobody')
  })

  test('are not for the site to name where another service signs in', () => {
    const hosted = { ...KEYCLOAK, AUTH_URL: 'https://auth.example.com', AUTH_KEY: 'key' }
    expect(messageOf(() => readEnv(hosted))).toContain(
      '  GOTRUE_EXTERNAL_KEYCLOAK_ENABLED is for the service at AUTH_URL to set',
    )
  })
})

describe('SMS of the office', () => {
  const HOOK = {
    SMS_HOOK_URL: 'https://sms.example/hook',
    SMS_HOOK_SECRET: 'a secret of the hook, for tests',
  }

  test('go to the hook, otherwise to the local mailbox, which production does not have', () => {
    expect(settingsOf(readEnv({})).sendsSms).toBe(true)
    expect(settingsOf(readEnv({ SMTP_URL: 'smtp://localhost' })).sendsSms).toBe(false)
    expect(settingsOf(readEnv(PRODUCTION)).sendsSms).toBe(false)
    const env = readEnv({ ...PRODUCTION, ...HOOK })
    expect(env.sms.hook).toEqual({ url: HOOK.SMS_HOOK_URL, secret: HOOK.SMS_HOOK_SECRET })
    expect(settingsOf(env).sendsSms).toBe(true)
  })

  test.each<[string, Record<string, string>]>([
    ['SMS_HOOK_URL must be an https address', { ...HOOK, SMS_HOOK_URL: 'http://sms.example' }],
    ['SMS_HOOK_SECRET must be a random secret', { ...HOOK, SMS_HOOK_SECRET: '0'.repeat(32) }],
    ['SMS_HOOK_SECRET is needed with SMS_HOOK_URL', { ...HOOK, SMS_HOOK_SECRET: '' }],
    ['SMS_HOOK_URL is needed with SMS_HOOK_SECRET', { ...HOOK, SMS_HOOK_URL: '' }],
  ])('are refused: %s', (says, variables) => {
    expect(messageOf(() => readEnv(variables))).toContain(`  ${says}`)
  })
})

describe('accounts by phone', () => {
  const ON = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
  const HOOK = {
    GOTRUE_HOOK_SEND_SMS_URI: 'https://sms.example/hook',
    GOTRUE_HOOK_SEND_SMS_SECRETS: 'a secret of the hook, for tests',
  }
  const REFUSED = '  GOTRUE_HOOK_SEND_SMS_URI is needed: without the local mailbox'

  test('are off until they are switched on, with a hook or the local mailbox', () => {
    expect(readEnv({}).auth.phone).toEqual({ smsTestCodes: {} })
    const fixed = { ...ON, GOTRUE_SMS_TEST_OTP: '447700900123=123456' }
    expect(readEnv(fixed).auth.phone).toEqual({
      phone: true,
      smsTestCodes: { 447700900123: '123456' },
    })
    expect(readEnv({ ...ON, ...HOOK }).auth.phone.smsHook?.url).toBe('https://sms.example/hook')
  })

  test('need a hook where nothing shows an SMS: in production, and with a mail server', () => {
    expect(messageOf(() => readEnv({ ...ON, SMTP_URL: 'smtp://localhost:25' }))).toContain(REFUSED)
    expect(messageOf(() => readEnv({ ...ON, NODE_ENV: 'production' }))).toContain(REFUSED)
    const fixed = { ...PRODUCTION, ...ON, GOTRUE_SMS_TEST_OTP: '447700900123=123456' }
    expect(messageOf(() => readEnv(fixed))).toContain(REFUSED)
    expect(readEnv({ ...PRODUCTION, ...ON, ...HOOK }).auth.phone.phone).toBe(true)
    const second = { ...PRODUCTION, GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true' }
    expect(messageOf(() => readEnv(second))).toContain(REFUSED)
  })

  test('that cannot be used are named, and no secret is repeated', () => {
    const short = { ...ON, ...HOOK, GOTRUE_HOOK_SEND_SMS_SECRETS: 'v1,whsec_c2hvcnQ=' }
    const message = messageOf(() => readEnv(short))
    expect(message).toContain('  GOTRUE_HOOK_SEND_SMS_SECRETS must be a random secret of 16 bytes')
    expect(message).not.toContain('c2hvcnQ')
    const hosted = { ...ON, ...HOOK, AUTH_URL: 'https://auth.example.com', AUTH_KEY: 'key' }
    expect(messageOf(() => readEnv(hosted))).toContain(
      '  GOTRUE_EXTERNAL_PHONE_ENABLED is for the service at AUTH_URL to set',
    )
  })
})

test('with a mail server there is no mailbox to look into', () => {
  expect(settingsOf(readEnv({ SMTP_URL: 'smtp://localhost:25' })).mailboxUrl).toBe('')
})

test('every bad key is named at once, and no value is repeated', () => {
  const secret = 'hunter2'
  const read = () =>
    readEnv({
      PORT: secret,
      WORKERS: '0',
      PUBLIC_URL: `https://a.example/${secret}`,
      DATABASE_URL: `mysql://root:${secret}@db`,
      SMTP_URL: secret,
      MAILS_AT_ONCE: '101',
      FIELD_KEYS: secret,
      AUTH_CONFIRM_EMAIL: 'perhaps',
      RATE_LIMIT_SCALE: '-1',
      NODE_ENV: 'live',
      OFFICE_EMAIL: secret,
      FORMS_CONTACT_ID: `${secret}/x`,
    })
  const message = messageOf(read)
  const named = [...message.matchAll(/^ {2}(\w+)/gm)].map(([, key]) => key)
  expect(named.sort()).toEqual([
    ...['AUTH_CONFIRM_EMAIL', 'DATABASE_URL', 'FIELD_KEYS', 'FORMS_CONTACT_ID'],
    ...['MAILS_AT_ONCE', 'NODE_ENV', 'OFFICE_EMAIL', 'PORT', 'PUBLIC_URL', 'RATE_LIMIT_SCALE'],
    ...['SMTP_URL', 'WORKERS'],
  ])
  expect(message).not.toContain(secret)
})

test.each([
  ['AUTH_KEY', { AUTH_URL: 'https://auth.example.com' }],
  ['PAYPAL_SECRET', { PAYPAL_CLIENT_ID: 'id' }],
  ['DATABASE_URL', { DATABASE_OWNER_URL: 'postgresql://owner@db.example.com/charity' }],
])('%s is missed when its partner is there', (key, source) => {
  expect(messageOf(() => readEnv(source))).toContain(`  ${key} is needed`)
})

describe('in production', () => {
  test('a whole configuration is taken, and new addresses are confirmed by mail', () => {
    const env = readEnv(PRODUCTION)
    expect(env).toMatchObject({ production: true, auth: { confirmEmail: true } })
  })

  test.each(Object.keys(PRODUCTION).filter((key) => key !== 'NODE_ENV'))(
    '%s is not left to a stand-in or a sample',
    (key) => {
      expect(messageOf(() => readEnv({ ...PRODUCTION, [key]: '' }))).toContain(`  ${key} is needed`)
    },
  )

  test('the site is served by https only', () => {
    const read = () => readEnv({ ...PRODUCTION, PUBLIC_URL: 'http://www.example.org' })
    expect(messageOf(read)).toContain('PUBLIC_URL must begin with https:')
  })

  test('a database that machines share needs keys that they share', () => {
    const source = { ...PRODUCTION, DATABASE_URL: 'postgresql://db.example.com/charity' }
    const message = messageOf(() => readEnv(source))
    expect(message).toContain('FIELD_KEYS is needed')
    expect(message).toContain('AUTH_SIGNING_KEYS is needed')
    const whole = { ...source, FIELD_KEYS: makeFieldKeys(), AUTH_SIGNING_KEYS: signingKeys }
    expect(readEnv(whole).databaseUrl).toBe('postgresql://db.example.com/charity')
  })

  const zeros = Buffer.alloc(32).toString('base64')
  const ringOf = (keys: Record<string, string>) =>
    JSON.stringify({ current: 'a', index: 'a', keys })
  const same = randomBytes(32).toString('base64')
  const HOSTED = { AUTH_URL: 'https://auth.example.com', AUTH_KEY: randomBytes(32).toString('hex') }
  const demoKey = `e30.${Buffer.from('{"iss":"supabase-demo"}').toString('base64url')}.c2lnbmF0dXJl`
  const HOOKED = {
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_HOOK_SEND_SMS_URI: 'https://sms.example',
    GOTRUE_HOOK_SEND_SMS_SECRETS: 'a secret of the hook, for tests',
  }

  test.each<[string, Record<string, string>]>([
    ['FIELD_KEYS has a key "a" that is not random', { FIELD_KEYS: ringOf({ a: zeros }) }],
    ['FIELD_KEYS has the same key under two', { FIELD_KEYS: ringOf({ a: same, b: same }) }],
    ['AUTH_SIGNING_KEYS has a key that has been published', { AUTH_SIGNING_KEYS: PUBLISHED }],
    ['AUTH_KEY must have at least 32 characters', { ...HOSTED, AUTH_KEY: 'short' }],
    ['AUTH_KEY must be random', { ...HOSTED, AUTH_KEY: '0'.repeat(64) }],
    ['AUTH_KEY must be random', { ...HOSTED, AUTH_KEY: 'changeme'.repeat(5) }],
    ['AUTH_KEY is a key of the local tool', { ...HOSTED, AUTH_KEY: demoKey }],
    ['AUTH_URL must begin with https:', { ...HOSTED, AUTH_URL: 'http://auth.example.com' }],
    ['PAYPAL_SECRET is the one of the local', { PAYPAL_SECRET: 'local-secret' }],
    ['PAYPAL_API_URL must begin with https:', { PAYPAL_API_URL: 'http://api.example.com' }],
    ['PAYPAL_SDK_URL must begin with https:', { PAYPAL_SDK_URL: 'http://sdk.example.com/js' }],
    ['FORMS_URL must begin with https:', { FORMS_URL: 'http://forms.example.com' }],
    ['SMTP_URL must not switch TLS off', { SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true' }],
    [
      'SMTP_URL must not switch TLS off',
      { SMTP_URL: 'smtps://mail.example.org?tls.rejectUnauthorized=false' },
    ],
    [
      'GOTRUE_HOOK_SEND_SMS_URI must be an https address',
      { ...HOOKED, GOTRUE_HOOK_SEND_SMS_URI: 'http://sms.example' },
    ],
    [
      'GOTRUE_HOOK_SEND_SMS_SECRETS must be a random',
      { ...HOOKED, GOTRUE_HOOK_SEND_SMS_SECRETS: '0'.repeat(32) },
    ],
  ])('is refused: %s', (says, more) => {
    expect(messageOf(() => readEnv({ ...PRODUCTION, ...more }))).toContain(`  ${says}`)
  })

  test('takes plain addresses of this machine', () => {
    const near = {
      ...HOSTED,
      AUTH_URL: 'http://127.0.0.1:9999/auth/v1',
      PAYPAL_API_URL: 'http://localhost:3001',
      SMTP_URL: 'smtp://[::1]:2525',
      PAYPAL_SECRET: randomBytes(30).toString('hex'),
      SMS_HOOK_URL: 'http://127.0.0.1:4000/sms',
      SMS_HOOK_SECRET: 'a secret of the hook, for tests',
    }
    const env = readEnv({ ...PRODUCTION, ...near, TRUSTED_PROXY: 'loopback' })
    expect(env.warnings).toEqual([])
    expect(env.mail.requireTls).toBe(false)
  })

  test.each<[string, Record<string, string>]>([
    ['TRUSTED_PROXY is not set', {}],
    ['AUTH_CONFIRM_EMAIL is off', { AUTH_CONFIRM_EMAIL: 'off' }],
    ['RATE_LIMIT_SCALE is above 1', { RATE_LIMIT_SCALE: '50' }],
    ['SMTP_URL begins with smtp:', { SMTP_URL: 'smtp://mail.example.org:587' }],
    ['PAYPAL_SECRET is shorter', { PAYPAL_SECRET: 'secret' }],
    ['SMS_HOOK_URL is not set', {}],
    ['GOTRUE_SMS_TEST_OTP fixes', { ...HOOKED, GOTRUE_SMS_TEST_OTP: '447700900123=123456' }],
    ['GOTRUE_SMS_AUTOCONFIRM is on', { ...HOOKED, GOTRUE_SMS_AUTOCONFIRM: 'true' }],
  ])('is warned of: %s', (says, more) => {
    const warnings = readEnv({ ...PRODUCTION, ...more }).warnings
    expect(warnings.find((one) => one.startsWith(says))).toBeDefined()
    expect(readEnv({ ...more, NODE_ENV: 'development' }).warnings).toEqual([])
  })

  test('gets no warning for right settings', () => {
    const good = {
      PAYPAL_SECRET: randomBytes(30).toString('hex'),
      TRUSTED_PROXY: '10.0.0.1',
      SMS_HOOK_URL: 'https://sms.example',
      SMS_HOOK_SECRET: 'a secret of the hook, for tests',
    }
    const env = readEnv({ ...PRODUCTION, ...good })
    expect(env.warnings).toEqual([])
    expect(env.mail.requireTls).toBe(false)
    const smtp = { ...PRODUCTION, SMTP_URL: 'smtp://mail.example.org:587' }
    expect(readEnv(smtp).mail.requireTls).toBe(true)
  })

  test('a value that cannot be used hides nothing else', () => {
    const message = messageOf(() =>
      readEnv({ ...PRODUCTION, PORT: 'x', TRUSTED_PROXY: 'none', SMTP_URL: '', PAYPAL_SECRET: '' }),
    )
    for (const key of ['PORT', 'TRUSTED_PROXY', 'SMTP_URL', 'PAYPAL_SECRET'])
      expect(message).toMatch(new RegExp(`^  ${key} `, 'm'))
    expect(message.match(/^ {2}/gm)).toHaveLength(4)
  })
})

describe('a value that cannot be used', () => {
  const key = randomBytes(32).toString('base64')
  const ring = (more: object) =>
    JSON.stringify({ current: 'a', index: 'a', keys: { a: key }, ...more })

  test.each<[string, string, string]>([
    ['FIELD_KEYS', 'no ring', 'must be a key ring'],
    ['FIELD_KEYS', '{}', 'must be a key ring'],
    ['FIELD_KEYS', 'null', 'must be a key ring'],
    ['FIELD_KEYS', ring({ keys: { a: 1 } }), 'must be a key ring'],
    ['FIELD_KEYS', ring({ current: 'b' }), 'has no key "b", which it names as current'],
    ['FIELD_KEYS', ring({ index: 'b' }), 'has no key "b", which it names as index'],
    ['FIELD_KEYS', ring({ keys: { a: 'c2hvcnQ=' } }), 'has a key "a" that is not 32 bytes'],
    ['AUTH_SIGNING_KEYS', 'x', 'must be a JSON Web Key set'],
    ['AUTH_SIGNING_KEYS', '{"keys":[]}', 'needs a key that may sign'],
    [
      'AUTH_SIGNING_KEYS',
      '{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"1"}]}',
      'must hold keys for',
    ],
    [
      'AUTH_SIGNING_KEYS',
      `{"keys":[{"kty":"EC","crv":"P-256","d":"AA","kid":"1"}]}`,
      'has a key that cannot',
    ],
    ['TRUSTED_PROXY', 'everybody', 'must be addresses or networks'],
    ['TRUSTED_PROXY', '10.0.0.0/33', 'must be addresses or networks'],
    ['TRUSTED_PROXY', '10.0.0.1, 300.1.1.1', 'must be addresses or networks'],
    ['TRUSTED_PROXY', '0.0.0.0/0', 'must not be every address'],
    ['TRUSTED_PROXY', '::/0', 'must not be every address'],
    ['SMTP_URL', 'smtp://', 'must be an address'],
    ['AUTH_URL', 'https://', 'must be an address'],
    ['MAIL_FROM', 'the office', 'must be an email address'],
    ['TILE_URL', 'tiles', 'must be an address with {z}, {x} and {y}'],
    ['HOST', 'not a host', 'must be an address or a host name'],
  ])('%s=%s', (name, value, says) => {
    expect(messageOf(() => readEnv({ [name]: value }))).toContain(`  ${name} ${says}`)
  })

  test.each(['127.0.0.1', '10.0.0.0/8, fd00::/8', 'loopback', '::1', '10.0.0.0/255.0.0.0'])(
    'TRUSTED_PROXY=%s is none',
    (value) => {
      expect(readEnv({ TRUSTED_PROXY: value }).trustedProxy).toBe(value)
    },
  )
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('nothing was refused')
}

import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readEnv, settingsOf } from './env.ts'

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
      ...{ production: false, port: 3000, host: '127.0.0.1', workers: 1, rateLimitScale: 1 },
      ...{ publicUrl: 'http://localhost:3000', databaseUrl: undefined, fieldKeys: undefined },
      auth: { url: undefined, confirmEmail: false },
      mail: { smtpUrl: undefined, mailboxSmtpPort: 3002, mailboxPort: 3003 },
    })
    expect(settingsOf(env).mailboxUrl).toBe('http://localhost:3003')
  })

  test('an empty value is an unset one', () => {
    expect(readEnv({ PORT: '', SMTP_URL: ' ', AUTH_URL: '' })).toEqual(readEnv({}))
  })

  test('.env.example says the same', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
    expect(readEnv(parseEnv(example))).toEqual(readEnv({}))
  })
})

test('the address of the site follows its port until it has one of its own', () => {
  expect(readEnv({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(readEnv({ PORT: '8080', PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe(
    'https://a.example',
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
    ...{ url: 'https://formspree.io', project: 'charity', contactId: 'mxyz' },
  })
})

describe('providers to sign in with', () => {
  const KEYCLOAK = {
    GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'site',
    GOTRUE_EXTERNAL_KEYCLOAK_SECRET: 'said to nobody',
    GOTRUE_EXTERNAL_KEYCLOAK_URL: 'https://id.example/realms/weir',
  }

  test('there are none, and nobody links one himself, until they are named', () => {
    const none = { providers: {}, manualLinking: false }
    expect(readEnv({}).auth.identities).toEqual(none)
    const off = { ...KEYCLOAK, GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'false' }
    expect(readEnv(off).auth.identities).toEqual(none)
    const named = readEnv({ ...KEYCLOAK, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
    expect(named.auth.identities).toEqual({
      providers: {
        keycloak: {
          ...{ clientId: 'site', secret: 'said to nobody', skipNonceCheck: false },
          url: 'https://id.example/realms/weir',
        },
      },
      manualLinking: true,
    })
  })

  test('those that cannot be used are named with all else, and no value is repeated', () => {
    const bad = {
      ...{ ...KEYCLOAK, PORT: 'soon', GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'perhaps' },
      ...{ GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: '' },
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
    expect(message).toContain('  GOTRUE_HOOK_SEND_SMS_SECRETS must be a secret of 16 bytes')
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
      ...{ PORT: secret, WORKERS: '0', PUBLIC_URL: `https://a.example/${secret}` },
      ...{ DATABASE_URL: `mysql://root:${secret}@db`, SMTP_URL: secret, FIELD_KEYS: secret },
      ...{ AUTH_CONFIRM_EMAIL: 'perhaps', RATE_LIMIT_SCALE: '-1', NODE_ENV: 'live' },
      ...{ OFFICE_EMAIL: secret, FORMS_CONTACT_ID: `${secret}/x` },
    })
  const message = messageOf(read)
  const named = [...message.matchAll(/^ {2}(\w+)/gm)].map(([, key]) => key)
  expect(named.sort()).toEqual([
    ...['AUTH_CONFIRM_EMAIL', 'DATABASE_URL', 'FIELD_KEYS', 'FORMS_CONTACT_ID', 'NODE_ENV'],
    ...['OFFICE_EMAIL', 'PORT', 'PUBLIC_URL', 'RATE_LIMIT_SCALE', 'SMTP_URL', 'WORKERS'],
  ])
  expect(message).not.toContain(secret)
})

test.each([
  ['AUTH_KEY', { AUTH_URL: 'https://auth.example.com' }],
  ['PAYPAL_SECRET', { PAYPAL_CLIENT_ID: 'id' }],
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
    const whole = { ...source, FIELD_KEYS: '{}', AUTH_SIGNING_KEYS: '{"keys":[]}' }
    expect(readEnv(whole).databaseUrl).toBe('postgresql://db.example.com/charity')
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('nothing was refused')
}

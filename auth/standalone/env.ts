import type { JWK } from 'jose'
import { createEnvReader, ifSet, type Reader, type Source } from '../env/env-reader.ts'
import { readPhoneSettings } from '../env/phone-settings.ts'
import { isLoopback, readProviderSettings } from '../env/provider-settings.ts'
import { needsSms } from '../mail/sms-hook.ts'
import type { AuthSettings } from '../settings.ts'
import { parseKeySet, signingKeyProblem } from '../tokens/key-set.ts'
import { looksRandom } from '../tokens/looks-random.ts'
import { isPublishedKey } from '../tokens/published-keys.ts'
import type { Smtp } from './smtp.ts'

export type StandaloneEnv = {
  port: number
  databaseUrl: string
  siteUrl: string
  issuer: string
  externalUrl: string
  redirectAllowList: string[]
  signingKeys: { keys: JWK[] }
  /** Null: created on the first start and stored in the database. */
  secret: Uint8Array | null
  settings: Partial<AuthSettings>
  smtp: Smtp | null
  warnings: string[]
  ignored: string[]
}

const WEB = /^https?:/
const DEFAULT_PORT = 9_999
const DEFAULT_JWT_SECONDS = 3_600
const DEFAULT_ANONYMOUS_PER_HOUR = 30
const EXAMPLE_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'

/** auth-protocol 1.5. Throws one error that lists every missing or invalid name. */
export function readStandaloneEnv(source: Source): StandaloneEnv {
  const read = createEnvReader(source)
  const port = read.integer('API_PORT', 0, { fallback: 'PORT', max: 65_535 }) ?? DEFAULT_PORT
  const options = { fallback: 'API_EXTERNAL_URL', isOptional: true, form: WEB }
  const externalUrl = read.url('API_EXTERNAL_URL', options)
  const env: StandaloneEnv = {
    port,
    databaseUrl: read.url('DB_DATABASE_URL', { fallback: 'DATABASE_URL', form: /^postgres(ql)?:/ }),
    siteUrl: read.url('SITE_URL', { form: WEB }),
    issuer: read.text('JWT_ISSUER') || externalUrl,
    externalUrl,
    redirectAllowList: read.list('URI_ALLOW_LIST'),
    signingKeys: readKeys(read),
    secret: readSecret(read),
    settings: readSettings(read),
    smtp: readSmtp(read),
    warnings: [],
    ignored: [],
  }
  return { ...env, warnings: warningsOf(env), ignored: read.finish() }
}

function warningsOf({ smtp, siteUrl }: StandaloneEnv): string[] {
  const isLocal = (host: string) =>
    isLoopback({ hostname: host }) || isLoopback({ hostname: `[${host}]` })
  const site = URL.parse(siteUrl)
  return [
    ...(smtp && smtp.port !== 465 && !isLocal(smtp.host)
      ? ['GOTRUE_SMTP_PORT is not 465: mail goes without TLS unless its server offers STARTTLS']
      : []),
    ...(site?.protocol === 'http:' && !isLoopback(site)
      ? ['GOTRUE_SITE_URL begins with http: others can read the links of mails on their way']
      : []),
  ]
}

export function readProcessEnv(port?: string): StandaloneEnv {
  return readStandaloneEnv({ ...process.env, ...(port && { GOTRUE_API_PORT: port }) })
}

function readSettings(read: Reader): Partial<AuthSettings> {
  const mailSeconds = read.integer('MAILER_OTP_EXP', 1)
  const isAutoConfirmed = read.boolean('MAILER_AUTOCONFIRM')
  if (read.boolean('SAML_ENABLED'))
    read.addProblem('SAML_ENABLED', 'SAML 2.0 is not part of this service')
  const header = read.text('RATE_LIMIT_HEADER')
  if (header && header.toLowerCase() !== 'x-forwarded-for')
    read.addProblem('RATE_LIMIT_HEADER', 'only X-Forwarded-For is understood')
  return {
    ...ifSet('siteName', read.text('SMTP_SENDER_NAME') || undefined),
    ...ifSet('jwtSeconds', read.integer('JWT_EXP', 1) ?? DEFAULT_JWT_SECONDS),
    ...ifSet('refreshReuseSeconds', read.integer('SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', 0)),
    ...ifSet('sessionSeconds', read.duration('SESSIONS_TIMEBOX')),
    ...ifSet('idleSeconds', read.duration('SESSIONS_INACTIVITY_TIMEOUT')),
    ...ifSet('disableSignup', read.boolean('DISABLE_SIGNUP')),
    ...ifSet('confirmEmail', isAutoConfirmed === undefined ? undefined : !isAutoConfirmed),
    ...ifSet('mailEverySeconds', read.duration('SMTP_MAX_FREQUENCY')),
    ...ifSet('confirmationSeconds', mailSeconds),
    ...ifSet('recoveryLinkSeconds', mailSeconds),
    ...ifSet('recoveryCodeSeconds', mailSeconds),
    ...ifSet('signInLinkSeconds', mailSeconds),
    ...ifSet('signInCodeSeconds', mailSeconds),
    ...ifSet('email', read.boolean('EXTERNAL_EMAIL_ENABLED')),
    ...ifSet('anonymousSignIns', read.boolean('EXTERNAL_ANONYMOUS_USERS_ENABLED')),
    ...ifSet('secureEmailChange', read.boolean('MAILER_SECURE_EMAIL_CHANGE_ENABLED')),
    ...ifSet(
      'passwordNeedsCurrent',
      read.boolean('SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD'),
    ),
    ...ifSet(
      'passwordNeedsCode',
      read.boolean('SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION'),
    ),
    ...readPhone(read),
    // Clients of the protocol expect it.
    changeEmail: true,
    ...ifSet('passwordMinLength', read.integer('PASSWORD_MIN_LENGTH', 6)),
    ...ifSet('maxFactors', read.integer('MFA_MAX_ENROLLED_FACTORS', 0)),
    ...readProviderSettings(read),
    // Clients of the reference server use it by default.
    implicitFlow: true,
    trustProxy: header !== '',
    callLimits: readCallLimits(read),
    signUpsPerHour: null,
    anonymousPerHour: read.integer('RATE_LIMIT_ANONYMOUS_USERS', 1) ?? DEFAULT_ANONYMOUS_PER_HOUR,
  }
}

function readPhone(read: Reader): Partial<AuthSettings> {
  const settings = readPhoneSettings(read)
  const { smsHook, smsTestCodes = {} } = settings
  if (needsSms(settings) && !smsHook && Object.keys(smsTestCodes).length === 0)
    read.addProblem('HOOK_SEND_SMS_URI', 'is missing: nothing sends an SMS')
  return settings
}

function readCallLimits(read: Reader): AuthSettings['callLimits'] {
  const limit = (name: string, fallback: number) => read.integer(name, 1) ?? fallback
  return {
    ask: limit('RATE_LIMIT_OTP', 30),
    token: limit('RATE_LIMIT_TOKEN_REFRESH', 150),
    verify: limit('RATE_LIMIT_VERIFY', 30),
    sso: limit('RATE_LIMIT_SSO', 30),
    factor: limit('MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY', 15),
  }
}

function readKeys(read: Reader): { keys: JWK[] } {
  const name = 'JWT_KEYS'
  if (read.text('JWT_SECRET') === EXAMPLE_SECRET)
    read.addProblem('JWT_SECRET', 'is the published one of the examples')
  const set = parseKeySet(read.text(name))
  if (!read.text(name))
    read.addProblem(name, 'is missing: a JSON Web Key set with an ES256 or RS256 key that may sign')
  else if (!set) read.addProblem(name, 'must be a JSON Web Key set')
  else if (set.keys.some(isPublishedKey))
    read.addProblem(name, 'holds a key that has been published')
  else {
    const problem = signingKeyProblem(set.keys)
    if (problem) read.addProblem(name, problem)
  }
  return set ?? { keys: [] }
}

function readSecret(read: Reader): Uint8Array | null {
  const name = 'SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY'
  const text = read.text(name)
  if (!text) return null
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url')
  if (bytes.length < 32) read.addProblem(name, 'must be 32 random bytes, in base64url or hex')
  else if (!looksRandom(bytes)) read.addProblem(name, 'must be random')
  return bytes
}

function readSmtp(read: Reader): Smtp | null {
  const host = read.text('SMTP_HOST')
  const address = read.text('SMTP_ADMIN_EMAIL')
  const name = read.text('SMTP_SENDER_NAME')
  const [port, user, password] = [
    read.integer('SMTP_PORT', 1),
    read.text('SMTP_USER'),
    read.text('SMTP_PASS'),
  ]
  if (!host) return null
  if (!address) read.addProblem('SMTP_ADMIN_EMAIL', 'is missing: who mails are from')
  const from = name ? `"${name.replace(/["\\]/g, '')}" <${address}>` : address
  return { host, port: port ?? 587, user, password, from }
}

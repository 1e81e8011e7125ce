import type { JWK } from 'jose'
import { createEnvReader, given, type Reader, type Source } from '../env/env-reader.ts'
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
const KNOWN_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'

/** auth-protocol 1.5. Throws one error that lists every missing or invalid name. */
export function readStandaloneEnv(source: Source): StandaloneEnv {
  const read = createEnvReader(source)
  const port = read.whole('API_PORT', 0, { orElse: 'PORT', most: 65_535 }) ?? DEFAULT_PORT
  const atUrl = { orElse: 'API_EXTERNAL_URL', isOptional: true, form: WEB }
  const externalUrl = read.url('API_EXTERNAL_URL', atUrl)
  const env: StandaloneEnv = {
    port,
    databaseUrl: read.url('DB_DATABASE_URL', { orElse: 'DATABASE_URL', form: /^postgres(ql)?:/ }),
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
  const isNear = (host: string) =>
    isLoopback({ hostname: host }) || isLoopback({ hostname: `[${host}]` })
  const site = URL.parse(siteUrl)
  return [
    ...(smtp && smtp.port !== 465 && !isNear(smtp.host)
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
  const mailSeconds = read.whole('MAILER_OTP_EXP', 1)
  const isAutoConfirmed = read.yes('MAILER_AUTOCONFIRM')
  if (read.yes('SAML_ENABLED')) read.refuse('SAML_ENABLED', 'SAML 2.0 is not part of this service')
  const header = read.text('RATE_LIMIT_HEADER')
  if (header && header.toLowerCase() !== 'x-forwarded-for')
    read.refuse('RATE_LIMIT_HEADER', 'only X-Forwarded-For is understood')
  return {
    ...given('siteName', read.text('SMTP_SENDER_NAME') || undefined),
    ...given('jwtSeconds', read.whole('JWT_EXP', 1) ?? DEFAULT_JWT_SECONDS),
    ...given('refreshReuseSeconds', read.whole('SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', 0)),
    ...given('sessionSeconds', read.duration('SESSIONS_TIMEBOX')),
    ...given('idleSeconds', read.duration('SESSIONS_INACTIVITY_TIMEOUT')),
    ...given('disableSignup', read.yes('DISABLE_SIGNUP')),
    ...given('confirmEmail', isAutoConfirmed === undefined ? undefined : !isAutoConfirmed),
    ...given('mailEverySeconds', read.duration('SMTP_MAX_FREQUENCY')),
    ...given('confirmationSeconds', mailSeconds),
    ...given('recoveryLinkSeconds', mailSeconds),
    ...given('recoveryCodeSeconds', mailSeconds),
    ...given('signInLinkSeconds', mailSeconds),
    ...given('signInCodeSeconds', mailSeconds),
    ...given('email', read.yes('EXTERNAL_EMAIL_ENABLED')),
    ...given('anonymousSignIns', read.yes('EXTERNAL_ANONYMOUS_USERS_ENABLED')),
    ...given('secureEmailChange', read.yes('MAILER_SECURE_EMAIL_CHANGE_ENABLED')),
    ...given('passwordNeedsCurrent', read.yes('SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD')),
    ...given('passwordNeedsCode', read.yes('SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION')),
    ...readPhone(read),
    // Clients of the protocol expect it.
    changeEmail: true,
    ...given('passwordMinLength', read.whole('PASSWORD_MIN_LENGTH', 6)),
    ...given('maxFactors', read.whole('MFA_MAX_ENROLLED_FACTORS', 0)),
    ...readProviderSettings(read),
    // Clients of the reference server use it by default.
    implicitFlow: true,
    trustProxy: header !== '',
    callLimits: readCallLimits(read),
    signUpsPerHour: null,
    anonymousPerHour: read.whole('RATE_LIMIT_ANONYMOUS_USERS', 1) ?? DEFAULT_ANONYMOUS_PER_HOUR,
  }
}

function readPhone(read: Reader): Partial<AuthSettings> {
  const settings = readPhoneSettings(read)
  const { smsHook, smsTestCodes = {} } = settings
  if (needsSms(settings) && !smsHook && Object.keys(smsTestCodes).length === 0)
    read.refuse('HOOK_SEND_SMS_URI', 'is missing: nothing sends an SMS')
  return settings
}

function readCallLimits(read: Reader): AuthSettings['callLimits'] {
  const limit = (name: string, otherwise: number) => read.whole(name, 1) ?? otherwise
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
  if (read.text('JWT_SECRET') === KNOWN_SECRET)
    read.refuse('JWT_SECRET', 'is the published one of the examples')
  const set = parseKeySet(read.text(name))
  if (!read.text(name))
    read.refuse(name, 'is missing: a JSON Web Key set with an ES256 or RS256 key that may sign')
  else if (!set) read.refuse(name, 'must be a JSON Web Key set')
  else if (set.keys.some(isPublishedKey)) read.refuse(name, 'holds a key that has been published')
  else {
    const problem = signingKeyProblem(set.keys)
    if (problem) read.refuse(name, problem)
  }
  return set ?? { keys: [] }
}

function readSecret(read: Reader): Uint8Array | null {
  const name = 'SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY'
  const text = read.text(name)
  if (!text) return null
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url')
  if (bytes.length < 32) read.refuse(name, 'must be 32 random bytes, in base64url or hex')
  else if (!looksRandom(bytes)) read.refuse(name, 'must be random')
  return bytes
}

function readSmtp(read: Reader): Smtp | null {
  const host = read.text('SMTP_HOST')
  const address = read.text('SMTP_ADMIN_EMAIL')
  const name = read.text('SMTP_SENDER_NAME')
  const [port, user, password] = [
    read.whole('SMTP_PORT', 1),
    read.text('SMTP_USER'),
    read.text('SMTP_PASS'),
  ]
  if (!host) return null
  if (!address) read.refuse('SMTP_ADMIN_EMAIL', 'is missing: who mails are from')
  const from = name ? `"${name.replace(/["\\]/g, '')}" <${address}>` : address
  return { host, port: port ?? 587, user, password, from }
}

import type { Problem } from '../../../auth/env/env-reader.ts'
import { isLoopback } from '../../../auth/env/provider-settings.ts'
import type { AuthSettings } from '../../../auth/settings.ts'
import { parseKeySet } from '../../../auth/tokens/key-set.ts'
import { looksRandom } from '../../../auth/tokens/looks-random.ts'
import { isPublishedKey } from '../../../auth/tokens/published-keys.ts'
import { whyWeakRing } from '../keys/field-keys.ts'
import type { EnvValues } from './env-schema.ts'

const MIN_KEY_LENGTH = 32
const MIN_PAYPAL_SECRET_LENGTH = 40
const STAND_IN_SECRET = 'local-secret'
const DEMO_WARNING =
  'DEMO is on: everybody who reaches this address can sign in with the published passwords of the demo'
const TLS_SWITCHES = ['ignoreTLS', 'requireTLS', 'secure', 'tls.rejectUnauthorized']
const URLS = ['AUTH_URL', 'PAYPAL_API_URL', 'PAYPAL_SDK_URL', 'FORMS_URL'] as const

export function productionProblems(env: EnvValues): Problem[] {
  const problems: Problem[] = []
  const refuse = (key: string, message: string | null) => {
    if (message) problems.push({ key, message })
  }
  refuse('FIELD_KEYS', env.FIELD_KEYS === undefined ? null : whyWeakRing(env.FIELD_KEYS))
  if (parseKeySet(env.AUTH_SIGNING_KEYS ?? '')?.keys.some(isPublishedKey))
    refuse('AUTH_SIGNING_KEYS', 'has a key that has been published')
  if (env.AUTH_URL && env.AUTH_KEY) refuse('AUTH_KEY', whyNotServiceKey(env.AUTH_KEY))
  if (env.PAYPAL_SECRET === STAND_IN_SECRET)
    refuse('PAYPAL_SECRET', 'is the one of the local stand-in')
  for (const key of URLS)
    if (isUnencrypted(env[key], 'http:')) refuse(key, 'must begin with https: in production')
  if (env.SMTP_URL && disablesTls(env.SMTP_URL))
    refuse('SMTP_URL', 'must not switch TLS off in production')
  return problems
}

export function warningsOf(
  env: EnvValues,
  { phone = false, confirmPhone = true, smsTestCodes = {} }: Partial<AuthSettings>,
): string[] {
  if (env.NODE_ENV !== 'production') return env.DEMO ? [DEMO_WARNING] : []
  const { PAYPAL_SECRET: secret = '' } = env
  const warnings: [boolean, string][] = [
    [
      env.TRUSTED_PROXY === undefined,
      'TRUSTED_PROXY is not set: behind a proxy all visitors count as one, and limits meet them together',
    ],
    [
      env.AUTH_CONFIRM_EMAIL === false,
      'AUTH_CONFIRM_EMAIL is off: anybody may sign up with an address that is not theirs',
    ],
    [
      env.RATE_LIMIT_SCALE > 1,
      `RATE_LIMIT_SCALE is above 1: each address may ask ${env.RATE_LIMIT_SCALE} times as often`,
    ],
    [
      isUnencrypted(env.SMTP_URL, 'smtp:'),
      'SMTP_URL begins with smtp: and not with smtps: mail waits unless its server offers STARTTLS',
    ],
    [
      env.SMS_HOOK_URL === undefined,
      'SMS_HOOK_URL is not set: nobody is told by SMS, and the office has to ring who has no e-mail',
    ],
    [
      secret !== '' && secret.length < MIN_PAYPAL_SECRET_LENGTH,
      'PAYPAL_SECRET is shorter than those that PayPal gives',
    ],
    [
      Object.keys(smsTestCodes).length > 0,
      'GOTRUE_SMS_TEST_OTP fixes codes: anybody who knows one signs in with that number',
    ],
    [
      phone && !confirmPhone,
      'GOTRUE_SMS_AUTOCONFIRM is on: anybody may sign up with a number that is not theirs',
    ],
  ]
  return warnings.flatMap(([isTrue, sentence]) => (isTrue ? [sentence] : []))
}

export function needsTls({ NODE_ENV, SMTP_URL }: EnvValues): boolean {
  return NODE_ENV === 'production' && isUnencrypted(SMTP_URL, 'smtp:')
}

function isUnencrypted(address: string | undefined, protocol: 'http:' | 'smtp:'): boolean {
  const url = address === undefined ? null : URL.parse(address)
  return url !== null && url.protocol === protocol && !isLoopback(url)
}

function disablesTls(address: string): boolean {
  const url = new URL(address)
  return !isLoopback(url) && TLS_SWITCHES.some((name) => url.searchParams.has(name))
}

function whyNotServiceKey(key: string): string | null {
  if (key.length < MIN_KEY_LENGTH)
    return `must have at least ${MIN_KEY_LENGTH} characters in production`
  if (issuerOf(key) === 'supabase-demo') return 'is a key of the local tool, which everybody knows'
  return looksRandom(Buffer.from(key)) ? null : 'must be random'
}

function issuerOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iss
  } catch {
    return null
  }
}

import { z } from 'zod/mini'
import { isPrivateAddress } from '../../../auth/env/provider-settings.ts'
import { isHookSecret } from '../../../auth/mail/signed-hook.ts'
import { parseKeySet, signingKeyProblem } from '../../../auth/tokens/key-set.ts'
import { whyNotRing } from '../keys/field-keys.ts'
import { whyNotHeaders } from '../tracing/settings.ts'
import {
  address,
  checkedBy,
  hostName,
  mailAddress,
  origin,
  pathName,
  positiveNumber,
  sender,
  share,
  tiles,
  wholeNumber,
  whyNotProxies,
  yesOrNo,
} from './env-values.ts'

const text = z.optional(z.string())
export const EnvSchema = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], {
      error: 'must be development, test or production',
    }),
    'development',
  ),
  DEMO: z.optional(yesOrNo()),
  PORT: z._default(wholeNumber(1, 65_000), 3000),
  HOST: z._default(hostName(), '127.0.0.1'),
  PUBLIC_URL: z.optional(origin()),
  PRODUCTION_HOST: z.optional(hostName()),
  TRUSTED_PROXY: z.optional(checkedBy(whyNotProxies)),
  DATABASE_URL: z.optional(address('postgresql:', 'postgres:')),
  DATABASE_OWNER_URL: z.optional(address('postgresql:', 'postgres:')),
  DATABASE_POOL: z.optional(wholeNumber(4, 10_000)),
  DATA_DIR: z._default(z.string(), './data'),
  AUTH_URL: z.optional(address('https:', 'http:')),
  AUTH_KEY: text,
  AUTH_SIGNING_KEYS: z.optional(checkedBy(whyNotSigningKeys)),
  AUTH_CONFIRM_EMAIL: z.optional(yesOrNo()),
  WORKERS: z._default(wholeNumber(1, 64), 1),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'warn', 'info', 'debug'], { error: 'must be silent, warn, info or debug' }),
    'info',
  ),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: z._default(hostName(), '127.0.0.1'),
  METRICS_TOKEN: z.optional(checkedBy(whyNotToken)),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(address('https:', 'http:')),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(checkedBy(whyNotHeaders)),
  OTEL_SERVICE_NAME: z._default(z.string(), 'chaps'),
  OTEL_TRACES_SAMPLER_ARG: z._default(share(), 1),
  DRAIN_SECONDS: z._default(wholeNumber(0, 120), 0),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_SECRET: text,
  PAYPAL_API_URL: z.optional(address('https:', 'http:')),
  PAYPAL_SDK_URL: z.optional(address('https:', 'http:')),
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_SCA: z._default(
    z.enum(['when-required', 'always'], { error: 'must be when-required or always' }),
    'when-required',
  ),
  PAYPAL_BUTTON: z.optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  SMTP_URL: z.optional(address('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(sender()),
  MAILS_AT_ONCE: z._default(wholeNumber(1, 100), 8),
  SMS_HOOK_URL: z.optional(checkedBy(whyNotHook)),
  SMS_HOOK_SECRET: z.optional(checkedBy(whyNotHookSecret)),
  OFFICE_EMAIL: z.optional(mailAddress()),
  SECURITY_CONTACT: z.optional(address('mailto:', 'https:')),
  FORMS_URL: z.optional(address('https:', 'http:')),
  FORMS_PROJECT: z._default(pathName(), 'charity'),
  FORMS_CONTACT_ID: z._default(pathName(), 'contact'),
  TILE_URL: z._default(tiles(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  TILE_ATTRIBUTION: z._default(z.string(), '© OpenStreetMap contributors'),
  DONATE_URL: z._default(address('https:'), 'https://example.org/donate'),
  SUPPORTER_URL: z._default(address('https:'), 'https://example.org/become-a-supporter'),
  NEWS_EXTERNAL_URL: z._default(address('https:'), 'https://example.org/news'),
  FIELD_KEYS: z.optional(checkedBy(whyNotRing)),
  NEW_DEVICE_CODE: z.optional(yesOrNo()),
  RATE_LIMIT_SCALE: z._default(positiveNumber(), 1),
})

export type EnvValues = z.infer<typeof EnvSchema>

function whyNotHook(url: string): string | null {
  return isPrivateAddress(url) ? null : 'must be an https address, where SMS are handed over'
}

function whyNotHookSecret(secret: string): string | null {
  return isHookSecret(secret) ? null : 'must be a random secret of 16 bytes or more'
}

const MIN_TOKEN_LENGTH = 24

function whyNotToken(token: string): string | null {
  return token.length >= MIN_TOKEN_LENGTH
    ? null
    : `must have at least ${MIN_TOKEN_LENGTH} characters`
}

/** The reason, or null when access tokens can be signed with these JSON Web Keys. */
export function whyNotSigningKeys(text: string): string | null {
  const set = parseKeySet(text)
  return set ? signingKeyProblem(set.keys) : 'must be a JSON Web Key set'
}

import { z } from 'zod/mini'
import { parseKeySet, signingKeyProblem } from '../../auth/tokens/key-set.ts'
import { whyNotRing } from '../platform/field-keys.ts'
import {
  address,
  checkedBy,
  hostName,
  mailAddress,
  origin,
  pathName,
  positiveNumber,
  sender,
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
  PORT: z._default(wholeNumber(1, 65_000), 3000),
  HOST: z._default(hostName(), '127.0.0.1'),
  PUBLIC_URL: z.optional(origin()),
  PRODUCTION_HOST: z.optional(hostName()),
  TRUSTED_PROXY: z.optional(checkedBy(whyNotProxies)),
  DATABASE_URL: z.optional(address('postgresql:', 'postgres:')),
  DATABASE_OWNER_URL: z.optional(address('postgresql:', 'postgres:')),
  DATA_DIR: z._default(z.string(), './data'),
  AUTH_URL: z.optional(address('https:', 'http:')),
  AUTH_KEY: text,
  AUTH_SIGNING_KEYS: z.optional(checkedBy(whyNotSigningKeys)),
  AUTH_CONFIRM_EMAIL: z.optional(yesOrNo()),
  WORKERS: z._default(wholeNumber(1, 64), 1),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_SECRET: text,
  PAYPAL_API_URL: z.optional(address('https:', 'http:')),
  PAYPAL_SDK_URL: z.optional(address('https:', 'http:')),
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_SCA: z._default(
    z.enum(['when-required', 'always'], { error: 'must be when-required or always' }),
    'when-required',
  ),
  SMTP_URL: z.optional(address('smtp:', 'smtps:')),
  MAIL_FROM: z.optional(sender()),
  MAILS_AT_ONCE: z._default(wholeNumber(1, 100), 8),
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
  RATE_LIMIT_SCALE: z._default(positiveNumber(), 1),
})

export type EnvValues = z.infer<typeof EnvSchema>

/** The reason, or null when access tokens can be signed with these JSON Web Keys. */
export function whyNotSigningKeys(text: string): string | null {
  const set = parseKeySet(text)
  return set ? signingKeyProblem(set.keys) : 'must be a JSON Web Key set'
}

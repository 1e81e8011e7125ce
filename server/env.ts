import { resolve } from 'node:path'
import { z } from 'zod/mini'
import {
  address,
  json,
  mailAddress,
  origin,
  pathName,
  positiveNumber,
  wholeNumber,
  yesOrNo,
} from './env-values.ts'
import type { Settings } from './parts.ts'

type Source = Record<string, string | undefined>
type Problem = { key: string; says: string }

const text = z.optional(z.string())
const EnvSchema = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], {
      error: 'must be development, test or production',
    }),
    'development',
  ),
  PORT: z._default(wholeNumber(1, 65_000), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(origin()),
  TRUSTED_PROXY: text,
  DATABASE_URL: z.optional(address('postgresql:', 'postgres:')),
  DATA_DIR: z._default(z.string(), './data'),
  AUTH_URL: z.optional(address('https:', 'http:')),
  AUTH_KEY: text,
  AUTH_SIGNING_KEYS: z.optional(json('must be a JSON Web Key set')),
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
  MAIL_FROM: text,
  OFFICE_EMAIL: z.optional(mailAddress()),
  FORMS_URL: z.optional(address('https:', 'http:')),
  FORMS_PROJECT: z._default(pathName(), 'charity'),
  FORMS_CONTACT_ID: z._default(pathName(), 'contact'),
  TILE_URL: z._default(z.string(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  TILE_ATTRIBUTION: z._default(z.string(), '© OpenStreetMap contributors'),
  DONATE_URL: z._default(address('https:'), 'https://example.org/donate'),
  SUPPORTER_URL: z._default(address('https:'), 'https://example.org/become-a-supporter'),
  NEWS_EXTERNAL_URL: z._default(address('https:'), 'https://example.org/news'),
  FIELD_KEYS: z.optional(json('must be a key ring in JSON')),
  RATE_LIMIT_SCALE: z._default(positiveNumber(), 1),
})

export type Env = ReturnType<typeof readEnv>

/**
 * The configuration of one server, from variables as in .env.example; empty ones count as unset, but
 * for TILE_URL, whose empty text switches the map's tiles off. Throws once, with every bad key
 * named. In production nothing may be left to a stand-in or to keys that lie beside one machine.
 */
export function readEnv(source: Source) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([key, value]) => value?.trim() || key === 'TILE_URL'),
  )
  const read = EnvSchema.safeParse(given)
  const problems = read.success
    ? problemsTogether(read.data)
    : read.error.issues.map(({ path, message }) => ({ key: String(path[0]), says: message }))
  if (!read.success || problems.length > 0) throw new Error(sentenceOf(problems))

  const env = read.data
  const production = env.NODE_ENV === 'production'
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    trustedProxy: env.TRUSTED_PROXY,
    databaseUrl: env.DATABASE_URL,
    dataDir: resolve(env.DATA_DIR),
    workers: env.WORKERS,
    fieldKeys: env.FIELD_KEYS,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    auth: {
      url: env.AUTH_URL,
      key: env.AUTH_KEY,
      signingKeys: env.AUTH_SIGNING_KEYS,
      confirmEmail: env.AUTH_CONFIRM_EMAIL ?? production,
    },
    mail: {
      /** Unset: the local mailbox, one server for SMTP and one to look into it. */
      smtpUrl: env.SMTP_URL,
      office: env.OFFICE_EMAIL ?? 'office@example.org',
      from: env.MAIL_FROM ?? "CHAPS men's health <bookings@example.org>",
      mailboxSmtpPort: env.PORT + 2,
      mailboxPort: env.PORT + 3,
    },
    paypal: paypalOf(env),
    forms: {
      url: env.FORMS_URL?.replace(/\/+$/, ''),
      project: env.FORMS_PROJECT,
      contactId: env.FORMS_CONTACT_ID,
    },
    map: { tileUrl: env.TILE_URL, tileAttribution: env.TILE_ATTRIBUTION },
    links: {
      donate: env.DONATE_URL,
      supporter: env.SUPPORTER_URL,
      news: env.NEWS_EXTERNAL_URL,
    },
  }
}

/** The card payment provider; without its keys the local stand-in, which takes no money. */
function paypalOf(env: z.infer<typeof EnvSchema>) {
  const standInPort = env.PORT + 1
  const standInUrl = `http://127.0.0.1:${standInPort}`
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret } = env
  const standIn = clientId === undefined || secret === undefined
  const isAlways = env.PAYPAL_SCA === 'always'
  if (standIn) {
    const account = { clientId: 'local', secret: 'local-secret', webhookId: 'LOCAL-WEBHOOK' }
    const [apiUrl, sdkUrl] = [standInUrl, `${standInUrl}/sdk/js`]
    return { ...account, apiUrl, sdkUrl, isAlways, standIn, standInPort }
  }
  return {
    ...{ clientId, secret, isAlways, standIn, standInPort },
    apiUrl: env.PAYPAL_API_URL ?? 'https://api-m.paypal.com',
    sdkUrl: env.PAYPAL_SDK_URL ?? 'https://www.paypal.com/sdk/js',
    webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
  }
}

/** The configuration of this process. */
export function readProcessEnv(): Env {
  return readEnv(process.env)
}

/** The part of the configuration that the app's rooms may see. */
export function settingsOf(env: Env): Settings {
  return {
    publicUrl: env.publicUrl,
    production: env.production,
    rateLimitScale: env.rateLimitScale,
    tileUrl: env.map.tileUrl,
    tileAttribution: env.map.tileAttribution,
    cards: {
      sdkUrl: env.paypal.sdkUrl,
      clientId: env.paypal.clientId,
      standIn: env.paypal.standIn,
    },
    donateUrl: env.links.donate,
    supporterUrl: env.links.supporter,
    officeEmail: env.mail.office,
    forms: {
      ...(env.forms.url !== undefined && { url: env.forms.url }),
      ...{ project: env.forms.project, contactId: env.forms.contactId },
    },
    newsUrl: env.links.news,
    mailboxUrl: env.mail.smtpUrl ? '' : `http://localhost:${env.mail.mailboxPort}`,
    ...(env.trustedProxy !== undefined && { trustedProxy: env.trustedProxy }),
    logLevel: 'info',
  }
}

function problemsTogether(env: z.infer<typeof EnvSchema>): Problem[] {
  const problems: Problem[] = []
  const isUnset = (key: keyof typeof env) => env[key] === undefined
  const needs = (key: keyof typeof env, says: string) => {
    if (isUnset(key)) problems.push({ key, says })
  }
  if (env.AUTH_URL) needs('AUTH_KEY', 'is needed with AUTH_URL')
  if (env.PAYPAL_CLIENT_ID) needs('PAYPAL_SECRET', 'is needed with PAYPAL_CLIENT_ID')
  if (env.NODE_ENV !== 'production') return problems

  needs('PUBLIC_URL', 'is needed in production: links in mail come from it')
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:'))
    problems.push({ key: 'PUBLIC_URL', says: 'must begin with https: in production' })
  needs('SMTP_URL', 'is needed in production: the local mailbox is a stand-in')
  needs('MAIL_FROM', 'is needed in production')
  needs('OFFICE_EMAIL', 'is needed in production: the contact form writes to it')
  for (const key of ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'] as const)
    needs(key, 'is needed in production: the local PayPal is a stand-in')
  for (const key of ['DONATE_URL', 'SUPPORTER_URL', 'NEWS_EXTERNAL_URL'] as const)
    if (new URL(env[key]).hostname === 'example.org')
      problems.push({ key, says: 'is needed in production: its default is a sample' })
  // Keys made on the first start lie beside the embedded database; machines that share a database
  // must share its keys.
  if (env.DATABASE_URL) {
    needs('FIELD_KEYS', 'is needed in production with DATABASE_URL')
    if (!env.AUTH_URL) needs('AUTH_SIGNING_KEYS', 'is needed in production with DATABASE_URL')
  }
  return problems
}

function sentenceOf(problems: Problem[]): string {
  const lines = problems.map(({ key, says }) => `  ${key} ${says}`)
  return `The configuration cannot be used:\n${lines.join('\n')}`
}

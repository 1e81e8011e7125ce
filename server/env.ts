import { resolve } from 'node:path'
import { createReader, type Problem } from '../auth/env-reader.ts'
import type { AuthSettings } from '../auth/parts.ts'
import { readPhoneSettings } from '../auth/phone-settings.ts'
import { type IdentitySettings, readProviderSettings } from '../auth/provider-settings.ts'
import { PASSWORD_MIN_LENGTH } from '../domain/passwords.ts'
import { EnvSchema, type EnvValues } from './env-schema.ts'
import type { Settings } from './parts.ts'

// Passwords have at most 72 bytes.
const LONGEST_MINIMUM = 64

type Source = Record<string, string | undefined>

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
  const byName = createReader(given)
  const identities = readProviderSettings(byName)
  const phone = readPhoneSettings(byName)
  const passwordMinLength = byName.whole('PASSWORD_MIN_LENGTH', PASSWORD_MIN_LENGTH)
  if (passwordMinLength !== undefined && passwordMinLength > LONGEST_MINIMUM)
    byName.refuse('PASSWORD_MIN_LENGTH', `must be at most ${LONGEST_MINIMUM}`)
  const problems = read.success
    ? problemsTogether(read.data, { ...identities, ...phone })
    : read.error.issues.map(({ path, message }) => ({ key: String(path[0]), says: message }))
  problems.push(...byName.problems)
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
    /** For migrations only; a server process is never given it. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    dataDir: resolve(env.DATA_DIR),
    workers: env.WORKERS,
    fieldKeys: env.FIELD_KEYS,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    auth: {
      url: env.AUTH_URL,
      key: env.AUTH_KEY,
      signingKeys: env.AUTH_SIGNING_KEYS,
      confirmEmail: env.AUTH_CONFIRM_EMAIL ?? production,
      passwordMinLength: passwordMinLength ?? PASSWORD_MIN_LENGTH,
      /** OpenID Connect providers of the site's own service, by the reference server's names. */
      identities,
      /** Accounts by phone number, by the same. */
      phone,
    },
    mail: {
      /** Unset: the local mailbox, one server for SMTP and one to look into it. */
      smtpUrl: env.SMTP_URL,
      office: env.OFFICE_EMAIL ?? 'office@example.org',
      security: env.SECURITY_CONTACT,
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
function paypalOf(env: EnvValues) {
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
    ...(env.mail.security !== undefined && { securityContact: env.mail.security }),
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

function problemsTogether(
  env: EnvValues,
  { providers, phone, phoneFactors, smsHook }: IdentitySettings & Partial<AuthSettings>,
): Problem[] {
  const problems: Problem[] = []
  const isUnset = (key: keyof typeof env) => env[key] === undefined
  const needs = (key: keyof typeof env, says: string) => {
    if (isUnset(key)) problems.push({ key, says })
  }
  if (env.AUTH_URL) {
    needs('AUTH_KEY', 'is needed with AUTH_URL')
    for (const name of [...Object.keys(providers), ...(phone ? ['phone'] : [])]) {
      const key = `GOTRUE_EXTERNAL_${name.toUpperCase()}_ENABLED`
      problems.push({ key, says: 'is for the service at AUTH_URL to set' })
    }
  }
  if (env.DATABASE_OWNER_URL) needs('DATABASE_URL', 'is needed with DATABASE_OWNER_URL')
  if (env.PAYPAL_CLIENT_ID) needs('PAYPAL_SECRET', 'is needed with PAYPAL_CLIENT_ID')
  const hasMailbox = !env.SMTP_URL && env.NODE_ENV !== 'production'
  const needsHook = phone || phoneFactors?.enrol || phoneFactors?.verify
  if (needsHook && !smsHook && !hasMailbox && !env.AUTH_URL) {
    const key = 'GOTRUE_HOOK_SEND_SMS_URI'
    problems.push({ key, says: 'is needed: without the local mailbox nothing takes an SMS' })
  }
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

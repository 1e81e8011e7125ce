import { resolve } from 'node:path'
import { createEnvReader, type Problem } from '../../../auth/env/env-reader.ts'
import { readPhoneSettings } from '../../../auth/env/phone-settings.ts'
import { readProviderSettings } from '../../../auth/env/provider-settings.ts'
import { PASSWORD_MIN_LENGTH } from '../../../domain/passwords.ts'
import type { Settings } from '../../deps.ts'
import type { MetricsSettings } from '../metrics/metrics-server.ts'
import type { SmsHook } from '../sms.ts'
import { readHeaders, type TracingSettings } from '../tracing/settings.ts'
import { connectionsEach } from './database-pool.ts'
import { isDemo } from './demo.ts'
import { combinedProblems } from './env-problems.ts'
import { needsTls, warningsOf } from './env-production.ts'
import { EnvSchema, type EnvValues } from './env-schema.ts'
import { stagingOf } from './staging.ts'

// Passwords have at most 72 bytes.
const MAX_PASSWORD_MIN_LENGTH = 64

type Source = Record<string, string | undefined>

export type Env = ReturnType<typeof readEnv>

/** The configuration of .env.example. Throws one Error that names every invalid variable. */
export function readEnv(source: Source) {
  const present = Object.fromEntries(
    Object.entries(source).filter(([key, value]) => value?.trim() || key === 'TILE_URL'),
  )
  const read = EnvSchema.safeParse(present)
  const byName = createEnvReader(present)
  const identities = readProviderSettings(byName)
  const phone = readPhoneSettings(byName)
  const passwordMinLength = byName.integer('PASSWORD_MIN_LENGTH', PASSWORD_MIN_LENGTH)
  if (passwordMinLength !== undefined && passwordMinLength > MAX_PASSWORD_MIN_LENGTH)
    byName.addProblem('PASSWORD_MIN_LENGTH', `must be at most ${MAX_PASSWORD_MIN_LENGTH}`)
  const issues = read.error?.issues ?? []
  const invalid = issues.map(({ path, message }) => ({ key: String(path[0]), message }))
  // Invalid values count as unset here, so that further problems are reported too.
  const env = read.data ?? EnvSchema.parse(omit(present, invalid))
  const combined = combinedProblems(env, { ...identities, ...phone })
  const problems = [...invalid, ...byName.problems, ...combined]
  if (problems.length > 0) throw new Error(messageOf(problems))

  const production = env.NODE_ENV === 'production'
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    production,
    /** Whether there are sample data and demo accounts. */
    demo: isDemo(env),
    warnings: warningsOf(env, phone),
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    staging: stagingOf({ publicUrl, productionHost: env.PRODUCTION_HOST, production }),
    trustedProxy: env.TRUSTED_PROXY,
    databaseUrl: env.DATABASE_URL,
    connections: connectionsEach(env.DATABASE_POOL, env.WORKERS),
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    dataDir: resolve(env.DATA_DIR),
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    metrics: metricsOf(env),
    tracing: tracingOf(env),
    drainSeconds: env.DRAIN_SECONDS,
    fieldKeys: env.FIELD_KEYS,
    newDeviceCode: env.NEW_DEVICE_CODE ?? production,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    auth: {
      url: env.AUTH_URL,
      key: env.AUTH_KEY,
      signingKeys: env.AUTH_SIGNING_KEYS,
      confirmEmail: env.AUTH_CONFIRM_EMAIL ?? production,
      passwordMinLength: passwordMinLength ?? PASSWORD_MIN_LENGTH,
      identities,
      phone,
    },
    mail: {
      /** Unset: the local mailbox. */
      smtpUrl: env.SMTP_URL,
      requireTls: needsTls(env),
      atOnce: env.MAILS_AT_ONCE,
      office: env.OFFICE_EMAIL ?? 'office@example.org',
      security: env.SECURITY_CONTACT,
      from: env.MAIL_FROM ?? "CHAPS men's health <bookings@example.org>",
      mailboxSmtpPort: env.PORT + 2,
      mailboxPort: env.PORT + 3,
    },
    sms: { hook: hookOf(env) },
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

/** Null without METRICS_PORT. */
function metricsOf(env: EnvValues): MetricsSettings | null {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env
  return port === undefined ? null : { port, host, token }
}

/** Null without OTEL_EXPORTER_OTLP_ENDPOINT. */
function tracingOf(env: EnvValues): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headers === undefined ? {} : readHeaders(headers),
    service: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function hookOf({ SMS_HOOK_URL: url, SMS_HOOK_SECRET: secret }: EnvValues): SmsHook | null {
  return url === undefined || secret === undefined ? null : { url, secret }
}

function paypalOf(env: EnvValues) {
  const standInPort = env.PORT + 1
  const standInUrl = `http://127.0.0.1:${standInPort}`
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret } = env
  const standIn = clientId === undefined || secret === undefined
  const isAlways = env.PAYPAL_SCA === 'always'
  if (standIn) {
    const account = { clientId: 'local', secret: 'local-secret', webhookId: 'LOCAL-WEBHOOK' }
    const [apiUrl, sdkUrl] = [standInUrl, `${standInUrl}/sdk/js`]
    const hasButton = env.PAYPAL_BUTTON !== 'off'
    return { ...account, apiUrl, sdkUrl, isAlways, standIn, standInPort, hasButton }
  }
  return {
    clientId,
    secret,
    isAlways,
    standIn,
    standInPort,
    hasButton: env.PAYPAL_BUTTON === 'on',
    apiUrl: env.PAYPAL_API_URL ?? 'https://api-m.paypal.com',
    sdkUrl: env.PAYPAL_SDK_URL ?? 'https://www.paypal.com/sdk/js',
    webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
  }
}

export function readProcessEnv(): Env {
  return readEnv(process.env)
}

export function warningLines({ warnings }: Env): string[] {
  return warnings.map((sentence) => `WARNING: ${sentence}.`)
}

export function settingsOf(env: Env): Settings {
  return {
    publicUrl: env.publicUrl,
    staging: env.staging,
    production: env.production,
    demo: env.demo,
    newDeviceCode: env.newDeviceCode,
    rateLimitScale: env.rateLimitScale,
    tileUrl: env.map.tileUrl,
    tileAttribution: env.map.tileAttribution,
    cards: {
      sdkUrl: env.paypal.sdkUrl,
      clientId: env.paypal.clientId,
      standIn: env.paypal.standIn,
      hasPayPalButton: env.paypal.hasButton,
    },
    officeEmail: env.mail.office,
    ...(env.mail.security !== undefined && { securityContact: env.mail.security }),
    forms: {
      ...(env.forms.url !== undefined && { url: env.forms.url }),
      project: env.forms.project,
      contactId: env.forms.contactId,
    },
    newsUrl: env.links.news,
    sendsSms: env.sms.hook !== null || hasMailbox(env),
    mailboxUrl: env.mail.smtpUrl ? '' : `http://localhost:${env.mail.mailboxPort}`,
    ...(env.trustedProxy !== undefined && { trustedProxy: env.trustedProxy }),
    logLevel: env.logLevel,
  }
}

/** Whether the local mailbox takes what the site sends: never in production. */
export function hasMailbox({ production, mail }: Env): boolean {
  return !production && mail.smtpUrl === undefined
}

function omit(present: Source, problems: Problem[]): Source {
  const isValid = (name: string) => !problems.some(({ key }) => key === name)
  return Object.fromEntries(Object.entries(present).filter(([name]) => isValid(name)))
}

function messageOf(problems: Problem[]): string {
  const firsts = new Map(problems.toReversed().map(({ key, message }) => [key, message]))
  const lines = [...firsts].toReversed().map(([key, message]) => `  ${key} ${message}`)
  return `The configuration cannot be used:\n${lines.join('\n')}`
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Jobs } from './jobs/jobs.ts'
import type { PayPal } from './money/paypal/paypal.ts'
import type { AuthService } from './platform/auth-service.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Staging } from './platform/config/staging.ts'
import type { Database } from './platform/db/database.ts'
import type { FieldKeys } from './platform/keys/field-keys.ts'
import type { LogLevel } from './platform/log.ts'
import type { Mail } from './platform/mail.ts'
import type { Site } from './site/present.ts'

/** `buildApp` reads neither environment nor clock, so that a test can pass its own. */
export type Deps = {
  settings: Settings
  database: Database
  now: () => Date
  mail: Mail
  jobs: Jobs
  auth: AuthService
  paypal: PayPal
  fieldKeys: FieldKeys
  cache: ResponseCache
  /** What the charity says now, on its site and in what it sends; staff change it. */
  site: Site
}

export type Settings = {
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string
  production: boolean
  /** Whether the demo's accounts may exist, whose codes everybody can read. */
  demo?: boolean
  staging?: Staging | null
  /** Whether a new device must show by a mailed code that it is the owner's before it shows results. */
  newDeviceCode?: boolean
  /** Multiplies the limits per IP prefix (load tests, benches). */
  rateLimitScale: number
  tileUrl: string
  tileAttribution: string
  cards: { sdkUrl: string; clientId: string; standIn: boolean; hasPayPalButton: boolean }
  officeEmail: string
  /** 'mailto:...' or 'https://...' for security.txt; unset: the office. */
  securityContact?: string
  forms: { url?: string; project: string; contactId: string }
  newsUrl: string
  /** Whether a hook or the local mailbox takes SMS. */
  sendsSms: boolean
  /** Empty when mail goes to a mail server. */
  mailboxUrl: string
  /** Whose X-Forwarded-* headers are trusted: an address or network; unset: none. */
  trustedProxy?: string
  logLevel: LogLevel
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

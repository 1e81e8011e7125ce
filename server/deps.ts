import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { JWTVerifyGetKey } from 'jose'
import type { ResponseCache } from './cache/response-cache.ts'
import type { Staging } from './config/staging.ts'
import type { Database, Queryable } from './db/database.ts'
import type { PayPal } from './payments/paypal.ts'
import type { FieldKeys } from './platform/field-keys.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Mail } from './platform/mail.ts'

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
  /** Responses that are the same for every visitor. */
  cache: ResponseCache
}

export type Settings = {
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string
  production: boolean
  staging?: Staging | null
  /** Multiplies the per-address request limits (load tests, benches). */
  rateLimitScale: number
  tileUrl: string
  tileAttribution: string
  /** URL and client id of the provider's card fields script; both are public. */
  cards: { sdkUrl: string; clientId: string; standIn: boolean }
  donateUrl: string
  supporterUrl: string
  officeEmail: string
  /** 'mailto:...' or 'https://...' for security.txt; unset: the office. */
  securityContact?: string
  /** Contact form names at our own endpoint, or at the form service at `url`. */
  forms: { url?: string; project: string; contactId: string }
  /** External article behind one news item. */
  newsUrl: string
  /** Empty when mail is really sent. */
  mailboxUrl: string
  /** Address or network whose X-Forwarded-* headers are trusted; unset: none. */
  trustedProxy?: string
  logLevel: 'silent' | 'info' | 'debug'
}

/** The authentication service behind the gateway, embedded or hosted (design §5). */
export type AuthService = {
  /** `path` begins with '/', as '/token?grant_type=password'. */
  call(path: string, init: AuthCall): Promise<Response>
  keys: JWTVerifyGetKey
  issuer: string
  /** Whether the token's session is valid: not signed out or banned, second factor passed. */
  isSessionAlive(token: {
    accessToken: string
    sessionId: string
    userId: string
    level: string
  }): Promise<boolean>
  /** The account or null. Present only where new addresses are confirmed by mail (design §3a). */
  findUser?(userId: string): Promise<AuthUser | null>
  /** Locks the account while `work` runs; null when it does not await confirmation. */
  holdUser?<T>(
    userId: string,
    work: (user: AuthUser | null, q: Queryable) => Promise<T>,
  ): Promise<T>
  signUps?: SignUps
  sessionsOf?(userId: string): Promise<AuthSession[]>
  recordsOf?(userId: string): Promise<AuthRecords>
}

type AuthRecord = Record<string, unknown>

export type AuthRecords = {
  log: AuthRecord[]
  challenges: AuthRecord[]
  recoveryCodes: AuthRecord[]
  links: AuthRecord[]
}

/** What the holder of a confirmation link may do before confirming; nothing uses the link up. */
export type SignUps = {
  /** Null when the link has expired or was used. */
  find(tokenHash: string): Promise<SignUp | null>
  /** Null as for find. Consumes a rate limit: throws Refused too_many_requests. */
  isPassword(asked: {
    tokenHash: string
    password: string
    address: string
  }): Promise<boolean | null>
  /** False when the link has expired or was used. */
  discard(asked: { tokenHash: string; address: string }): Promise<boolean>
}

/** `signedUpAt` is null when the link confirms an address without a sign-up. */
export type SignUp = {
  userId: string
  signedUpAt: Date | null
  chosen: 'password' | 'provider' | 'nothing'
}

/** One signed-in session; `address` and `device` as the browser sent them. */
export type AuthSession = {
  id: string
  since: Date
  lastUsedAt: Date | null
  address: string | null
  device: string | null
}

export type AuthUser = { email: string; confirmed: boolean; createdAt: Date }

export type AuthCall = {
  method: string
  headers: Record<string, string>
  body?: string
  address: string
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

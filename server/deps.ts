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

/**
 * What the site is made of and what the outside gives it. `buildApp` takes these and reads neither
 * environment nor clock itself, so that a test can hand it a fixed clock and its own database.
 */
export type Deps = {
  settings: Settings
  database: Database
  /** The clock: every rule is asked with the moment that this gives. */
  now: () => Date
  mail: Mail
  jobs: Jobs
  auth: AuthService
  paypal: PayPal
  fieldKeys: FieldKeys
  /** Answers that are the same for every visitor, kept for a second or until an event changes. */
  cache: ResponseCache
}

export type Settings = {
  /** Address that people type, without a trailing slash; links and the site's origin come from it. */
  publicUrl: string
  production: boolean
  /** Set where the site's host is not the production host: its pages say so and are not indexed. */
  staging?: Staging | null
  /** Multiplies the per-address request limits (load tests, benches). */
  rateLimitScale: number
  tileUrl: string
  tileAttribution: string
  /** The card fields that checkout loads: where from, and as whose (both are public). */
  cards: { sdkUrl: string; clientId: string; standIn: boolean }
  /** Where to give, and where to pledge as a supporter: pages elsewhere. */
  donateUrl: string
  supporterUrl: string
  /** Who is mailed what visitors write in the contact form. */
  officeEmail: string
  /** Whom to tell of a weakness, 'mailto:...' or 'https://...'; unset: the office. */
  securityContact?: string
  /** Names of the contact form at our own endpoint, or at the form service at `url`. */
  forms: { url?: string; project: string; contactId: string }
  /** The article elsewhere that one piece of news leads to. */
  newsUrl: string
  /** Where the local mailbox shows the mail of this site; empty when mail really goes out. */
  mailboxUrl: string
  /** Address or network of the proxy whose X-Forwarded-* headers are believed; without it, nobody's. */
  trustedProxy?: string
  logLevel: 'silent' | 'info' | 'debug'
}

/** The authentication service behind the gateway, embedded or hosted (design §5). */
export type AuthService = {
  /** Answers one call of the protocol; `path` begins with '/', as '/token?grant_type=password'. */
  call(path: string, init: AuthCall): Promise<Response>
  /** Public keys, issuer and audience that access tokens must show. */
  keys: JWTVerifyGetKey
  issuer: string
  /**
   * Whether the session of a verified access token still lives: not signed out, not banned, with the
   * second factor of who has one. `level` is the token's claim `aal`.
   */
  isSessionAlive(token: {
    accessToken: string
    sessionId: string
    userId: string
    level: string
  }): Promise<boolean>
  /**
   * The account of this id, confirmed or not, or null. Given only where a new address has to be
   * confirmed by mail: there a profile follows sign-up before anyone can sign in (design §3a).
   */
  findUser?(userId: string): Promise<AuthUser | null>
  /**
   * The same in one transaction with `work`, which runs with that account if it waits to be confirmed,
   * and else with null; until `work` is done nobody confirms, replaces or deletes it.
   */
  holdUser?<T>(
    userId: string,
    work: (user: AuthUser | null, q: Queryable) => Promise<T>,
  ): Promise<T>
  /** Sign-ups that wait for the link of a mail. Not given by a service that shows none. */
  signUps?: SignUps
  /** Where an account is signed in, for its owner. Not given by a service that keeps it to itself. */
  sessionsOf?(userId: string): Promise<AuthSession[]>
  /** What is kept about an account beside the account itself. Not given by such a service either. */
  recordsOf?(userId: string): Promise<AuthRecords>
}

type AuthRecord = Record<string, unknown>

export type AuthRecords = {
  log: AuthRecord[]
  challenges: AuthRecord[]
  recoveryCodes: AuthRecord[]
  links: AuthRecord[]
}

/** What the holder of a sign-up's mail may ask and do before confirming it. Nothing uses the link up. */
export type SignUps = {
  /** Null when the link is over. */
  find(tokenHash: string): Promise<SignUp | null>
  /** Null when the link is over. Counts as a guess: throws Refused too_many_requests. */
  isPassword(asked: {
    tokenHash: string
    password: string
    address: string
  }): Promise<boolean | null>
  /** Deletes the sign-up and its profile; false when the link is over. */
  discard(asked: { tokenHash: string; address: string }): Promise<boolean>
}

/**
 * `chosen` at the sign-up is what opens the account once it is confirmed; `signedUpAt` is null when the
 * link confirms an address without a sign-up, as that of an administrator does.
 */
export type SignUp = {
  userId: string
  signedUpAt: Date | null
  chosen: 'password' | 'provider' | 'nothing'
}

/** One place where somebody is signed in; `address` and `device` as the browser showed itself. */
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
  /** The visitor's address, for the service's own limits. */
  address: string
}

/** The Fastify app whose routes are typed by their zod schemas; every room adds its routes to it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import type pg from 'pg'
import type { CallLimits } from './call-limits.ts'

/** What the authentication service is made of; it reads neither environment nor clock itself. */
export type AuthParts = {
  /** PostgreSQL; the service keeps to its own schema `auth` there. */
  pool: pg.Pool
  /** The clock: every life span is counted with the moment that this gives. */
  now: () => Date
  /** `iss` of every access token, such as https://site.example/auth/v1. */
  issuer: string
  /** The site that mail links lead to, without a trailing slash. */
  siteUrl: string
  /** Further places that mail links may lead to: globs with the separators '.' and '/'. */
  redirectAllowList: string[]
  /** JSON Web Key set: the first key that may sign, signs; all are accepted and published. */
  signingKeys: { keys: JWK[] }
  /**
   * Sends a mail or takes it into a queue. Called after the answer has gone out; or with the `client`
   * of a transaction, for what must be told if it is committed and never if not: a queue in the same
   * database writes it there.
   */
  mail: SendMail
  settings?: Partial<AuthSettings>
  /** 32 random bytes from which the keys for stored hashes and sealed columns are derived. */
  secret: Uint8Array
  /** Without it, errors go to standard output. */
  log?: FastifyBaseLogger
}

export type SendMail = (message: AuthMessage, client?: pg.PoolClient) => Promise<void>

export type AuthMessage = { to: string; subject: string; text: string; html?: string }

export type AuthSettings = {
  /** How the site is called in mails. */
  siteName: string
  /** Whether a new address must be confirmed by mail before its owner can sign in. */
  confirmEmail: boolean
  disableSignup: boolean
  passwordMinLength: number
  /** Passwords refused besides the common ones: the site's name and what it is about. */
  deniedPasswords: string[]
  /** Life of an access token; the browser's client renews it 90 s before its end. */
  jwtSeconds: number
  /** A superseded refresh token still gets the current one within this time after a refresh. */
  refreshReuseSeconds: number
  /** At most one mail of a kind to an account in this time. */
  mailEverySeconds: number
  confirmationSeconds: number
  recoveryLinkSeconds: number
  recoveryCodeSeconds: number
  /** Second factors that one account may have. */
  mostFactors: number
  /**
   * Name of what is true in the app_metadata of an account that must have a second factor: none of its
   * sessions is alive before it is shown. '' for nobody.
   */
  secondFactorDemandedBy: string
  /** Password hashes worked on at once, and how many more may wait. */
  hashLanes: number
  hashQueue: number
  /** Multiplies what one address may ask for; never guesses, nor mails to one account. */
  requestScale: number
  /** Limits on the calls of each address; null where a gateway in front counts them. */
  callLimits: CallLimits | null
  /** Whether the last address of X-Forwarded-For is the caller's; only when the service runs alone. */
  trustProxy: boolean
}

export const DEFAULT_SETTINGS = {
  siteName: '',
  confirmEmail: true,
  disableSignup: false,
  passwordMinLength: 6,
  deniedPasswords: [],
  jwtSeconds: 900,
  refreshReuseSeconds: 10,
  mailEverySeconds: 60,
  confirmationSeconds: 86_400,
  recoveryLinkSeconds: 1_800,
  recoveryCodeSeconds: 600,
  mostFactors: 10,
  secondFactorDemandedBy: '',
  hashLanes: 1,
  hashQueue: 256,
  requestScale: 1,
  callLimits: null,
  trustProxy: false,
} satisfies AuthSettings

import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Background, createBackground } from './background.ts'
import { afterCommit } from './db/database.ts'
import {
  type AuthDeps,
  type AuthMessage,
  type AuthSettings,
  DEFAULT_SETTINGS,
  type MailPages,
  type SendSms,
} from './deps.ts'
import { createGuesses, type Guesses } from './limits/rate-limits.ts'
import { createRequestLimits, type RequestLimits } from './limits/request-limits.ts'
import { chooseSms } from './mail/sms-hook.ts'
import { createHashQueue, type HashQueue } from './passwords/hash-queue.ts'
import { createPasswords, type Passwords } from './passwords/passwords.ts'
import { createProviders, type Providers } from './providers/provider-client.ts'
import { createRedirects } from './routes/redirects.ts'
import { type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts'
import { readSigningKeys, type SigningKeys } from './tokens/keys.ts'
import { createSecrets, type Secrets } from './tokens/secrets.ts'

/** What the calls of the protocol work with. */
export type Core = {
  pool: pg.Pool
  now: () => Date
  issuer: string
  externalUrl: string
  siteUrl: string
  settings: AuthSettings
  keys: SigningKeys
  accessTokens: AccessTokens
  secrets: Secrets
  guesses: Guesses
  requestLimits: RequestLimits
  passwords: Passwords
  /** Every password hash is worked on in here. */
  hashing: HashQueue
  /** The OpenID Connect providers that are switched on. */
  providers: Providers
  background: Background
  /** Where a browser may be sent: the place asked for when it is allowed, else the site. */
  redirectTarget: (asked: string) => string
  /** The same for the link of a mail, which on the site leads to the page that opens it. */
  mailTarget: (asked: string, page: keyof MailPages) => string
  mail: AuthDeps['mail']
  /** A mail about what the transaction of this client does: if it is committed, and never if not. */
  tell: (message: AuthMessage, client: pg.PoolClient) => Promise<void>
  sms: SendSms
  emailChanged: AuthDeps['emailChanged']
  signUpDiscarded: AuthDeps['signUpDiscarded']
  signUpProven: AuthDeps['signUpProven']
}

/** Who calls: his address and what his browser says it is, for sessions, limits and the audit. */
export type Visitor = { ip: string; userAgent: string }

/** Puts the parts together; throws on keys or a secret that cannot be used. */
export async function openCore(deps: AuthDeps, log: FastifyBaseLogger): Promise<Core> {
  const { pool, now, issuer, externalUrl: given = issuer } = deps
  const externalUrl = given.replace(/\/+$/, '')
  const settings = { ...DEFAULT_SETTINGS, ...deps.settings }
  const siteUrl = deps.siteUrl.replace(/\/$/, '')
  const keys = await readSigningKeys(deps.signingKeys)
  const secrets = createSecrets(deps.secret)
  const background = createBackground(log)
  return {
    pool,
    now,
    issuer,
    externalUrl,
    siteUrl,
    settings: { ...settings, siteName: settings.siteName || new URL(siteUrl).host },
    keys,
    accessTokens: createAccessTokens({
      ...{ keys, issuer, seconds: settings.jwtSeconds, now },
      metadataLimit: settings.claimedMetadataBytes,
    }),
    secrets,
    guesses: createGuesses(pool, secrets, now),
    requestLimits: createRequestLimits(pool, {
      ...{ secrets, now, scale: settings.requestScale },
      mailEverySeconds: settings.mailEverySeconds,
      smsEverySeconds: settings.smsEverySeconds,
      smsPerHour: settings.smsPerHour,
      signUpsPerHour: settings.signUpsPerHour,
      anonymousPerHour: settings.anonymousPerHour,
    }),
    passwords: await createPasswords(),
    hashing: createHashQueue({ queue: settings.hashQueue }),
    providers: createProviders(settings.providers, { callbackUrl: `${externalUrl}/callback`, now }),
    background,
    ...createRedirects(siteUrl, deps.redirectAllowList, deps.mailPages),
    mail: deps.mail,
    tell: deps.queueMail ?? mailAfterCommit(deps.mail, background),
    sms: chooseSms({ settings, sms: deps.sms, now }),
    emailChanged: deps.emailChanged,
    signUpDiscarded: deps.signUpDiscarded,
    signUpProven: deps.signUpProven,
  }
}

// A mail server is waited for by nobody, least of all by a transaction and who waits for its locks.
function mailAfterCommit(mail: AuthDeps['mail'], background: Background): Core['tell'] {
  return async (message, client) =>
    afterCommit(client, () => background.run('Mail', () => mail(message)))
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) }
}

/** A moment `seconds` from now. */
export function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

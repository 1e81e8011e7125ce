import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Background, createBackground } from './background.ts'
import { afterCommit } from './db/database.ts'
import { tooMany } from './errors.ts'
import { type Backoff, createBackoff } from './limits/backoff.ts'
import { type BoundedQueue, createBoundedQueue } from './limits/bounded-queue.ts'
import { createMessageLimits, type MessageLimits } from './limits/message-limits.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import type { Draft } from './mail/mails.ts'
import { createSmsSender } from './mail/sms-hook.ts'
import { createMailWriter } from './mail/write-mail.ts'
import type { AuthOptions, MailPages, SendSms } from './options.ts'
import { createPasswords, type Passwords } from './passwords/passwords.ts'
import { createProviders, type Providers } from './providers/provider-client.ts'
import { createRedirects } from './routes/redirects.ts'
import { type AuthSettings, DEFAULT_SETTINGS } from './settings.ts'
import { type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts'
import { readSigningKeys, type SigningKeys } from './tokens/keys.ts'
import { createSecrets, type Secrets } from './tokens/secrets.ts'

export type Deps = {
  pool: pg.Pool
  now: () => Date
  issuer: string
  externalUrl: string
  siteUrl: string
  settings: AuthSettings
  keys: SigningKeys
  accessTokens: AccessTokens
  secrets: Secrets
  backoff: Backoff
  rateLimits: RateLimits
  messageLimits: MessageLimits
  passwords: Passwords
  hashing: BoundedQueue
  providers: Providers
  background: Background
  redirectTarget: (requested: string) => string
  /** On the site, links in mails lead to the page that handles them. */
  mailTarget: (requested: string, page: keyof MailPages) => string
  mail: (draft: Draft) => Promise<void>
  /** Sends a mail if and only if the transaction of this client commits. */
  mailOnCommit: (draft: Draft, client: pg.PoolClient) => Promise<void>
  sms: SendSms
  emailChanged: AuthOptions['emailChanged']
  signUpDiscarded: AuthOptions['signUpDiscarded']
  signUpConfirmed: AuthOptions['signUpConfirmed']
}

/** Throws on unusable keys or an unusable secret. */
export async function openDeps(options: AuthOptions, log: FastifyBaseLogger): Promise<Deps> {
  const { pool, now, issuer, externalUrl: given = issuer } = options
  const externalUrl = given.replace(/\/+$/, '')
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const siteUrl = options.siteUrl.replace(/\/$/, '')
  const keys = await readSigningKeys(options.signingKeys)
  const secrets = createSecrets(options.secret)
  const rateLimits = createRateLimits({ secrets, now, settings })
  const background = createBackground(log)
  const siteName = settings.siteName || new URL(siteUrl).host
  const write = createMailWriter(siteName, options.mailLook)
  const queueMail = options.queueMail ?? mailAfterCommit(options.mail, background)
  return {
    pool,
    now,
    issuer,
    externalUrl,
    siteUrl,
    settings: { ...settings, siteName },
    keys,
    accessTokens: createAccessTokens({
      keys,
      issuer,
      seconds: settings.jwtSeconds,
      now,
      metadataLimit: settings.claimedMetadataBytes,
    }),
    secrets,
    backoff: createBackoff(pool, { secrets, now, requestScale: settings.requestScale }),
    rateLimits,
    messageLimits: createMessageLimits({
      rateLimits,
      now,
      mailEverySeconds: settings.mailEverySeconds,
      smsEverySeconds: settings.smsEverySeconds,
    }),
    passwords: options.passwords ?? (await createPasswords()),
    // Each hash uses a core for about 30 ms.
    hashing: createBoundedQueue({ most: settings.hashQueue, full: tooMany }),
    providers: createProviders(settings.providers, { callbackUrl: `${externalUrl}/callback`, now }),
    background,
    ...createRedirects(siteUrl, options.redirectAllowList, options.mailPages),
    mail: async (draft) => options.mail(await write(draft)),
    mailOnCommit: async (draft, client) => queueMail(await write(draft), client),
    sms: createSmsSender({ settings, sms: options.sms, now }),
    emailChanged: options.emailChanged,
    signUpDiscarded: options.signUpDiscarded,
    signUpConfirmed: options.signUpConfirmed,
  }
}

// A slow mail server must not hold the transaction and its locks open.
function mailAfterCommit(
  mail: AuthOptions['mail'],
  background: Background,
): NonNullable<AuthOptions['queueMail']> {
  return async (message, client) =>
    afterCommit(client, () => background.run('Mail', () => mail(message)))
}

export function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

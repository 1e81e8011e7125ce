import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import type pg from 'pg'
import type { Letterhead } from './mail/letter.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { AuthSettings } from './settings.ts'

export type AuthOptions = {
  pool: pg.Pool
  now: () => Date
  issuer: string
  /** Public URL of the service, for links and provider callbacks; default: the issuer. */
  externalUrl?: string
  /** Base URL of links in mails, without a trailing slash. */
  siteUrl: string
  /** Allowed redirect URLs besides the site's: globs with the separators '.' and '/'. */
  redirectAllowList: string[]
  /** The first key that may sign, signs; all are accepted and published. */
  signingKeys: { keys: JWK[] }
  mail: (message: AuthMessage) => Promise<void>
  /** Enqueues a mail in the transaction of its cause; without it a crash loses the mail. */
  queueMail?: (message: AuthMessage, client: pg.PoolClient) => Promise<void>
  /** Replaces `settings.smsHook`. */
  sms?: SendSms
  /** Called in the transaction of the change. */
  emailChanged?: (change: EmailChange, client: pg.PoolClient) => Promise<void>
  /** Called in the transaction that discards an unconfirmed sign-up. */
  signUpDiscarded?: SignUpHook
  /** Called in the transaction that confirms a sign-up. */
  signUpConfirmed?: SignUpHook
  /** How mails look; default: a letterhead of the site's name, in UTC. */
  mailLook?: MailLook
  /** Pages that handle mail links; default: any page of the site. */
  mailPages?: MailPages
  settings?: Partial<AuthSettings>
  /** Replaces argon2id, which costs 30 ms, where a test tries a hundred thousand passwords. */
  passwords?: Passwords
  /** 32 random bytes, from which the HMAC and encryption keys are derived. */
  secret: Uint8Array
  log?: FastifyBaseLogger
}

type SignUpHook = (userId: string, client: pg.PoolClient) => Promise<void>

/** Paths of the pages that set a new password and that confirm a sign-up or sign-in. */
export type MailPages = { recovery: string; signIn: string }

export type MailLook = {
  /** Asked for whenever a mail is written. */
  letterhead?: () => Letterhead | Promise<Letterhead>
  timeZone?: string
  /** A user agent in words, such as 'Firefox on Windows'. */
  deviceWords?: (userAgent: string) => string
}

export type AuthMessage = { to: string; subject: string; text: string; html?: string }

/** `phone` in digits, without '+'; `message` contains the code `otp`. */
export type SmsMessage = { phone: string; otp: string; message: string }

export type SendSms = (message: SmsMessage) => Promise<void>

export type EmailChange = { userId: string; before: string | null; email: string }

import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import type pg from 'pg'
import type { AuthSettings } from './settings.ts'

export type AuthDeps = {
  pool: pg.Pool
  now: () => Date
  issuer: string
  /** Public URL of the service, for links and provider callbacks; default: the issuer. */
  externalUrl?: string
  /** Base URL of links in mails, without a trailing slash. */
  siteUrl: string
  /** Further allowed redirect URLs: globs with the separators '.' and '/'. */
  redirectAllowList: string[]
  /** JSON Web Key set: the first key that may sign, signs; all are accepted and published. */
  signingKeys: { keys: JWK[] }
  /** Sends or queues a mail; called after the response. */
  mail: (message: AuthMessage) => Promise<void>
  /**
   * Writes a mail to an outbox in the transaction it reports on. Without it the mail goes to `mail`
   * after the commit and is lost if the process crashes in between.
   */
  queueMail?: (message: AuthMessage, client: pg.PoolClient) => Promise<void>
  /** Replaces `settings.smsHook`; called after the response. Phone numbers need one of the two. */
  sms?: SendSms
  /** Called in the transaction that changes an account's e-mail address. */
  emailChanged?: (change: EmailChange, client: pg.PoolClient) => Promise<void>
  /** Called in the transaction that discards an unconfirmed sign-up or what is left of it. */
  signUpDiscarded?: SignUpHook
  /** Called in the transaction in which its own mail or an administrator confirms a sign-up. */
  signUpConfirmed?: SignUpHook
  /** The site's pages that open mail links. Default: a mail may lead to any page of the site. */
  mailPages?: MailPages
  settings?: Partial<AuthSettings>
  /** 32 random bytes; the keys for stored hashes and sealed columns are derived from them. */
  secret: Uint8Array
  /** Default: errors go to standard output. */
  log?: FastifyBaseLogger
}

export type SignUpHook = (userId: string, client: pg.PoolClient) => Promise<void>

/** Paths of the page that sets a new password and of the one that confirms and signs in. */
export type MailPages = { recovery: string; signIn: string }

export type AuthMessage = { to: string; subject: string; text: string; html?: string }

/** `phone` in digits, without '+'; `message` is the text that contains the code `otp`. */
export type SmsMessage = { phone: string; otp: string; message: string }

export type SendSms = (message: SmsMessage) => Promise<void>

export type EmailChange = { userId: string; before: string | null; email: string }

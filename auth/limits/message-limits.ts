import type { Queryable } from '../db/database.ts'
import { AuthError } from '../errors.ts'
import { claimMail, type MailKind } from '../queries/users.queries.ts'
import type { Account } from '../user.ts'
import { EVERYBODY, type RateLimits } from './rate-limits.ts'

export type MailReason = 'any' | 'reset' | 'no password'

export type MessageLimits = {
  /**
   * Whether a mail requested from this IP address may go to the account; counts it. Never reveal a
   * false: the response must not depend on the limit or on whether the account exists. A
   * reset (a recovery mail to the site) has a reserve beyond the limit; a link instead of a password
   * has a limit of its own, since strangers who guess cause it.
   */
  consumeMail(
    q: Queryable,
    mail: { account: Account; kind: MailKind; address: string; reason?: MailReason },
  ): Promise<boolean>
  /** Whether a sign-up mail may go to this e-mail address; counts it. */
  consumeSignUpMail(q: Queryable, email: string): Promise<boolean>
  resetMails(q: Queryable, email: string): Promise<void>
  /** For a signed-in user: throws 429 over the limit. */
  consumeMailOrThrow(
    q: Queryable,
    mail: { account: Account; kind: MailKind; address: string },
  ): Promise<void>
  /** Whether an SMS may be sent; counts it by number, account, IP address and in total. */
  consumeSms(
    q: Queryable,
    sms: { userId: string; phone: string; kind: MailKind; address: string },
  ): Promise<boolean>
  consumeSmsOrThrow(
    q: Queryable,
    sms: { account: Account; phone: string; kind: MailKind; address: string },
  ): Promise<void>
  /** Throws 429 over the limit, or within `everySeconds` of the last code of this factor. */
  consumeFactorSmsOrThrow(
    q: Queryable,
    sms: { phone: string; address: string; lastSentAt: Date | null; everySeconds: number },
  ): Promise<void>
}

/** Limits mails and SMS by rules.ts and by the time since the last one of the same kind. */
export function createMessageLimits(deps: {
  rateLimits: RateLimits
  now: () => Date
  mailEverySeconds: number
  smsEverySeconds: number
}): MessageLimits {
  const { rateLimits, now, mailEverySeconds, smsEverySeconds } = deps
  const claim = (q: Queryable, userId: string, kind: MailKind, seconds: number) => {
    const since = new Date(now().getTime() - seconds * 1000)
    return claimMail(q, userId, { kind, since, now: now() })
  }
  const consumeSmsTo = async (q: Queryable, phone: string) =>
    (await rateLimits.consume(q, 'SMS to', phone)) &&
    (await rateLimits.consume(q, 'SMS of all', EVERYBODY))

  const limits: MessageLimits = {
    async consumeMail(q, { account, kind, address, reason = 'any' }) {
      if (!(await rateLimits.consume(q, 'mails asked from', address))) return false
      const subject = account.email ?? account.id
      if (reason === 'no password') return await rateLimits.consume(q, 'links unasked to', subject)
      if (!(await claim(q, account.id, kind, mailEverySeconds))) return false
      if (await rateLimits.consume(q, 'mails to', subject)) return true
      return reason === 'reset' && (await rateLimits.consume(q, 'resets to', subject))
    },
    consumeSignUpMail: (q, email) => rateLimits.consume(q, 'mails to', email),
    resetMails: (q, email) => rateLimits.reset(q, 'mails to', email),
    async consumeMailOrThrow(q, { account, kind, address }) {
      const wait = secondsSince(lastSent(account, kind), mailEverySeconds, now())
      if (wait > 0) throw tooSoon('email', wait)
      if (!(await limits.consumeMail(q, { account, kind, address }))) throw overLimit('email')
    },

    async consumeSms(q, { userId, phone, kind, address }) {
      if (!(await rateLimits.consume(q, 'SMS asked from', address))) return false
      if (!(await claim(q, userId, kind, smsEverySeconds))) return false
      return consumeSmsTo(q, phone)
    },
    async consumeSmsOrThrow(q, { account, phone, kind, address }) {
      const wait = secondsSince(lastSent(account, kind), smsEverySeconds, now())
      if (wait > 0) throw tooSoon('sms', wait)
      const sms = { userId: account.id, phone, kind, address }
      if (!(await limits.consumeSms(q, sms))) throw overLimit('sms')
    },
    async consumeFactorSmsOrThrow(q, { phone, address, lastSentAt, everySeconds }) {
      const wait = secondsSince(lastSentAt, everySeconds, now())
      if (wait > 0) throw tooSoon('sms', wait)
      const isAllowed =
        (await rateLimits.consume(q, 'SMS asked from', address)) && (await consumeSmsTo(q, phone))
      if (!isAllowed) throw overLimit('sms')
    },
  }
  return limits
}

function lastSent(account: Account, kind: MailKind): Date | null {
  if (kind === 'email_change') return account.emailChangeSentAt
  if (kind === 'phone_change') return account.phoneChangeSentAt
  return account.reauthenticationSentAt
}

function secondsSince(sentAt: Date | null, every: number, now: Date): number {
  return sentAt ? Math.ceil(every - (now.getTime() - sentAt.getTime()) / 1000) : 0
}

function tooSoon(by: 'email' | 'sms', seconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return new AuthError(429, `over_${by}_send_rate_limit`, message, { retryAfter: seconds })
}

function overLimit(by: 'email' | 'sms'): AuthError {
  const message = by === 'email' ? 'email rate limit exceeded' : 'SMS rate limit exceeded'
  return new AuthError(429, `over_${by}_send_rate_limit`, message)
}

import type { Queryable } from '../db/database.ts'
import { AuthError, tooMany } from '../errors.ts'
import { forgetRequests, takeRequest } from '../queries/rate-limits.queries.ts'
import { claimMail, type MailKind } from '../queries/users.queries.ts'
import type { Secrets } from '../tokens/secrets.ts'
import type { Account } from '../user.ts'
import { ipPrefix } from './ip-prefix.ts'

export type Rule = { what: string; limit: number; seconds: number }

const MAILS_ASKED = { what: 'mails asked from', limit: 60, seconds: 3_600 } satisfies Rule
// Keyed by e-mail address, so that a new account does not reset it. The window is no longer than a
// mail link lives: a refused owner still has a working link, so a stranger's requests cannot lock
// them out.
const MAILS_TO = { what: 'mails to', limit: 5, seconds: 1_800 } satisfies Rule
// Counted apart, so that other mails cannot use up the owner's password reset.
const RESETS_TO = { what: 'resets to', limit: 2, seconds: 1_800 } satisfies Rule
// A change of address reveals whether the new one is taken, so it is limited.
const CHANGES_ASKED = { what: 'address changes of', limit: 10, seconds: 3_600 } satisfies Rule
// A code lives only a minute, so a refused caller has none; but each SMS costs money.
const SMS_ASKED = { what: 'SMS asked from', limit: 20, seconds: 3_600 } satisfies Rule
const SMS_TO = { what: 'SMS to', limit: 5, seconds: 1_800 } satisfies Rule

export type RequestLimits = {
  /** Counts one call by this rule; throws 429 over the limit. */
  countCall(rule: Rule, address: string): Promise<void>
  countSignUp(address: string): Promise<void>
  countAnonymous(address: string): Promise<void>
  countChange(userId: string): Promise<void>
  /**
   * Whether a mail requested from this IP address may go to the account; counts it. Never reveal a
   * false: the response must not depend on the limit or on whether the account exists. `isReset` (a
   * recovery mail to the site) has a reserve beyond the limit.
   */
  takeMail(
    q: Queryable,
    mail: { account: Account; kind: MailKind; address: string; isReset?: boolean },
  ): Promise<boolean>
  /** Whether a sign-up mail may go to this e-mail address; counts it. */
  takeSignUpMail(q: Queryable, email: string): Promise<boolean>
  forgetMails(q: Queryable, email: string): Promise<void>
  /** Like `takeMail` for a signed-in user; throws 429 over the limit. */
  demandMail(
    q: Queryable,
    mail: { account: Account; kind: MailKind; address: string },
  ): Promise<void>
  /** Whether an SMS may be sent; counts it by number, account, IP address and in total. */
  takeSms(
    q: Queryable,
    sms: { userId: string; phone: string; kind: MailKind; address: string },
  ): Promise<boolean>
  demandSms(
    q: Queryable,
    sms: { account: Account; phone: string; kind: MailKind; address: string },
  ): Promise<void>
  /** The same for a second factor's code; `lastSentAt` is when the last one was sent. */
  demandFactorSms(
    q: Queryable,
    sms: { phone: string; address: string; lastSentAt: Date | null; everySeconds: number },
  ): Promise<void>
}

/**
 * Limits accounts, mails and SMS, counted in the database across processes. `scale` multiplies the
 * limits per IP address, never those per account.
 */
export function createRequestLimits(
  pool: Queryable,
  deps: {
    secrets: Secrets
    now: () => Date
    scale: number
    mailEverySeconds: number
    smsEverySeconds: number
    smsPerHour: number
    signUpsPerHour: number | null
    anonymousPerHour: number
  },
): RequestLimits {
  const { secrets, now, scale, mailEverySeconds, smsEverySeconds, smsPerHour } = deps
  const { signUpsPerHour: signUps, anonymousPerHour } = deps
  const anonymous = { what: 'anonymous sign-ups of', limit: anonymousPerHour, seconds: 3_600 }
  const ofAll = { what: 'SMS of all', limit: smsPerHour, seconds: 3_600 }
  const ofAddress = (rule: Rule): Rule => ({ ...rule, limit: Math.ceil(rule.limit * scale) })

  /** Seconds until the next window when the limit is reached, otherwise 0; counts the request. */
  async function take(q: Queryable, rule: Rule, whom: string): Promise<number> {
    const { limit, seconds } = rule
    const second = now().getTime() / 1000
    const windowStartsAt = new Date((second - (second % seconds)) * 1000)
    const key = keyOf(rule, whom)
    return (await takeRequest(q, { key, windowStartsAt, limit })) ? 0 : seconds - (second % seconds)
  }

  function keyOf({ what }: Rule, whom: string): string {
    return `${what}:${secrets.mark(`count ${what}`, whom).toString('base64url')}`
  }

  async function count(rule: Rule, whom: string): Promise<void> {
    const wait = await take(pool, rule, whom)
    if (wait > 0) throw tooMany(wait)
  }

  const countCall = (rule: Rule, address: string) => count(ofAddress(rule), ipPrefix(address))
  const claim = (q: Queryable, userId: string, kind: MailKind, seconds: number) => {
    const since = new Date(now().getTime() - seconds * 1000)
    return claimMail(q, userId, { kind, since, now: now() })
  }

  const limits: RequestLimits = {
    countCall,
    async countSignUp(address) {
      const rule = { what: 'sign-ups of', seconds: 3_600 }
      if (signUps !== null) await countCall({ ...rule, limit: signUps }, address)
    },
    countAnonymous: (address) => countCall(anonymous, address),
    countChange: (userId) => count(CHANGES_ASKED, userId),

    async takeMail(q, { account, kind, address, isReset = false }) {
      if (await take(q, ofAddress(MAILS_ASKED), ipPrefix(address))) return false
      if (!(await claim(q, account.id, kind, mailEverySeconds))) return false
      const whom = account.email ?? account.id
      if ((await take(q, MAILS_TO, whom)) === 0) return true
      return isReset && (await take(q, RESETS_TO, whom)) === 0
    },
    takeSignUpMail: async (q, email) => (await take(q, MAILS_TO, email)) === 0,
    forgetMails: (q, email) => forgetRequests(q, keyOf(MAILS_TO, email)),
    async demandMail(q, { account, kind, address }) {
      const wait = secondsSince(lastSent(account, kind), mailEverySeconds, now())
      if (wait > 0) throw tooSoon('email', wait)
      if (!(await limits.takeMail(q, { account, kind, address }))) throw usedUp('email')
    },

    async takeSms(q, { userId, phone, kind, address }) {
      if (await take(q, ofAddress(SMS_ASKED), ipPrefix(address))) return false
      if (!(await claim(q, userId, kind, smsEverySeconds))) return false
      return (await take(q, SMS_TO, phone)) === 0 && (await take(q, ofAll, '')) === 0
    },
    async demandSms(q, { account, phone, kind, address }) {
      const wait = secondsSince(lastSent(account, kind), smsEverySeconds, now())
      if (wait > 0) throw tooSoon('sms', wait)
      const sms = { userId: account.id, phone, kind, address }
      if (!(await limits.takeSms(q, sms))) throw usedUp('sms')
    },
    async demandFactorSms(q, { phone, address, lastSentAt, everySeconds }) {
      const wait = secondsSince(lastSentAt, everySeconds, now())
      if (wait > 0) throw tooSoon('sms', wait)
      if (await take(q, ofAddress(SMS_ASKED), ipPrefix(address))) throw usedUp('sms')
      if ((await take(q, SMS_TO, phone)) || (await take(q, ofAll, ''))) throw usedUp('sms')
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

function usedUp(by: 'email' | 'sms'): AuthError {
  const message = by === 'email' ? 'email rate limit exceeded' : 'SMS rate limit exceeded'
  return new AuthError(429, `over_${by}_send_rate_limit`, message)
}

import type { Queryable } from './db/database.ts'
import { addressGroup } from './guesses.ts'
import { takeRequest } from './queries-guesses.ts'
import { claimMail, type MailKind } from './queries-users.ts'
import { tooMany } from './refused.ts'
import type { Secrets } from './secrets.ts'

/** So many in each window of so many seconds. */
export type Rule = { what: string; limit: number; seconds: number }

// A hall full of men who sign up behind one address.
const SIGN_UPS = { what: 'sign-ups of', limit: 120, seconds: 3_600 } satisfies Rule
const MAILS_ASKED = { what: 'mails asked from', limit: 60, seconds: 3_600 } satisfies Rule
// The window is no longer than a link of a mail lives: whoever is refused a mail here has one with a
// link that still works, so a stranger who asks in his place cannot keep him out.
const MAILS_TO = { what: 'mails to', limit: 5, seconds: 1_800 } satisfies Rule

export type RequestLimits = {
  /** Counts one call by this rule; throws 429 when it is one too many from this address. */
  countCall(rule: Rule, address: string): Promise<void>
  /** Counts one sign-up; throws 429 when it is one too many from this address. */
  countSignUp(address: string): Promise<void>
  /**
   * Takes the right to send an account a mail that somebody at this address asked for. False is
   * never told to him: the answer is the same for a mail that goes out, one too many, and nobody's.
   */
  takeMail(
    q: Queryable,
    mail: { userId: string; kind: MailKind; address: string },
  ): Promise<boolean>
}

/**
 * Limits what costs somebody else something: accounts, and mails into a stranger's letter box.
 * Counted in the database, so that the limits hold across processes. `scale` multiplies what one
 * address may ask for, never what one account is sent.
 */
export function createRequestLimits(
  pool: Queryable,
  parts: { secrets: Secrets; now: () => Date; scale: number; mailEverySeconds: number },
): RequestLimits {
  const { secrets, now, scale, mailEverySeconds } = parts
  const ofAddress = (rule: Rule): Rule => ({ ...rule, limit: Math.ceil(rule.limit * scale) })

  /** Seconds until the next window when none is left in this one, else 0. */
  async function take(q: Queryable, { what, limit, seconds }: Rule, whom: string): Promise<number> {
    const second = now().getTime() / 1000
    const windowStartsAt = new Date((second - (second % seconds)) * 1000)
    const key = `${what}:${secrets.mark(`count ${what}`, whom).toString('base64url')}`
    return (await takeRequest(q, { key, windowStartsAt, limit })) ? 0 : seconds - (second % seconds)
  }

  async function countCall(rule: Rule, address: string): Promise<void> {
    const wait = await take(pool, ofAddress(rule), addressGroup(address))
    if (wait > 0) throw tooMany(wait)
  }

  return {
    countCall,
    countSignUp: (address) => countCall(SIGN_UPS, address),
    async takeMail(q, { userId, kind, address }) {
      if (await take(q, ofAddress(MAILS_ASKED), addressGroup(address))) return false
      const since = new Date(now().getTime() - mailEverySeconds * 1000)
      if (!(await claimMail(q, userId, { kind, since, now: now() }))) return false
      return (await take(q, MAILS_TO, userId)) === 0
    },
  }
}

import type { AuthSettings } from '../settings.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

export type Rule = {
  /** Attempts per window; null for no limit. */
  limit: number | null
  /** At most a day, since older rows are deleted. */
  seconds: number
  by: 'IP prefix' | 'IP prefix and call' | 'account' | 'e-mail address' | 'number' | 'all together'
}

export type RuleName = keyof ReturnType<typeof rulesOf>

/** The limits of calls, accounts, mails and SMS. `requestScale` multiplies those per IP prefix. */
export function rulesOf(settings: RuleSettings) {
  const { requestScale, callLimits } = settings
  const scaled = (limit: number | null | undefined) =>
    limit == null ? null : Math.ceil(limit * requestScale)
  return {
    'calls ask of': rule(scaled(callLimits?.ask), 5 * MINUTE, 'IP prefix and call'),
    'calls token of': rule(scaled(callLimits?.token), 5 * MINUTE, 'IP prefix'),
    'calls verify of': rule(scaled(callLimits?.verify), 5 * MINUTE, 'IP prefix'),
    'calls sso of': rule(scaled(callLimits?.sso), 5 * MINUTE, 'IP prefix'),
    'calls factor of': rule(scaled(callLimits?.factor), MINUTE, 'IP prefix'),

    'sign-ups of': rule(scaled(settings.signUpsPerHour), HOUR, 'IP prefix'),
    'anonymous sign-ups of': rule(scaled(settings.anonymousPerHour), HOUR, 'IP prefix'),
    'sign-ins at a provider begun from': rule(scaled(600), HOUR, 'IP prefix'),
    // A change of address reveals whether the new one is taken.
    'address changes of': rule(10, HOUR, 'account'),

    'mails asked from': rule(scaled(60), HOUR, 'IP prefix'),
    // By e-mail address, so that a new account does not reset it. The window is no longer than a
    // mail link lives: a refused owner still has a working link, so a stranger's requests cannot
    // lock them out.
    'mails to': rule(5, 30 * MINUTE, 'e-mail address'),
    // Counted apart, so that other mails cannot use up the owner's password reset.
    'resets to': rule(2, 30 * MINUTE, 'e-mail address'),

    // In place of a password that counts no more; the last of them works until the next.
    'links unasked to': rule(2, 30 * MINUTE, 'e-mail address'),
    'weak password mails of': rule(1, 24 * HOUR, 'account'),
    // Someone who changes networks often, or signs in from many, is not mailed each time.
    'new sign-in mails of': rule(1, HOUR, 'account'),

    // A code lives only a minute, so a refused caller has none; but each SMS costs money.
    'SMS asked from': rule(scaled(20), HOUR, 'IP prefix'),
    'SMS to': rule(5, 30 * MINUTE, 'number'),
    'SMS of all': rule(settings.smsPerHour, HOUR, 'all together'),
  }
}

export type RuleSettings = Pick<
  AuthSettings,
  'requestScale' | 'callLimits' | 'signUpsPerHour' | 'anonymousPerHour' | 'smsPerHour'
>

function rule(limit: number | null, seconds: number, by: Rule['by']): Rule {
  return { limit, seconds, by }
}

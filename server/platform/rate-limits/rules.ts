import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'

export type Rule = {
  limit: number
  /** At most a day, since older rows are deleted (records/upkeep/sweep.ts). */
  windowMs: number
  by:
    | 'visitor or account'
    | 'payment link'
    | 'appointment'
    | 'telephone number'
    | 'account'
    | 'address'
    | 'address and event'
    | 'e-mail'
    | 'code'
    | 'all together'
  /** Whether RATE_LIMIT_SCALE multiplies the limit. */
  isScaled: boolean
}

/**
 * Attempts per subject and window, counted in the database. An address is an IP prefix, which many
 * people may share, and counts in its wider networks too (networksOf). Holds of an address and of a slot have no window (bookings/hold-limits.ts).
 */
export const RULES = {
  // Right codes do not count (docs/decisions, 21).
  'access code of a visitor': rule(5, 15 * MINUTE_MS, 'visitor or account'),
  'access code of an address': rule(30, 15 * MINUTE_MS, 'address and event'),

  // Four changes of mind a minute; more is a script that blocks times.
  'holds of a member': scaled(60, 15 * MINUTE_MS, 'account'),
  // The same of the signed-out visitors of an address, who may be a hall full.
  'holds of visitors': scaled(120, 15 * MINUTE_MS, 'address'),
  // Members join a list or two; more is a script.
  'joins of a member': scaled(30, 15 * MINUTE_MS, 'account'),

  // By the member; each sends a mail, and an SMS to who wants one.
  'moves of an appointment': scaled(5, DAY_MS, 'appointment'),

  // One gate for what leaves (jobs/message-gate.ts, decision 59).
  'mails to': scaled(50, DAY_MS, 'e-mail'),
  'SMS to': scaled(10, DAY_MS, 'telephone number'),
  SMS: scaled(3_000, DAY_MS, 'all together'),
  // Later ones wait, and only the newest is sent.
  'SMS of an appointment': scaled(1, 10 * MINUTE_MS, 'appointment'),
  'mails to the office of an erasure': scaled(1, 10 * MINUTE_MS, 'account'),

  // Right keys do not count.
  'payment links of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'invitations of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'preparation links of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'follow-up links of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'link owners of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'claim links of an address': rule(30, 15 * MINUTE_MS, 'address'),
  'host links of an address': rule(30, 15 * MINUTE_MS, 'address'),
  // Somebody who tries one stolen card after another.
  'orders of a payment link': rule(20, HOUR_MS, 'payment link'),

  // Mailed to whoever signed in with the password, for ten minutes each.
  'device codes mailed to': rule(5, HOUR_MS, 'account'),
  'device codes tried': rule(5, 10 * MINUTE_MS, 'code'),
  'device codes of an account': rule(30, DAY_MS, 'account'),

  // A code goes to a number that may be a stranger's. Codes have a sum of their own, a part of that of all SMS.
  'number codes to': rule(3, DAY_MS, 'telephone number'),
  'number codes of a member': rule(5, DAY_MS, 'account'),
  'number codes of an address': rule(15, DAY_MS, 'address'),
  'number codes': rule(500, DAY_MS, 'all together'),
  'number codes tried by a member': rule(20, DAY_MS, 'account'),

  // A household or a club may type several letters' codes; right ones count too.
  'record claims of an address': rule(30, HOUR_MS, 'address'),
  'record claims of an account': rule(10, DAY_MS, 'account'),
  'tubes of claims of an account': rule(10, DAY_MS, 'account'),
  // Also of a code that was never posted, so that the answers do not differ.
  'record claims with a code': rule(5, DAY_MS, 'code'),

  // Rows of the access log are never deleted: a view within the hour is the same view.
  'own views of a result': rule(1, HOUR_MS, 'account'),
  // Each leaves rows that are never deleted. A careful person needs two or three a day.
  'consents of a member': scaled(10, DAY_MS, 'account'),
  'profile changes of a member': scaled(30, DAY_MS, 'account'),
  // Reads everything (decision 63); the page is one and its PDF another.
  'copies of an account': scaled(8, DAY_MS, 'account'),
  'erasure requests of a member': scaled(5, DAY_MS, 'account'),

  'newsletter asked from an address': scaled(30, HOUR_MS, 'address'),
  // The owner of the e-mail address may not have asked for a mail.
  'newsletter mails to': rule(3, DAY_MS, 'e-mail'),

  'near alerts asked from an address': scaled(30, HOUR_MS, 'address'),
  'near alert mails to': rule(3, DAY_MS, 'e-mail'),

  'places begun from an address': scaled(20, HOUR_MS, 'address'),
  // Of whoever asks; their owner may not have asked for a mail.
  'mails about a begun place to': rule(3, DAY_MS, 'e-mail'),
  'places begun by': rule(5, DAY_MS, 'e-mail'),
  // A man gets one message a day that strangers asked for, however many ask.
  'places begun for': rule(1, DAY_MS, 'e-mail'),
  'places begun for a number': rule(1, DAY_MS, 'telephone number'),

  'contact messages of an address': scaled(10, HOUR_MS, 'address'),
  // Not by e-mail address: a stranger may write in the name of any, and would keep its owner from writing.
  'contact messages of an address in a day': scaled(40, DAY_MS, 'address'),
  // Stored; the office is mailed 300 an hour (contact/send-message.ts).
  'contact messages': rule(3_000, HOUR_MS, 'all together'),

  // Sent from the door with words of a helper's own.
  'invitations of a person': scaled(600, HOUR_MS, 'account'),
  'payment links of a person': scaled(15, HOUR_MS, 'account'),
  'payment links to': scaled(3, DAY_MS, 'e-mail'),
  // What the office sends again for a caller (office/people/phone-help.ts).
  'help mails of a person': scaled(60, HOUR_MS, 'account'),
  'help mails to': rule(5, DAY_MS, 'e-mail'),
  // Each may be to hundreds; a busy day has a handful.
  'messages to attendees': rule(20, HOUR_MS, 'account'),
  'test mails of newsletters': rule(30, HOUR_MS, 'account'),

  'error reports of an address': scaled(20, HOUR_MS, 'address'),
  'policy reports of an address': scaled(20, HOUR_MS, 'address'),
  // Counted to store a sample; beyond the limit nothing is stored (error-log/keep-report.ts).
  'error reports': rule(1_000_000, HOUR_MS, 'all together'),
  'policy reports': rule(1_000_000, HOUR_MS, 'all together'),
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

function rule(limit: number, windowMs: number, by: Rule['by']): Rule {
  return { limit, windowMs, by, isScaled: false }
}

function scaled(limit: number, windowMs: number, by: Rule['by']): Rule {
  return { limit, windowMs, by, isScaled: true }
}

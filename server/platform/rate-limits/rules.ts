const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
  'access code of a visitor': rule(5, 15 * MINUTE, 'visitor or account'),
  'access code of an address': rule(30, 15 * MINUTE, 'address and event'),

  // Four changes of mind a minute; more is a script that blocks times.
  'holds of a member': scaled(60, 15 * MINUTE, 'account'),
  // The same of the signed-out visitors of an address, who may be a hall full.
  'holds of visitors': scaled(120, 15 * MINUTE, 'address'),
  // Members join a list or two; more is a script.
  'joins of a member': scaled(30, 15 * MINUTE, 'account'),

  // By the member; each sends a mail, and an SMS to who wants one.
  'moves of an appointment': scaled(5, DAY, 'appointment'),

  // One gate for what leaves (jobs/message-gate.ts, decision 59).
  'mails to': scaled(50, DAY, 'e-mail'),
  'SMS to': scaled(10, DAY, 'telephone number'),
  SMS: scaled(3_000, DAY, 'all together'),
  // Later ones wait, and only the newest is sent.
  'SMS of an appointment': scaled(1, 10 * MINUTE, 'appointment'),
  'mails to the office of an erasure': scaled(1, 10 * MINUTE, 'account'),

  // Right keys do not count.
  'payment links of an address': rule(30, 15 * MINUTE, 'address'),
  'preparation links of an address': rule(30, 15 * MINUTE, 'address'),
  'follow-up links of an address': rule(30, 15 * MINUTE, 'address'),
  'link owners of an address': rule(30, 15 * MINUTE, 'address'),
  'claim links of an address': rule(30, 15 * MINUTE, 'address'),
  'host links of an address': rule(30, 15 * MINUTE, 'address'),
  // Somebody who tries one stolen card after another.
  'orders of a payment link': rule(20, HOUR, 'payment link'),

  // Mailed to whoever signed in with the password, for ten minutes each.
  'device codes mailed to': rule(5, HOUR, 'account'),
  'device codes tried': rule(5, 10 * MINUTE, 'code'),
  'device codes of an account': rule(30, DAY, 'account'),

  // A code goes to a number that may be a stranger's. Codes have a sum of their own, a part of that of all SMS.
  'number codes to': rule(3, DAY, 'telephone number'),
  'number codes of a member': rule(5, DAY, 'account'),
  'number codes of an address': rule(15, DAY, 'address'),
  'number codes': rule(500, DAY, 'all together'),
  'number codes tried by a member': rule(20, DAY, 'account'),

  // A household or a club may type several letters' codes; right ones count too.
  'record claims of an address': rule(30, HOUR, 'address'),
  'record claims of an account': rule(10, DAY, 'account'),
  'tubes of claims of an account': rule(10, DAY, 'account'),
  // Also of a code that was never posted, so that the answers do not differ.
  'record claims with a code': rule(5, DAY, 'code'),

  // Rows of the access log are never deleted: a view within the hour is the same view.
  'own views of a result': rule(1, HOUR, 'account'),
  // Each leaves rows that are never deleted. A careful person needs two or three a day.
  'consents of a member': scaled(10, DAY, 'account'),
  'profile changes of a member': scaled(30, DAY, 'account'),
  // Reads everything (decision 63).
  'copies of an account': scaled(4, DAY, 'account'),
  'erasure requests of a member': scaled(5, DAY, 'account'),

  'newsletter asked from an address': scaled(30, HOUR, 'address'),
  // The owner of the e-mail address may not have asked for a mail.
  'newsletter mails to': rule(3, DAY, 'e-mail'),

  'near alerts asked from an address': scaled(30, HOUR, 'address'),
  'near alert mails to': rule(3, DAY, 'e-mail'),

  'contact messages of an address': scaled(10, HOUR, 'address'),
  // Not by e-mail address: a stranger may write in the name of any, and would keep its owner from writing.
  'contact messages of an address in a day': scaled(40, DAY, 'address'),
  // Stored; the office is mailed 300 an hour (contact/send-message.ts).
  'contact messages': rule(3_000, HOUR, 'all together'),

  // Sent from the door with words of a helper's own.
  'payment links of a person': scaled(15, HOUR, 'account'),
  'payment links to': scaled(3, DAY, 'e-mail'),
  // Each may be to hundreds; a busy day has a handful.
  'messages to attendees': rule(20, HOUR, 'account'),

  'error reports of an address': scaled(20, HOUR, 'address'),
  'policy reports of an address': scaled(20, HOUR, 'address'),
  // Counted to store a sample; beyond the limit nothing is stored (error-log/keep-report.ts).
  'error reports': rule(1_000_000, HOUR, 'all together'),
  'policy reports': rule(1_000_000, HOUR, 'all together'),
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

function rule(limit: number, windowMs: number, by: Rule['by']): Rule {
  return { limit, windowMs, by, isScaled: false }
}

function scaled(limit: number, windowMs: number, by: Rule['by']): Rule {
  return { limit, windowMs, by, isScaled: true }
}

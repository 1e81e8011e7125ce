import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { ContactForm } from '../../domain/contact.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { contactMessage } from '../mails/contact-message.ts'
import { commit } from '../platform/commit.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'
import { countGuess } from '../rate-limits/rate-limits.queries.ts'
import { insertMessage } from './contact.queries.ts'

const HOUR_MS = 3_600_000
/** Per IP prefix and hour, since many may share one; scaled by the rate limit setting. */
const PER_ADDRESS = 10
/** Messages of all together that are mailed to the office per hour. */
const MAILED_AN_HOUR = 300
/** Messages of all together that are stored per hour: ten hours of mails. */
const KEPT_AN_HOUR = 3_000
const EVERYBODY = { what: 'contact messages', who: Buffer.alloc(32) }

type SendDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>

/**
 * Stores a message and queues its mail to the office in one transaction. Above 300 an hour, mails
 * are delayed by hours instead of refused, so that a few addresses cannot block the form. Throws
 * Refused too_many_requests when this address sent too many, or all together 3,000 in an hour.
 */
export async function sendMessage(
  deps: SendDeps,
  { form, held, address }: { form: ContactForm; held: string | null; address: string },
): Promise<void> {
  const { jobs, settings } = deps
  const now = deps.now()
  const rule = (limit: number) => ({ limit, windowMs: HOUR_MS, now })
  const what = 'contact messages of an address'
  const sender = { what, who: deps.fieldKeys.blindIndex(ipPrefix(address), what) }
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, sender, rule(Math.ceil(PER_ADDRESS * settings.rateLimitScale)))
    const n = await countGuess(tx, EVERYBODY, rule(KEPT_AN_HOUR))
    if (n === null) throw new Refused('too_many_requests', {}, { retryAfter: HOUR_MS / 1000 })
    await insertMessage(tx, {
      firstName: form['first-name'],
      lastName: form['last-name'],
      email: form.email,
      phoneNumber: form['phone-number'],
      message: form.message,
      state: held === null ? 'received' : 'held',
      spamReason: held,
      receivedAt: now,
    })
    const mail = contactMessage({ form, held, office: settings.officeEmail })
    const afterHours = Math.floor((n - 1) / MAILED_AN_HOUR)
    await jobs.enqueue(tx, 'mail', mail, { afterSeconds: (afterHours * HOUR_MS) / 1000 })
  })
}

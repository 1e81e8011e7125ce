import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { ContactForm } from '../../domain/contact.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { contactMessage } from '../mails/contact-message.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'
import { countGuess } from '../rate-limits/rate-limits.queries.ts'
import { insertMessage } from './contact.queries.ts'

const HOUR_MS = 3_600_000
/** From one address, where a whole works may sit behind; the setting for request limits scales it. */
const PER_ADDRESS = 10
/** Of all together, so many are mailed to the office in an hour: more than it reads is an attack. */
const MAILED_AN_HOUR = 300
/** More than that from all together is not kept: ten hours of mails wait then. */
const KEPT_AN_HOUR = 3_000
const EVERYBODY = { what: 'contact messages', who: Buffer.alloc(32) }

type SendDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings'>

/**
 * Keeps a message and has it mailed to the office, both or neither: a mail server that is away loses
 * nothing. When many write at once, each later one is mailed hours later, so that no few addresses
 * take the form from all others. Throws Refused too_many_requests when this address sent too many, or
 * all together sent 3,000 in an hour.
 */
export async function sendMessage(
  deps: SendDeps,
  { form, held, address }: { form: ContactForm; held: string | null; address: string },
): Promise<void> {
  const { database, jobs, settings } = deps
  const now = deps.now()
  const rule = (limit: number) => ({ limit, windowMs: HOUR_MS, now })
  const what = 'contact messages of an address'
  const sender = { what, who: deps.fieldKeys.blindIndex(ipPrefix(address), what) }
  await database.transaction(async (tx) => {
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
  jobs.kick()
}

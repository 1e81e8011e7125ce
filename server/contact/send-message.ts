import { ipPrefix } from '../../auth/ip-prefix.ts'
import type { ContactForm } from '../../domain/contact.ts'
import { takeOrRefuse } from '../guesses/take-or-refuse.ts'
import { contactMessage } from '../mails/contact-message.ts'
import type { Parts } from '../parts.ts'
import { insertMessage } from './queries.ts'

const HOUR_MS = 3_600_000
/** From one address, where a whole works may sit behind; the setting for request limits scales it. */
const PER_ADDRESS = 10
/** From all together: more than the office reads in an hour is an attack. */
const PER_HOUR = 300
const EVERYBODY = { what: 'contact messages', who: Buffer.alloc(32) }

type SendParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings'>

/**
 * Keeps a message and has it mailed to the office, both or neither: a mail server that is away loses
 * nothing. Throws Refused too_many_requests when this address, or all together, sent too many.
 */
export async function sendMessage(
  parts: SendParts,
  { form, held, address }: { form: ContactForm; held: string | null; address: string },
): Promise<void> {
  const { database, jobs, settings } = parts
  const now = parts.now()
  const rule = (limit: number) => ({ limit, windowMs: HOUR_MS, now })
  const what = 'contact messages of an address'
  const sender = { what, who: parts.fieldKeys.blindIndex(ipPrefix(address), what) }
  await database.transaction(async (tx) => {
    await takeOrRefuse(tx, sender, rule(Math.ceil(PER_ADDRESS * settings.rateLimitScale)))
    await takeOrRefuse(tx, EVERYBODY, rule(PER_HOUR))
    await insertMessage(tx, {
      firstName: form['first-name'],
      lastName: form['last-name'],
      email: form.email,
      phoneNumber: form['phone-number'],
      message: form.message,
      state: held === null ? 'received' : 'held',
      heldBecause: held,
      receivedAt: now,
    })
    await jobs.enqueue(tx, 'mail', contactMessage({ form, held, office: settings.officeEmail }))
  })
  jobs.kick()
}

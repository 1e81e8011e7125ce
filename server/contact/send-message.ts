import type { ContactForm } from '../../domain/contact.ts'
import type { Deps } from '../deps.ts'
import { contactMessage } from '../mails/contact-message.ts'
import { commit } from '../platform/commit.ts'
import { consumeOrThrow, EVERYBODY } from '../rate-limits/rate-limits.ts'
import { insertMessage } from './contact.queries.ts'

const HOUR_SECONDS = 3_600
/** Messages of all together that are mailed to the office per hour. */
const MAILED_PER_HOUR = 300

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
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'contact messages of an address', address)
    const n = await consumeOrThrow(tx, deps, 'contact messages', EVERYBODY)
    await insertMessage(tx, {
      firstName: form['first-name'],
      lastName: form['last-name'],
      email: form.email,
      phoneNumber: form['phone-number'],
      message: form.message,
      state: held === null ? 'received' : 'held',
      spamReason: held,
      receivedAt: deps.now(),
    })
    const mail = contactMessage({ form, held, office: settings.officeEmail })
    const afterHours = Math.floor((n - 1) / MAILED_PER_HOUR)
    await jobs.enqueue(tx, 'mail', mail, { afterSeconds: afterHours * HOUR_SECONDS })
  })
}

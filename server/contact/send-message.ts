import type { ContactForm } from '../../domain/contact.ts'
import type { Deps } from '../deps.ts'
import type { Draft } from '../messages/mails/letter.ts'
import { commit } from '../platform/commit.ts'
import { consumeOrThrow, EVERYBODY } from '../platform/rate-limits/rate-limits.ts'
import { insertMessage } from './contact.queries.ts'

const HOUR_SECONDS = 3_600
const MAILED_PER_HOUR = 300

type SendDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>
type Sent = {
  form: ContactForm
  held: string | null
  address: string
  mail: Draft
  /** The sender complains about the use of personal data. */
  isComplaint?: boolean
}

/** Queues `mail` too, delayed by hours above 300 an hour. Throws Refused too_many_requests. */
export async function sendMessage(
  deps: SendDeps,
  { form, held, address, mail, isComplaint = false }: Sent,
): Promise<void> {
  const { jobs } = deps
  const receivedAt = deps.now()
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'contact messages of an address', address)
    await consumeOrThrow(tx, deps, 'contact messages of an address in a day', address)
    const n = await consumeOrThrow(tx, deps, 'contact messages', EVERYBODY)
    await insertMessage(tx, deps, {
      firstName: form['first-name'],
      lastName: form['last-name'],
      email: form.email,
      phoneNumber: form['phone-number'],
      message: form.message,
      state: held === null ? 'received' : 'held',
      spamReason: held,
      receivedAt,
      complaintAt: isComplaint ? receivedAt : null,
    })
    const afterHours = Math.floor((n - 1) / MAILED_PER_HOUR)
    await jobs.enqueue(tx, 'mail', mail, { afterSeconds: afterHours * HOUR_SECONDS })
  })
}

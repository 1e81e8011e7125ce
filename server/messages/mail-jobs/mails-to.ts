import { ukMobile } from '../../../domain/office/sms.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openMessage, recipientIndex, type StoredJob } from '../mails/sealed-mail.ts'
import { deleteUnsent, hasFailedMail, listUnsentMails } from './mail-jobs.queries.ts'

/** What is shown to somebody is found by the number that was proven alone; '' is none. */
export type Addressee = { email: string | null; phone: string }

type MailTo = {
  job: StoredJob
  subject: string
  about: string | undefined
  queuedAt: Date
  state: string
}

/** Of a copy. Whoever stops or erases messages has to find all of them: null. */
export const MOST_SHOWN = 500

/** Mails and SMS to this address or number that were not sent yet, with their subjects; at most `most`. */
export async function listMailsTo(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { email, phone }: Addressee,
  most: number | null = null,
): Promise<MailTo[]> {
  const mobile = ukMobile(phone)
  const addresses = [email, mobile].flatMap((to) => (to ? [to.trim().toLowerCase()] : []))
  if (addresses.length === 0) return []
  const recipients = addresses.map((to) => recipientIndex(fieldKeys, to))
  return (await listUnsentMails(q, recipients, most)).flatMap((job) => {
    const message = openMessage(fieldKeys, job)
    if (!message || !addresses.includes(message.to.trim().toLowerCase())) return []
    const { subject, about } = message
    const { queuedAt, state } = job
    return [{ job, subject, about, queuedAt, state }]
  })
}

export async function deleteMailsTo(
  q: Queryable,
  deps: { fieldKeys: FieldKeys },
  to: Addressee,
): Promise<void> {
  for (const { job } of await listMailsTo(q, deps, to)) await deleteUnsent(q, job)
}

/** Whether a mail to this address could not be sent lately: others may not arrive either. */
export function isFailing(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  email: string,
): Promise<boolean> {
  return hasFailedMail(q, recipientIndex(fieldKeys, email))
}

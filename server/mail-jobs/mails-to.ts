import { ukMobile } from '../../domain/office/sms.ts'
import type { Queryable } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { deleteUnsent, listUnsentMails } from './mail-jobs.queries.ts'
import { openMessage, type StoredJob } from './sealed-mail.ts'

type Addressee = { email: string | null; phone: string }

/** Mails and SMS to this address or number that were not sent yet, with their subjects. */
export async function listMailsTo(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { email, phone }: Addressee,
): Promise<{ job: StoredJob; subject: string; about: string | undefined }[]> {
  const mobile = ukMobile(phone)
  const address = email?.toLowerCase() ?? null
  return (await listUnsentMails(q)).flatMap((job) => {
    const message = openMessage(fieldKeys, job)
    if (!message) return []
    const { to, subject, about } = message
    return to.toLowerCase() === address || to === mobile ? [{ job, subject, about }] : []
  })
}

export async function deleteMailsTo(
  q: Queryable,
  deps: { fieldKeys: FieldKeys },
  to: Addressee,
): Promise<void> {
  for (const { job } of await listMailsTo(q, deps, to)) await deleteUnsent(q, job)
}

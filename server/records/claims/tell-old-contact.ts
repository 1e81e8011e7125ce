import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { ClaimContact } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { accountConnected } from '../../messages/mails/account-connected.ts'
import { accountConnectedBySms } from '../../messages/sms/account-connected.ts'
import type { Tx } from '../../platform/db/database.ts'
import { firstClaimed, readContacts } from './former-contact.ts'

type ContactDeps = Pick<Deps, 'jobs' | 'settings' | 'fieldKeys'>

/**
 * Tells the addresses and mobiles that the record has, and had before the office changed them, that
 * an account has claimed it. No chosen way of contact withholds it: whoever claims might be a
 * stranger. The account has its own mail.
 */
export async function tellOldContact(
  tx: Tx,
  deps: ContactDeps,
  {
    record,
    letter,
    email,
    now,
  }: {
    record: MemberRow
    letter: { madeAt: Date; closedAt: Date | null }
    email: string
    now: Date
  },
): Promise<void> {
  const { id: memberId, firstName } = record
  const contacts = await readContacts(tx, deps, {
    record,
    letterMadeAt: letter.madeAt,
    claimedAt: firstClaimed({ claimedAt: now }, letter),
  })
  const { emails, mobiles } = waysOf(deps, [contacts.former, contacts.current])
  for (const to of emails.filter((one) => one.toLowerCase() !== email.toLowerCase()))
    await deps.jobs.enqueue(tx, 'mail', accountConnected({ to, firstName, at: now }))
  for (const phone of mobiles)
    await deps.jobs.enqueue(tx, 'sms', accountConnectedBySms({ phone, memberId }))
}

/** How these contacts get messages, each way once. */
export function waysOf(
  { settings }: Pick<Deps, 'settings'>,
  contacts: readonly ClaimContact[],
): { emails: string[]; mobiles: string[] } {
  const emails = contacts.flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  const mobiles = contacts.flatMap((contact) => {
    const mobile = settings.sendsSms ? provenMobile(contact) : null
    return mobile === null ? [] : [mobile]
  })
  return { emails: [...new Set(emails)], mobiles: [...new Set(mobiles)] }
}

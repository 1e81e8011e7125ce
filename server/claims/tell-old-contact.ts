import { provenMobile } from '../../domain/proven-mobile.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { accountConnected } from '../mails/account-connected.ts'
import type { MemberRow } from '../members/members.queries.ts'
import { accountConnectedBySms } from '../sms/account-connected.ts'

type ContactDeps = Pick<Deps, 'jobs' | 'settings'>

/**
 * Tells the address and the mobile that the record had before an account claimed it. No chosen way
 * of contact withholds it: whoever claims might be a stranger. The account has its own mail.
 */
export async function tellOldContact(
  tx: Tx,
  { jobs, settings }: ContactDeps,
  { record, email, now }: { record: MemberRow; email: string; now: Date },
): Promise<void> {
  const { id: memberId, firstName, email: before } = record
  if (before !== null && before.toLowerCase() !== email.toLowerCase())
    await jobs.enqueue(tx, 'mail', accountConnected({ to: before, firstName, at: now }))
  const mobile = settings.sendsSms ? provenMobile(record) : null
  if (mobile !== null)
    await jobs.enqueue(tx, 'sms', accountConnectedBySms({ phone: mobile, memberId }))
}

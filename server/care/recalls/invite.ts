import type { CharityEvent } from '../../../domain/contract.ts'
import { waysToTell } from '../../../domain/office/result-letters.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { nextTestDue } from '../../messages/mails/next-test-due.ts'
import { type NextTestMember, nextTestBySms } from '../../messages/sms/next-test-due.ts'
import type { Tx } from '../../platform/db/database.ts'
import { saveInvitation } from '../../tasks/recalls.queries.ts'
import { findEventsFor } from './find-events.ts'

type Invited = NextTestMember & {
  id: number
  userId: string | null
  email: string | null
  contactBy: Parameters<typeof waysToTell>[0]['contactBy']
}

/**
 * Saves the invitation and, with those of `listed` that suit, tells the member by mail or SMS, as
 * they chose. A member who can be reached by neither stays on the office's list of recalls.
 */
export async function invite(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'> & { settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'> },
  {
    member,
    resultId,
    dueOn,
    listed,
  }: { member: Invited; resultId: number; dueOn: string; listed: readonly CharityEvent[] },
): Promise<void> {
  const now = deps.now()
  const { publicUrl, sendsSms } = deps.settings
  const { id: memberId, email, contactBy } = member
  const mobile = sendsSms ? provenMobile(member) : null
  const ways = waysToTell({
    contactBy,
    hasAccount: member.userId !== null,
    hasEmail: email !== null,
    hasMobile: mobile !== null,
  })
  await saveInvitation(tx, { resultId, memberId, dueOn, askedAt: now })
  const events = await findEventsFor(tx, { memberId, events: listed, now })
  if (ways.mail)
    await deps.jobs.enqueue(tx, 'mail', nextTestDue({ member, retestOn: dueOn, events, publicUrl }))
  if (ways.sms && mobile !== null)
    await deps.jobs.enqueue(tx, 'sms', nextTestBySms({ phone: mobile, resultId, publicUrl }))
}

import { type MemberMessage, provenWays } from '../../../domain/office/member-message.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { officeMessage } from '../../messages/mails/office-message.ts'
import { officeMessageBySms } from '../../messages/sms/office-message.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'

type MessageDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Sent = { sent_to: string }

/**
 * Sends a member the office's own words by a proven way, and returns where they go. Once sent they are in
 * the member's messages. Throws Refused not_found, already_merged, record_erased, has_died,
 * wants_no_messages, no_account, no_mobile, mobile_not_confirmed, no_sms or too_many_requests.
 */
export function messageMember(
  deps: MessageDeps,
  {
    memberId,
    message,
    staff,
    saveResponse,
  }: { memberId: number; message: MemberMessage; staff: Staff; saveResponse: SaveResponse<Sent> },
): Promise<Sent> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const row = ownRecord(await lockProfile(tx, memberId))
    if (row.diedAt !== null) throw new Refused('has_died')
    if (!(await mayTellMember(tx, memberId, 'appointment'))) throw new Refused('wants_no_messages')
    const to = addressFor(row, message, deps.settings)
    await consumeOrThrow(tx, deps, 'help mails of a person', staff.userId)
    await consumeOrThrow(tx, deps, 'help mails to', to.toLowerCase())
    if (message.by === 'email') {
      const { firstName } = row
      const mail = officeMessage({ memberId, to, firstName, ...message })
      await deps.jobs.enqueue(tx, 'mail', mail)
    } else {
      const sms = officeMessageBySms({ memberId, phone: to, message: message.message })
      await deps.jobs.enqueue(tx, 'sms', sms)
    }
    await insertAudit(tx, { by: staff, memberId, at }, 'message to the member', { by: message.by })
    const access = { what: 'member', reason: 'request of the man', at } as const
    await insertStaffAccess(tx, { staff, memberId, ...access })
    const sent = { sent_to: to }
    await saveResponse(tx, sent)
    return sent
  })
}

function addressFor(
  row: MemberRow,
  { by }: MemberMessage,
  { sendsSms }: MessageDeps['settings'],
): string {
  if (by === 'sms' && !sendsSms) throw new Refused('no_sms')
  const { email, userId, phone } = row
  const ways = provenWays({ hasAccount: userId !== null, email, mobile: provenMobile(row) })
  const to = ways[by]
  if (to !== null) return to
  if (by === 'email') throw new Refused('no_account')
  throw new Refused(ukMobile(phone) === null ? 'no_mobile' : 'mobile_not_confirmed')
}

import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { mergeRefused } from '../../messages/mails/record-linked.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { refuseRequest } from './merge-requests.queries.ts'

/** Closes a request to join two records, and tells the member who had asked. Throws Refused not_open. */
export async function refuseMergeRequest(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  { id, reason, staff }: { id: number; reason: string; staff: Staff },
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const request = await refuseRequest(tx, { id, decidedBy: staff.id, now })
    if (!request) throw new Refused('not_open')
    const { memberId, otherId, isOfMember } = request
    for (const about of [memberId, otherId])
      await insertAudit(tx, { by: staff, memberId: about, at: now }, 'merge of records refused', {
        records: [memberId, otherId],
        reason,
      })
    const member = isOfMember ? await findMember(tx, memberId) : null
    if (member?.email)
      await deps.jobs.enqueue(
        tx,
        'mail',
        mergeRefused({ to: member.email, firstName: member.firstName }),
      )
  })
}

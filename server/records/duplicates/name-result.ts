import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findReaderToBe, nameResults } from './merges.queries.ts'

/**
 * Lets the kept member read a result of a merged record. Throws Refused not_found for any other
 * result, own_record when it would be of the person who names it.
 */
export async function nameMergedResult(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  { resultId, staff }: { resultId: number; staff: Staff },
): Promise<{ member_id: number }> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const memberId = await findReaderToBe(tx, resultId)
    if (memberId === null) throw new Refused('not_found')
    const member = await findMember(tx, memberId)
    if (member?.userId === staff.userId) throw new Refused('own_record')
    await nameResults(tx, [{ resultId, memberId, namedBy: staff.id, at }])
    await insertAudit(
      tx,
      { by: staff, memberId, subject: `result ${resultId}`, at },
      'result of a merged record named',
    )
    return { member_id: memberId }
  })
}

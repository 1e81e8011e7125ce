import { whyNotDecide, whyNotRelease } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { claimRefused } from '../../messages/mails/claim-waits.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { giveClaimed, readClaimedRecord } from './claimed-record.ts'
import { hasHandledLetter } from './letter-requests.queries.ts'
import { endRecordClaim, findRecordClaim, type RecordClaimRow } from './record-claims.queries.ts'

type DecideDeps = Pick<
  Deps,
  'auth' | 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'
>
type Decision = { claimId: number; reason: string; staff: Staff }

/** Gives the account the record. Throws Refused not_found or a reason of whyNotRelease. */
export async function releaseClaim(
  deps: DecideDeps,
  { claimId, reason, staff }: Decision,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const { claim, record, releaser } = await lockClaim(tx, { claimId, staff, now })
    const claimed = await readClaimedRecord(tx, record, claim)
    const against = whyNotRelease(claim, { releaser, record: claimed, now })
    if (against) throw new Refused(against)
    await endRecordClaim(tx, { id: claim.id, because: 'released', by: staff.id, at: now })
    await insertAudit(tx, about({ claim, staff, now }), 'record claim released', {
      claim: claim.id,
      letter: claim.letterId,
      reason,
    })
    await giveClaimed(tx, deps, { claim, record, now })
  })
}

/** Ends the claim without a link. Throws Refused not_found or a reason of whyNotDecide. */
export async function refuseClaim(
  deps: DecideDeps,
  { claimId, reason, staff }: Decision,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const { claim, releaser } = await lockClaim(tx, { claimId, staff, now })
    const against = whyNotDecide(claim, releaser)
    if (against) throw new Refused(against)
    await endRecordClaim(tx, { id: claim.id, because: 'refused', by: staff.id, at: now })
    await insertAudit(tx, about({ claim, staff, now }), 'record claim refused', {
      claim: claim.id,
      letter: claim.letterId,
      reason,
    })
    await deps.jobs.enqueue(tx, 'mail', claimRefused({ to: claim.email }))
  })
}

/** The claim with its record, both locked, and who would decide. Logs the access. */
export async function lockClaim(
  tx: Tx,
  { claimId, staff, now }: { claimId: number; staff: Staff; now: Date },
): Promise<{ claim: RecordClaimRow; record: MemberRow; releaser: ReturnType<typeof releaserOf> }> {
  const seen = await findRecordClaim(tx, claimId, { lock: false })
  const record = seen && (await lockProfile(tx, seen.memberId))
  const claim = await findRecordClaim(tx, claimId, { lock: true })
  if (!record || !claim) throw new Refused('not_found')
  const memberId = record.id
  const reason = 'request of the man'
  await insertStaffAccess(tx, { staff, memberId, what: 'member', reason, at: now })
  const { userId } = staff
  const isHandler = await hasHandledLetter(tx, { memberId, userId })
  return { claim, record, releaser: releaserOf(claim, { userId, isHandler }) }
}

export function releaserOf(
  claim: RecordClaimRow,
  { userId, isHandler }: { userId: string; isHandler: boolean },
) {
  return { isOwn: claim.userId === userId, isHandler }
}

function about({ claim, staff, now }: { claim: RecordClaimRow; staff: Staff; now: Date }) {
  return { by: staff, memberId: claim.memberId, at: now }
}

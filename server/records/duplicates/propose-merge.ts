import { DAY_MS } from '../../../domain/durations.ts'
import type { Merged, MergeRequest } from '../../../domain/office/merge-schemas.ts'
import { CLEARED_DAYS, type Gained } from '../../../domain/office/merges.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { mergeProposed, mergeProposedToAdmin } from '../../messages/mails/merge-proposed.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { listAdminEmails } from '../../staff/staff.queries.ts'
import { putProposal } from './merge-requests.queries.ts'
import { listResultsFor, wasNumberCleared } from './merges.queries.ts'

type Pair = { kept: MemberRow; merged: MemberRow }

/** What the merge would close or give, for needsSecondAdmin. */
export async function gainedBy(
  q: Queryable,
  { pair: { kept, merged }, now }: { pair: Pair; now: Date },
): Promise<Gained> {
  const [keepsAccount, bringsAccount] = [kept.userId !== null, merged.userId !== null]
  const hasResults = async ({ id }: MemberRow) => (await listResultsFor(q, id)).length > 0
  const since = new Date(now.getTime() - CLEARED_DAYS * DAY_MS)
  return {
    hasTwoAccounts: keepsAccount && bringsAccount,
    movesAccount: !keepsAccount && bringsAccount,
    givesResults:
      (keepsAccount && (await hasResults(merged))) || (bringsAccount && (await hasResults(kept))),
    wasNumberCleared: await wasNumberCleared(q, { memberIds: [kept.id, merged.id], since }),
  }
}

/** Stores what the admin chose; the members and every admin get a mail before anything is merged. */
export async function proposeMerge(
  tx: Tx,
  { jobs, settings: { publicUrl } }: Pick<Deps, 'jobs' | 'settings'>,
  {
    request,
    pair: { kept, merged },
    now,
  }: { request: MergeRequest & { staff: Staff }; pair: Pair; now: Date },
): Promise<Merged> {
  const { staff, member_id, kept_version, merged_version, fields, account, reason } = request
  const proposal = {
    kept_id: kept.id,
    member_id,
    kept_version,
    merged_version,
    fields,
    ...(account && { account }),
    reason,
  }
  const requestId = await putProposal(tx, { proposal, proposedBy: staff.id, now })
  for (const memberId of [kept.id, merged.id])
    await insertAudit(tx, { by: staff, memberId, at: now }, 'merge of records proposed', {
      request: requestId,
      records: [kept.id, merged.id],
      reason,
    })
  const told = new Map([merged, kept].map(({ email, firstName }) => [email, firstName]))
  for (const [to, firstName] of told)
    if (to !== null) await jobs.enqueue(tx, 'mail', mergeProposed({ to, firstName }))
  const about = { by: staff.name, keptId: kept.id, mergedId: merged.id, publicUrl }
  for (const to of await listAdminEmails(tx))
    await jobs.enqueue(tx, 'mail', mergeProposedToAdmin({ ...about, to }))
  return { member_id: kept.id, request_id: requestId }
}

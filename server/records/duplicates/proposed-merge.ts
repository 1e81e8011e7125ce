import type { ProposedMerge } from '../../../domain/office/merge-schemas.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findStaff } from '../../staff/staff.queries.ts'
import type { MergeDeps } from './merge-members.ts'
import { findProposal } from './merge-requests.queries.ts'
import { previewMerge } from './preview.ts'

/**
 * What another admin proposes, with the two records as they are now. Logs the access to both. Throws Refused
 * not_found without an open proposal of this id.
 */
export async function readProposedMerge(
  deps: Pick<MergeDeps, 'database' | 'now' | 'auth'>,
  { id, staff }: { id: number; staff: Staff },
): Promise<ProposedMerge> {
  const { db } = deps.database
  const open = await findProposal(db, id, { lock: false })
  if (!open) throw new Refused('not_found')
  const { proposal, proposedBy } = open
  const { kept_id: keptId, member_id: mergedId } = proposal
  const proposer = await findStaff(db, proposedBy)
  const preview = await previewMerge(deps, { keptId, mergedId, staff })
  return {
    request_id: id,
    proposed_by: proposer?.name ?? 'a former admin',
    reason: proposal.reason,
    may_confirm: proposedBy !== staff.id,
    is_outdated:
      preview.kept.version !== proposal.kept_version ||
      preview.merged.version !== proposal.merged_version,
    chosen: proposal.fields,
    account: proposal.account ?? null,
    preview,
  }
}

import type { Merged } from '../../../domain/office/merge-schemas.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findStaff } from '../../staff/staff.queries.ts'
import { type MergeDeps, mergeMembers } from './merge-members.ts'
import { findProposal } from './merge-requests.queries.ts'

/**
 * Merges what another admin has proposed, as they chose. Throws Refused not_open, same_person, or as
 * mergeMembers does: changed_meanwhile when a record is another one by now.
 */
export async function confirmMerge(
  deps: MergeDeps,
  { id, staff }: { id: number; staff: Staff },
): Promise<Merged> {
  const { db } = deps.database
  const open = await findProposal(db, id, { lock: false })
  if (!open) throw new Refused('not_open')
  if (open.proposedBy === staff.id) throw new Refused('same_person')
  const proposer = await findStaff(db, open.proposedBy)
  // Somebody who left, or is no admin any more, proposes nothing.
  if (!proposer || proposer.until !== null || !proposer.roles.includes('admin'))
    throw new Refused('not_open')
  const { kept_id: keptId, ...request } = open.proposal
  const confirmation = { requestId: id, by: staff }
  return mergeMembers(deps, { ...request, keptId, staff: proposer, confirmation })
}

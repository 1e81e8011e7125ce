import type { ActiveChange, OfficeMember } from '../../../domain/office/member-schemas.ts'
import type { Deps } from '../../deps.ts'
import { updateMember } from '../../members/members.queries.ts'
import {
  findLastChanger,
  hasComingAppointment,
  lockProfile,
} from '../../members/office-record.queries.ts'
import { checkReach } from '../../members/profile-fields.ts'
import { ownRecord } from '../../members/record-of.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { readInTransaction } from './office-record.ts'

/**
 * Takes a record out of use or back: the charity no longer reminds, invites or books the member, who
 * can still sign in. Throws Refused not_found, already_merged, changed_meanwhile, has_appointment, or
 * invalid_request when the member cannot be reached in the chosen way.
 */
export async function setActive(
  deps: Pick<Deps, 'database' | 'cache' | 'jobs' | 'now' | 'fieldKeys'>,
  { id, staff, ...change }: ActiveChange & { id: number; staff: Staff },
): Promise<OfficeMember> {
  const { active: isActive, version, reason } = change
  const now = deps.now()
  return commit(deps, async (tx) => {
    const row = ownRecord(await lockProfile(tx, id))
    if (row.version !== version)
      throw new Refused('changed_meanwhile', { by: await findLastChanger(tx, id) })
    if (isActive) checkReach(row)
    else if (await hasComingAppointment(tx, { memberId: id, now }))
      throw new Refused('has_appointment')
    if (row.isActive !== isActive) {
      await updateMember(tx, id, { isActive, updatedAt: now })
      await insertAudit(
        tx,
        { by: staff, memberId: id, at: now },
        isActive ? 'member taken back into use' : 'member taken out of use',
        { reason, before: { active: row.isActive }, after: { active: isActive } },
      )
    }
    return readInTransaction(tx, deps, { id, staff, reason: 'booking' })
  })
}

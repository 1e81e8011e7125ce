import { whyNotErase } from '../../domain/erasure.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { erasureAsked, erasureAskedToOffice } from '../mails/erasure-asked.ts'
import { erasureTakenBack, erasureTakenBackToOffice } from '../mails/erasure-taken-back.ts'
import { lockMember, type Member } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import { leaveAllLists } from '../waiting-list/join-list.ts'
import {
  findErasureObstacles,
  findStandingErasure,
  insertErasure,
  takeBackErasure,
} from './erasure.queries.ts'

type ErasureDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'settings' | 'cache'>

/**
 * When it was requested; a repeat does nothing. Throws Refused: erasure_after_appointment,
 * erasure_after_payment.
 */
export async function askForErasure(deps: ErasureDeps, member: Member): Promise<Date> {
  const now = deps.now()
  return commit(deps, async (tx) => {
    await lockMember(tx, member.id)
    const standing = await findStandingErasure(tx, member.id)
    if (standing) return standing
    const reason = whyNotErase(await findErasureObstacles(tx, { memberId: member.id, now }))
    if (reason) throw new Refused(reason)
    await leaveAllLists(tx, deps, { member, now })
    await insertErasure(tx, { memberId: member.id, askedAt: now })
    await insertAudit(tx, { ...entryOf(member), action: 'erasure asked for', at: now })
    const { publicUrl, officeEmail: office } = deps.settings
    await deps.jobs.enqueue(tx, 'mail', erasureAsked({ member, askedAt: now, publicUrl }))
    await deps.jobs.enqueue(tx, 'mail', erasureAskedToOffice({ member, askedAt: now, office }))
    return now
  })
}

export async function takeErasureBack(deps: ErasureDeps, member: Member): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    const request = await takeBackErasure(tx, { memberId: member.id, now })
    if (!request) return
    await insertAudit(tx, { ...entryOf(member), action: 'erasure taken back', at: now })
    const { askedAt } = request
    const { officeEmail: office } = deps.settings
    await deps.jobs.enqueue(tx, 'mail', erasureTakenBack({ member, askedAt }))
    await deps.jobs.enqueue(tx, 'mail', erasureTakenBackToOffice({ member, askedAt, office }))
  })
}

function entryOf({ id, userId }: Member) {
  return { actorUserId: userId, memberId: id, subject: `member ${id}` }
}

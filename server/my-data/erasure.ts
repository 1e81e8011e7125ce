import { whyNotErase } from '../../domain/erasure.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Parts } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { erasureAsked, erasureAskedToOffice } from '../mails/erasure-asked.ts'
import { erasureTakenBack, erasureTakenBackToOffice } from '../mails/erasure-taken-back.ts'
import { lockMember, type Member } from '../members/members.queries.ts'
import { leaveAllLists } from '../waiting-list/join-list.ts'
import {
  findStandingErasure,
  insertErasure,
  takeBackErasure,
  whatIsAhead,
} from './erasure.queries.ts'

type ErasureParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'settings'>

/**
 * A member asks to be erased: written down, and told to the office and to him, together or not at
 * all. He waits for no place any more. Answers when he asked; asked again while it stands, the first moment and no second mail. Throws
 * Refused: erasure_after_appointment, erasure_after_payment.
 */
export async function askForErasure(parts: ErasureParts, member: Member): Promise<Date> {
  const now = parts.now()
  const askedAt = await parts.database.transaction(async (tx) => {
    await lockMember(tx, member.id)
    const standing = await findStandingErasure(tx, member.id)
    if (standing) return standing
    const reason = whyNotErase(await whatIsAhead(tx, { memberId: member.id, now }))
    if (reason) throw new Refused(reason)
    await leaveAllLists(tx, parts, { member, now })
    await insertErasure(tx, { memberId: member.id, askedAt: now })
    await insertAudit(tx, { ...entryOf(member), action: 'erasure asked for', at: now })
    const { publicUrl, officeEmail: office } = parts.settings
    await parts.jobs.enqueue(tx, 'mail', erasureAsked({ member, askedAt: now, publicUrl }))
    await parts.jobs.enqueue(tx, 'mail', erasureAskedToOffice({ member, askedAt: now, office }))
    return now
  })
  parts.jobs.kick()
  return askedAt
}

/** Takes the request back and tells both; does nothing when none stands. */
export async function takeErasureBack(parts: ErasureParts, member: Member): Promise<void> {
  const now = parts.now()
  await parts.database.transaction(async (tx) => {
    const request = await takeBackErasure(tx, { memberId: member.id, now })
    if (!request) return
    await insertAudit(tx, { ...entryOf(member), action: 'erasure taken back', at: now })
    const { askedAt } = request
    const { officeEmail: office } = parts.settings
    await parts.jobs.enqueue(tx, 'mail', erasureTakenBack({ member, askedAt }))
    await parts.jobs.enqueue(tx, 'mail', erasureTakenBackToOffice({ member, askedAt, office }))
  })
  parts.jobs.kick()
}

function entryOf({ id, userId }: Member) {
  return { actorUserId: userId, memberId: id, subject: `member ${id}` }
}

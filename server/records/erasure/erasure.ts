import { whyNotErase } from '../../../domain/erasure.ts'
import type { NewErasure } from '../../../domain/office/erasure-schemas.ts'
import { leaveAllLists } from '../../bookings/waiting-list/leave-list.ts'
import type { Deps } from '../../deps.ts'
import {
  type AccountHolder,
  lockProfileOfUser,
  type MemberRow,
} from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { erasureAskedToOffice, erasureRequested } from '../../messages/mails/erasure-requested.ts'
import {
  erasureTakenBack,
  erasureTakenBackToOffice,
} from '../../messages/mails/erasure-taken-back.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  findErasureObstacles,
  findStandingErasure,
  insertErasure,
  takeBackErasure,
} from './erasure.queries.ts'

type ErasureDeps = Pick<
  Deps,
  'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings' | 'cache' | 'site'
>

/**
 * When it was requested; a repeat does nothing. Throws Refused: erasure_after_appointment,
 * erasure_after_payment.
 */
export async function askForErasure(deps: ErasureDeps, member: AccountHolder): Promise<Date> {
  const now = deps.now()
  return commit({ ...deps, eventIds: 'any' }, async (tx) => {
    // Excludes bookings too, whose appointments share-lock the member's row.
    await lockProfileOfUser(tx, member.userId)
    const standing = await findStandingErasure(tx, member.id)
    if (standing) return standing
    await consumeOrThrow(tx, deps, 'erasure requests of a member', member.userId)
    await writeRequest(tx, deps, { member, by: member.userId, now })
    return now
  })
}

/**
 * Enters a request that reached the office in another way than the portal. Returns its id. Throws
 * Refused: not_found, already_merged, already_asked, or as askForErasure.
 */
export async function enterErasure(
  deps: ErasureDeps,
  { memberId, staff, ...typed }: NewErasure & { memberId: number; staff: Staff },
): Promise<number> {
  const now = deps.now()
  return commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const member = ownRecord(await lockProfile(tx, memberId))
    if (await findStandingErasure(tx, memberId)) throw new Refused('already_asked')
    const access = { staff, memberId, at: now }
    await insertStaffAccess(tx, { ...access, what: 'member', reason: 'request of the man' })
    return writeRequest(tx, deps, { member, by: staff.userId, details: typed, now })
  })
}

type Asking = Pick<MemberRow, 'id' | 'userId' | 'firstName' | 'lastName' | 'email'>

async function writeRequest(
  tx: Tx,
  deps: ErasureDeps,
  { member, by, details, now }: { member: Asking; by: string; details?: object; now: Date },
): Promise<number> {
  const reason = whyNotErase(await findErasureObstacles(tx, { memberId: member.id, now }))
  if (reason) throw new Refused(reason)
  await leaveAllLists(tx, deps, { member, now })
  const id = await insertErasure(tx, { memberId: member.id, askedAt: now })
  await insertAudit(tx, { by, memberId: member.id, at: now }, 'erasure asked for', details)
  const { publicUrl, officeEmail: office } = deps.settings
  const inMail = { member, askedAt: now }
  const hasAccount = member.userId !== null
  await deps.jobs.enqueue(tx, 'mail', erasureRequested({ ...inMail, hasAccount, publicUrl }))
  await deps.jobs.enqueue(tx, 'mail', erasureAskedToOffice({ ...inMail, office }))
  return id
}

export async function takeErasureBack(deps: ErasureDeps, member: AccountHolder): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const request = await takeBackErasure(tx, { memberId: member.id, now })
    if (!request) return
    await insertAudit(tx, { by: member, memberId: member.id, at: now }, 'erasure taken back')
    const { askedAt } = request
    const { officeEmail: office } = deps.settings
    await deps.jobs.enqueue(tx, 'mail', erasureTakenBack({ member, askedAt }))
    await deps.jobs.enqueue(tx, 'mail', erasureTakenBackToOffice({ member, askedAt, office }))
  })
}

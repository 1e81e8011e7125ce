import { changedFields, type Identity, pickFields } from '../../../domain/identity.ts'
import { isCorrectedSpelling } from '../../../domain/office/identity-reviews.ts'
import type { Deps } from '../../deps.ts'
import { changedIdentityToOffice } from '../../messages/mails/identity-review.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberRow } from '../members.queries.ts'
import { sealIdOf } from '../user-profile.ts'
import {
  hasConsentOrResult,
  hasSampleOrResult,
  insertClosedReview,
  insertIdentityChange,
  openIdentityReview,
} from './identity.queries.ts'
import { sealIdentity } from './sealed-identity.ts'

const SPELLING = 'A spelling was corrected before any sample was taken.'

/**
 * After a consent or result also opens a review and mails the office; `reason` is a colleague's, whose
 * correction of a spelling before any sample closes its review by itself.
 */
export async function recordIdentityChange(
  tx: Tx,
  { fieldKeys, jobs, settings }: Pick<Deps, 'fieldKeys' | 'jobs' | 'settings'>,
  change: {
    row: MemberRow
    before: Identity
    after: Identity
    now: Date
    actorUserId: string
    reason?: string | null
  },
): Promise<void> {
  const { row, before, after, now, actorUserId, reason = null } = change
  const fields = changedFields(before, after)
  if (fields.length === 0) return
  const { id: memberId } = row
  const sealId = sealIdOf(row)
  await insertIdentityChange(tx, {
    memberId,
    actorUserId,
    fields,
    before: sealIdentity(fieldKeys, sealId, pickFields(before, fields)),
    after: sealIdentity(fieldKeys, sealId, pickFields(after, fields)),
    at: now,
  })
  if (!(await hasConsentOrResult(tx, memberId))) return
  const isCorrection = isCorrectedSpelling(before, after, {
    fields,
    reason,
    isOwn: actorUserId === row.userId,
    hasSampleOrResult: await hasSampleOrResult(tx, memberId),
  })
  if (isCorrection) {
    await insertClosedReview(tx, { memberId, note: SPELLING, now })
    await insertAudit(tx, { by: actorUserId, memberId, at: now }, 'spelling corrected', { reason })
    return
  }
  if (!(await openIdentityReview(tx, { memberId, now }))) return
  const mail = changedIdentityToOffice({ memberId, fields, office: settings.officeEmail })
  await jobs.enqueue(tx, 'mail', mail)
}

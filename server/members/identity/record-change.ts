import { changedFields, type Identity, pickFields } from '../../../domain/identity.ts'
import type { Deps } from '../../deps.ts'
import { changedIdentityToOffice } from '../../messages/mails/identity-review.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberRow } from '../members.queries.ts'
import { sealIdOf } from '../user-profile.ts'
import { hasConsentOrResult, insertIdentityChange, openIdentityReview } from './identity.queries.ts'
import { sealIdentity } from './sealed-identity.ts'

/** After a consent or result also opens a review and mails the office. */
export async function recordIdentityChange(
  tx: Tx,
  { fieldKeys, jobs, settings }: Pick<Deps, 'fieldKeys' | 'jobs' | 'settings'>,
  change: { row: MemberRow; before: Identity; after: Identity; now: Date; actorUserId: string },
): Promise<void> {
  const { row, before, after, now, actorUserId } = change
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
  if (!(await openIdentityReview(tx, { memberId, now }))) return
  const mail = changedIdentityToOffice({ memberId, fields, office: settings.officeEmail })
  await jobs.enqueue(tx, 'mail', mail)
}

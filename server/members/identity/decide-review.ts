import { whyNotDecideReview } from '../../../domain/office/identity-reviews.ts'
import type { Deps } from '../../deps.ts'
import { identityChecked, identityRejectedToOffice } from '../../messages/mails/identity-review.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findMember } from '../members.queries.ts'
import { closeReview, type Decision } from './identity.queries.ts'
import { changedSinceRaised } from './list-reviews.ts'
import { listNamedChanges, lockOpenReview } from './review-list.queries.ts'
import { countWithheld } from './withheld.queries.ts'

type DecideDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: { publicUrl: string; officeEmail: string }
}

/**
 * `shown`: results that the decision releases. Null when no open review has this id. `staff` decides in
 * the office: throws Refused own_record and same_person, and logs the access.
 */
export async function decideReview(
  deps: DecideDeps,
  { staff, ...decision }: Omit<Decision, 'now'> & { staff?: Staff },
): Promise<{ memberId: number; shown: number } | null> {
  const now = deps.now()
  return commit(deps, async (tx) => {
    if (staff) await refuseWhatIsTheirs(tx, { reviewId: decision.reviewId, staff, now })
    const withheldBefore = await countWithheld(tx, { reviewId: decision.reviewId, now })
    const review = await closeReview(tx, { ...decision, now })
    if (!review) return null
    const { id, memberId, kind, outcome } = review
    const withheldAfter = await countWithheld(tx, { reviewId: id, now })
    const shown = withheldBefore - withheldAfter
    await insertAudit(tx, { by: staff ?? null, memberId, at: now }, 'identity review decided', {
      review: id,
      about: kind,
      outcome,
      decidedBy: decision.decidedBy,
      ...(staff && { reason: decision.note }),
    })
    if (outcome === 'rejected') {
      const office = deps.settings.officeEmail
      await deps.jobs.enqueue(tx, 'mail', identityRejectedToOffice({ memberId, office }))
    }
    const member = await findMember(tx, memberId)
    if (member && shown > 0) {
      const { publicUrl } = deps.settings
      await deps.jobs.enqueue(tx, 'mail', identityChecked({ member, publicUrl }))
    }
    return { memberId, shown }
  })
}

async function refuseWhatIsTheirs(
  tx: Tx,
  { reviewId, staff, now }: { reviewId: number; staff: Staff; now: Date },
): Promise<void> {
  const review = await lockOpenReview(tx, reviewId)
  if (!review) return
  const { memberId } = review
  const member = await findMember(tx, memberId)
  const changes = await listNamedChanges(tx, [memberId])
  const against = whyNotDecideReview({
    isOwnRecord: member?.userId === staff.userId,
    changedIt: changedSinceRaised(changes, review, staff.userId),
  })
  if (against) throw new Refused(against)
  const access = { what: 'member', reason: 'request of the man', at: now } as const
  await insertStaffAccess(tx, { staff, memberId, ...access })
}

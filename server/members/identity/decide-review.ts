import type { Deps } from '../../deps.ts'
import { identityChecked } from '../../messages/mails/identity-review.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { findMember } from '../members.queries.ts'
import { closeReview, type Decision } from './identity.queries.ts'
import { countWithheld } from './withheld.queries.ts'

type DecideDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: { publicUrl: string }
}

/** `shown`: results that the decision releases. Null when no open review has this id. */
export async function decideReview(
  deps: DecideDeps,
  decision: Omit<Decision, 'now'>,
): Promise<{ memberId: number; shown: number } | null> {
  const now = deps.now()
  return commit(deps, async (tx) => {
    const withheldBefore = await countWithheld(tx, { reviewId: decision.reviewId, now })
    const review = await closeReview(tx, { ...decision, now })
    if (!review) return null
    const { id, memberId, kind, outcome } = review
    const withheldAfter = await countWithheld(tx, { reviewId: id, now })
    const shown = withheldBefore - withheldAfter
    await insertAudit(tx, { memberId, at: now }, 'identity review decided', {
      review: id,
      about: kind,
      outcome,
      decidedBy: decision.decidedBy,
    })
    const member = await findMember(tx, memberId)
    if (member && shown > 0) {
      const { publicUrl } = deps.settings
      await deps.jobs.enqueue(tx, 'mail', identityChecked({ member, publicUrl }))
    }
    return { memberId, shown }
  })
}

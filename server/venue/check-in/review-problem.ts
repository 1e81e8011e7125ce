import { isLeadOf } from '../../../domain/office/days.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { AttendanceDeps } from './day-context.ts'
import { deleteKeptRegistration, findProblem, insertReview } from './reviews.queries.ts'

/**
 * Notes that a person dealt with a flagged or refused action. The first stays; a repeat changes
 * nothing. A refused registration is then deleted, and only a lead may say so. Throws Refused
 * not_found or lead_needed.
 */
export async function reviewProblem(
  deps: AttendanceDeps,
  { eventId, actionId }: { eventId: number; actionId: string },
  by: Staff,
): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    const problem = await findProblem(tx, { eventId, actionId })
    if (!problem) throw new Refused('not_found')
    if (problem.isRegistration && !isLeadOf(by, eventId)) throw new Refused('lead_needed')
    if (!(await insertReview(tx, { actionId, staffId: by.id, at }))) return
    const { memberId, status, code } = problem
    if (problem.isRegistration) await deleteKeptRegistration(tx, actionId)
    await insertAudit(
      tx,
      { by, memberId, subject: `event ${eventId}`, at },
      'problem of the day dealt with',
      { actionId, status, code },
    )
  })
}

import type { Collection, LetterReturn } from '../../../domain/office/result-letters.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followCollected, followReturned } from '../../tasks/follow-reading.ts'
import { findObstacle, lockLetters, updateLetters } from './letters.queries.ts'
import type { LetterDeps } from './make-batch.ts'

/** Records that the post brought it back. Throws Refused not_found or not_posted. */
export function recordReturn(
  deps: LetterDeps,
  { id, reason, on }: LetterReturn & { id: number },
  by: Staff,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const [letter] = await lockLetters(tx, [id])
    if (!letter) throw new Refused('not_found')
    const { memberId, state, returnedOn, returnReason } = letter
    if (state !== 'posted' && state !== 'returned') throw new Refused('not_posted')
    await updateLetters(tx, [id], { state: 'returned', returnedOn: on, returnReason: reason })
    await followReturned(tx, deps, letter)
    await logAccess(tx, { memberId, by, at })
    await insertAudit(tx, { by, memberId, subject: `letter ${id}`, at }, 'letter came back', {
      before: { returnedOn, returnReason },
      after: { returnedOn: on, returnReason: reason },
    })
  })
}

/**
 * Records that the member came for the letter and who handed it over; a repeat changes nothing. Throws
 * Refused not_found, not_to_collect, letter_outdated or letter_held.
 */
export function recordCollection(
  deps: LetterDeps,
  { id, proof }: Collection & { id: number },
  by: Staff,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const [letter] = await lockLetters(tx, [id])
    if (!letter) throw new Refused('not_found')
    const { memberId, state } = letter
    if (state === 'collected') return
    if (state !== 'to_collect') throw new Refused('not_to_collect')
    const obstacle = await findObstacle(tx, { id, now: at })
    if (obstacle) throw new Refused(obstacle)
    const handedOver = { collectedAt: at, handedOverBy: by.id, identityProof: proof }
    await updateLetters(tx, [id], { state: 'collected', ...handedOver })
    await followCollected(tx, deps, letter)
    await logAccess(tx, { memberId, by, at })
    await insertAudit(tx, { by, memberId, subject: `letter ${id}`, at }, 'letter collected', {
      before: { state },
      after: { state: 'collected', proof },
    })
  })
}

function logAccess(
  tx: Tx,
  { memberId, by, at }: { memberId: number; by: Staff; at: Date },
): Promise<void> {
  const access = { what: 'member', reason: 'result', at } as const
  return insertStaffAccesses(tx, { staff: by, memberIds: [memberId], ...access })
}

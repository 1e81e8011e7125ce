import type { Queryable } from '../db/database.ts'
import { closeLoops, openLoop } from './change-loops.ts'
import { findLastLoop, wasViewed } from './loops.queries.ts'

type Letter = { resultId: number; recipient: 'member' | 'gp' }
const POSTED = 'letter posted'

/** Call with results that their member has seen, in the transaction that logs the view. */
export async function followViews(
  q: Queryable,
  { resultIds, now: at }: { resultIds: readonly number[]; now: Date },
): Promise<void> {
  const subject = { resultIds }
  await closeLoops(q, { kinds: ['released_to_read'], subject, because: 'read', at })
}

/** Call with letters that were posted, in the transaction that stores it. */
export async function followPosted(
  q: Queryable,
  { letters, now: at }: { letters: readonly Letter[]; now: Date },
): Promise<void> {
  const of = (wanted: Letter['recipient']) =>
    letters.filter(({ recipient }) => recipient === wanted).map(({ resultId }) => resultId)
  const toMembers = { resultIds: of('member') }
  await closeLoops(q, { kinds: ['released_to_read'], subject: toMembers, because: POSTED, at })
  const toGps = { resultIds: of('gp') }
  const told = await closeLoops(q, { kinds: ['gp_told'], subject: toGps, because: POSTED, at })
  for (const { memberId, appointmentId, resultId, openedAt, pace } of told) {
    const next = { memberId, appointmentId, resultId, openedAt, pace }
    await openLoop(q, { kind: 'gp_outcome', ...next })
  }
}

/** Call with a letter that the post brought back: what its posting closed is open again. */
export async function followReturned(
  q: Queryable,
  { letter, now }: { letter: Letter; now: Date },
): Promise<void> {
  const kind = letter.recipient === 'gp' ? 'gp_told' : 'released_to_read'
  const last = await findLastLoop(q, { kind, resultId: letter.resultId })
  if (last?.closedBecause !== POSTED) return
  const { memberId, appointmentId, resultId } = last
  if (resultId === null) return
  // Read online while the letter was on its way.
  if (kind === 'released_to_read' && (await wasViewed(q, { resultId, memberId }))) return
  await openLoop(q, { kind, memberId, appointmentId, resultId, openedAt: now, pace: 'returned' })
}

import { dueAt, nextStepAt } from '../../domain/office/care-loops.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { changeLoop, closeAnyLoops, openAnyLoop } from './change-loops.ts'
import { listStepsDone } from './chase.queries.ts'
import { followResult } from './follow-result.ts'
import { findLastLoop, lockUnread, wasViewed } from './loops.queries.ts'
import type { LoopRow } from './sealed-loops.ts'
import { openIfNoWay } from './ways-to-learn.ts'

type Letter = { resultId: number; recipient: 'member' | 'gp' }
type Keys = Pick<Deps, 'fieldKeys'>
type FollowDeps = Pick<Deps, 'fieldKeys' | 'now'>
const POSTED = 'letter posted'

/** Call with results that their member has seen, in the transaction that logs the view. */
export async function followViews(
  q: Queryable,
  keys: Keys,
  { resultIds, now: at }: { resultIds: readonly number[]; now: Date },
): Promise<void> {
  const subject = { resultIds }
  const kinds = ['released_to_read', 'no_way_to_tell'] as const
  await closeAnyLoops(q, keys, { kinds, subject, because: 'read', at })
}

/**
 * Call with letters that were posted, in the transaction that stores it. What is chased stays open
 * until the member or a call confirms it.
 */
export async function followPosted(
  tx: Tx,
  deps: FollowDeps,
  letters: readonly Letter[],
  reason = POSTED,
): Promise<void> {
  const at = deps.now()
  const of = (wanted: Letter['recipient']) =>
    letters.filter(({ recipient }) => recipient === wanted).map(({ resultId }) => resultId)
  const toMembers = of('member')
  // Without that nobody knows yet how soon it is chased.
  for (const resultId of toMembers) await followResult(tx, deps, resultId)
  const resultIds: number[] = []
  for (const loop of await lockUnread(tx, deps, toMembers))
    if (loop.pace === 'usual') resultIds.push(loop.resultId ?? 0)
    else await chasePosted(tx, deps, loop, at)
  const because = { because: reason, at }
  await closeAnyLoops(tx, deps, {
    kinds: ['released_to_read'],
    subject: { resultIds },
    ...because,
  })
  const told = await closeAnyLoops(tx, deps, {
    kinds: ['gp_told'],
    subject: { resultIds: of('gp') },
    ...because,
  })
  for (const { memberId, appointmentId, resultId, openedAt, pace } of told) {
    const next = { memberId, appointmentId, resultId, openedAt, pace }
    await openAnyLoop(tx, deps, { kind: 'gp_outcome', ...next })
  }
}

/** The same for a letter that the member has in their hands. */
export function followCollected(tx: Tx, deps: FollowDeps, letter: Letter): Promise<void> {
  return followPosted(tx, deps, [letter], 'letter collected')
}

/** A person rings when the letter has arrived, if they do not ring already. */
async function chasePosted(q: Queryable, keys: Keys, loop: LoopRow, at: Date): Promise<void> {
  const { kind, openedAt } = loop
  const pace = 'posted'
  const due = dueAt(kind, at, pace)
  const done = await listStepsDone(q, loop)
  const step = nextStepAt(kind, openedAt, { pace, due, done })
  await changeLoop(q, keys, loop, { pace, dueAt: due, nextStepAt: step })
}

/**
 * Call with a letter that the post brought back: what its posting closed is open again, and a person
 * rings, or looks for another way.
 */
export async function followReturned(tx: Tx, deps: FollowDeps, letter: Letter): Promise<void> {
  const now = deps.now()
  const kind = letter.recipient === 'gp' ? 'gp_told' : 'released_to_read'
  const last = await findLastLoop(tx, deps, { kind, resultId: letter.resultId })
  if (!last || last.resultId === null) return
  const { memberId, appointmentId, resultId } = last
  const isUnread = kind === 'released_to_read' && !(await wasViewed(tx, { resultId, memberId }))
  if (last.closedAt === null && isUnread)
    await changeLoop(tx, deps, last, {
      pace: 'returned',
      dueAt: now,
      nextStepAt: now,
      isToRing: true,
    })
  else if (last.closedBecause === POSTED && (isUnread || kind === 'gp_told'))
    await openAnyLoop(tx, deps, {
      kind,
      memberId,
      appointmentId,
      resultId,
      openedAt: now,
      pace: 'returned',
    })
  else return
  if (isUnread) await openIfNoWay(tx, deps, { memberId, appointmentId, resultId, now })
}

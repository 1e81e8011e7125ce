import { dueAt, nextStepAt, storedKindsOf } from '../../domain/office/care-loops.ts'
import type { Deps } from '../deps.ts'
import type { Queryable, Tx } from '../platform/db/database.ts'
import { type ClosedBy, changeLoop, closeAnyLoops, openAnyLoop, toRow } from './change-loops.ts'
import { listStepsDone } from './chase.queries.ts'
import { followResult } from './follow-result.ts'
import { findLastLoop, lockOpenLoops, lockUnread, wasViewed } from './loops.queries.ts'
import { type LoopRow, toReals } from './sealed-loops.ts'
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
  for (const careLoop of await lockUnread(tx, deps, toMembers))
    if (careLoop.pace === 'usual') resultIds.push(careLoop.resultId ?? 0)
    else await chasePosted(tx, deps, careLoop, at)
  const because = { because: reason, at }
  await closeAnyLoops(tx, deps, {
    kinds: ['released_to_read'],
    subject: { resultIds },
    ...because,
  })
  await waitForOutcomes(tx, deps, { resultIds: of('gp') }, because)
}

/** The same task goes on: one that was closed, and another beside it, would say that a result is red. */
async function waitForOutcomes(
  q: Queryable,
  { fieldKeys }: Keys,
  subject: { resultIds: number[] },
  { at, because: toldBy }: ClosedBy,
): Promise<void> {
  const open = await lockOpenLoops(q, { kinds: storedKindsOf('gp_told'), subject })
  const tasks = toReals(fieldKeys, open)
  for (const careLoop of tasks.filter(({ kind }) => kind === 'gp_told')) {
    const { memberId, openedAt, pace, resultId } = careLoop
    if (tasks.some((one) => one.kind === 'gp_outcome' && one.resultId === resultId)) {
      const ended = { closedAt: at, closedBecause: toldBy, nextStepAt: null }
      await changeLoop(q, { fieldKeys }, careLoop, ended)
      continue
    }
    const next = toRow({ kind: 'gp_outcome', memberId, openedAt, pace })
    const { kind, urgency, dueAt: due = null, nextStepAt: step = null } = next
    await changeLoop(q, { fieldKeys }, careLoop, {
      kind,
      urgency,
      dueAt: due,
      nextStepAt: step,
      isToRing: false,
      calls: 0,
      lastCalledAt: null,
      ringAt: null,
      toldBy,
    })
  }
}

/** The same for a letter that the member has in their hands. */
export function followCollected(tx: Tx, deps: FollowDeps, letter: Letter): Promise<void> {
  return followPosted(tx, deps, [letter], 'letter collected')
}

/** Whether no open task waits for a letter to the GP. */
async function isNoneWaiting(q: Queryable, keys: Keys, resultId: number): Promise<boolean> {
  const told = await findLastLoop(q, keys, { kind: 'gp_told', resultId })
  return told === null || told.closedAt !== null
}

/** A person rings when the letter has arrived, if they do not ring already. */
async function chasePosted(q: Queryable, keys: Keys, careLoop: LoopRow, at: Date): Promise<void> {
  const { kind, openedAt } = careLoop
  const pace = 'posted'
  const due = dueAt(kind, at, pace)
  const done = await listStepsDone(q, careLoop)
  const step = nextStepAt(kind, openedAt, { pace, due, done })
  await changeLoop(q, keys, careLoop, { pace, dueAt: due, nextStepAt: step })
}

/**
 * Call with a letter that the post brought back: what its posting closed is open again, and a person
 * rings, or looks for another way.
 */
export async function followReturned(tx: Tx, deps: FollowDeps, letter: Letter): Promise<void> {
  const now = deps.now()
  const kind = letter.recipient === 'gp' ? 'gp_told' : 'released_to_read'
  const { resultId: about } = letter
  const outcome =
    kind === 'gp_told'
      ? await findLastLoop(tx, deps, { kind: 'gp_outcome', resultId: about })
      : null
  const wasTold = outcome?.toldBy === POSTED && (await isNoneWaiting(tx, deps, about))
  const last = wasTold ? outcome : await findLastLoop(tx, deps, { kind, resultId: about })
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
  else if (wasTold || (last.closedBecause === POSTED && (isUnread || kind === 'gp_told')))
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

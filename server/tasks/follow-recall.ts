import { dueAt } from '../../domain/office/care-loops.ts'
import type { CloseReason } from '../../domain/office/loop-closing.ts'
import type { RecallAnswer } from '../../domain/recalls.ts'
import { ukDate, ukInstant } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import { changeLoop, closeAnyLoops, openAnyLoop } from './change-loops.ts'
import { findLastLoop } from './loops.queries.ts'
import { endInvitation } from './recalls.queries.ts'
import type { LoopRow } from './sealed-loops.ts'

const BECAUSE = { elsewhere: 'tested elsewhere', stop: 'asked us to stop' } as const
const ENDED: readonly (string | null)[] = Object.values(BECAUSE)

type Keys = Pick<Deps, 'fieldKeys'>
type Answered = { resultId: number; answer: RecallAnswer | null; askOn: string | null; now: Date }

/**
 * Call with a member's answer to an invitation, in the transaction that stores it. Of an amber
 * result a person rings instead: the answer alone does not end a repeat test.
 */
export async function followAnswer(
  q: Queryable,
  keys: Keys,
  { resultId, answer, askOn, now: at }: Answered,
): Promise<void> {
  const repeat = await findLastLoop(q, keys, { kind: 'repeat_test', resultId })
  if (repeat?.closedAt === null && answer !== null)
    await changeLoop(q, keys, repeat, { isToRing: true })
  const recall = await findLastLoop(q, keys, { kind: 'recall', resultId })
  if (!recall) return
  if (answer === 'elsewhere' || answer === 'stop') {
    const because = BECAUSE[answer]
    const subject = { resultIds: [resultId] }
    await closeAnyLoops(q, keys, { kinds: ['recall'], subject, because, at })
    return
  }
  await reopen(q, keys, recall, at)
  if (answer === 'later' && askOn !== null) {
    const due = dueAt('recall', ukInstant(askOn, '09:00'))
    const open = await findLastLoop(q, keys, { kind: 'recall', resultId })
    if (open?.closedAt === null) await changeLoop(q, keys, open, { dueAt: due, nextStepAt: due })
  }
}

async function reopen(q: Queryable, keys: Keys, recall: LoopRow, at: Date): Promise<void> {
  if (recall.closedAt === null || !ENDED.includes(recall.closedBecause)) return
  const { memberId, appointmentId, resultId, pace } = recall
  const again = { memberId, appointmentId, resultId, pace, openedAt: at }
  await openAnyLoop(q, keys, { kind: 'recall', ...again })
}

/** Call with a loop that a person closed: nobody is invited whom the next test does not concern. */
export async function followPersonsWord(
  q: Queryable,
  { kind, resultId, memberId, openedAt }: LoopRow,
  { reason, now: at }: { reason: CloseReason; now: Date },
): Promise<void> {
  if (resultId === null || (kind !== 'recall' && kind !== 'repeat_test')) return
  const isElsewhere = reason === 'tested_elsewhere' || reason === 'repeated_elsewhere'
  const answer = isElsewhere ? 'elsewhere' : 'stop'
  await endInvitation(q, { resultId, memberId, dueOn: ukDate(openedAt), answer, at })
}

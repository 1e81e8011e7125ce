import {
  followUpsOf,
  type LoopKind,
  MOST_URGENT,
  nextStepAt,
} from '../../domain/office/care-loops.ts'
import { isRightOneAwaited } from '../../domain/outcome-text.ts'
import { bandOf } from '../../domain/results.ts'
import type { Deps } from '../deps.ts'
import { openResult } from '../facts/sealed-result.ts'
import type { Queryable } from '../platform/db/database.ts'
import { changeLoop, closeAnyLoops, openAnyLoops, openLoop, toRow } from './change-loops.ts'
import {
  findLoopOfResult,
  findResultToFollow,
  insertLoops,
  wasTestedSince,
  wasToldBefore,
} from './loops.queries.ts'
import { fillersFor, type LoopRow } from './sealed-loops.ts'
import { findWayToLearn } from './ways-to-learn.ts'

const OF_A_RESULT: LoopKind[] = [
  'released_to_read',
  'repeat_test',
  'gp_told',
  'gp_outcome',
  'recall',
  'no_way_to_tell',
]
const ENDED_BY_A_TEST: LoopKind[] = ['repeat_test', 'recall']

/**
 * Opens what a released result asks for, and closes that of the result which it replaces. The table
 * has its first loop already (add_care_loop); this one says when it is due. Only the first call for
 * a result does anything.
 */
export async function followResult(
  q: Queryable,
  { fieldKeys, now }: Pick<Deps, 'fieldKeys' | 'now'>,
  resultId: number,
): Promise<void> {
  const first = await findLoopOfResult(q, { fieldKeys }, resultId)
  if (!first || first.dueAt !== null) return
  const result = await findResultToFollow(q, resultId)
  if (!result?.releasedAt) throw new Error(`result ${resultId} is not released`)
  const { memberId, appointmentId, supersedesId, sampleDate, releasedAt } = result
  if (supersedesId !== null)
    await closeAnyLoops(
      q,
      { fieldKeys },
      {
        kinds: OF_A_RESULT,
        subject: { resultIds: [supersedesId] },
        because: 'replaced',
        at: now(),
      },
    )
  const opened = openResult(fieldKeys, result)
  const { band, outcome, withdrawn, test_result, retest_months, taken_back } = opened
  // Another band or other words follow: nobody is tested again for that.
  const isAwaited = isRightOneAwaited(taken_back)
  const planned = followUpsOf({
    band: bandOf(band),
    isEnded: !isAwaited && (Boolean(outcome) || withdrawn === true || !test_result?.trim()),
    sampleDate,
    retestMonths: retest_months ?? null,
    releasedAt,
  })
  const careLoops = planned.map((one) => ({ ...one, memberId, appointmentId, resultId }))
  const [read, ...others] = careLoops
  if (!read) throw new Error('a released result waits to be read')
  const urgency = bandOf(band) === 'Red' ? { urgency: MOST_URGENT } : {}
  const unread = await plan(q, { fieldKeys }, first, { ...toRow(read), ...urgency })
  if (!isFollowed(first)) return
  if (first.closedAt === null) {
    const about = { memberId, appointmentId, resultId }
    const replaced = supersedesId === null ? null : await findResultToFollow(q, supersedesId)
    const isRed = [band, replaced && openResult(fieldKeys, replaced).band].includes('Red')
    const wasToldByCall = replaced?.releasedAt === null
    // The words about another person's result promise the call.
    const isCallPromised =
      taken_back === 'wrong_man' || (taken_back !== undefined && (isRed || wasToldByCall))
    await askForCall(q, { fieldKeys, now }, { first: unread, isRed, isCallPromised, ...about })
  }
  const wasTested = await wasTestedSince(q, { resultId, memberId, since: releasedAt })
  const tasks = others.filter(({ kind }) => !wasTested || !ENDED_BY_A_TEST.includes(kind))
  await openAnyLoops(q, { fieldKeys }, tasks)
  const about = { memberId, appointmentId, resultId }
  await insertLoops(q, fillersFor(fieldKeys, about, tasks.length))
}

/** One that was read meanwhile stays closed. */
function plan(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  first: LoopRow,
  { dueAt = null, pace, urgency }: Pick<ReturnType<typeof toRow>, 'dueAt' | 'pace' | 'urgency'>,
): Promise<LoopRow> {
  // The first look is as soon for every band: when it comes, the pace says whether to act.
  const step = nextStepAt('released_to_read', first.openedAt, { pace: 'soon' })
  return changeLoop(q, keys, first, {
    dueAt,
    pace: pace ?? 'soon',
    urgency,
    nextStepAt: first.closedAt === null ? step : null,
  })
}

type Unread = { first: LoopRow; isRed: boolean; isCallPromised: boolean; resultId: number } & Pick<
  LoopRow,
  'memberId' | 'appointmentId'
>

/**
 * A red result, or what replaces one, that would go by post alone needs a call at once, and so does
 * what no letter or message brings, and a red or another person's result that was taken back.
 */
async function askForCall(
  q: Queryable,
  deps: Pick<Deps, 'fieldKeys' | 'now'>,
  { first, isRed, isCallPromised, ...about }: Unread,
): Promise<void> {
  const { openedAt } = first
  const way = await findWayToLearn(q, deps, about.resultId)
  if (way === null) return openLoop(q, { kind: 'no_way_to_tell', ...about, openedAt })
  if (!isCallPromised && way !== 'call' && (way !== 'letter' || !isRed)) return
  if (await wasToldBefore(q, about.resultId)) return
  await changeLoop(q, deps, first, {
    pace: 'posted',
    dueAt: openedAt,
    nextStepAt: openedAt,
    isToRing: openedAt <= deps.now(),
  })
}

/** Not a result that was replaced, or of somebody who was erased. */
function isFollowed(first: LoopRow): boolean {
  return first.closedBecause !== 'replaced' && first.closedBecause !== 'erased'
}

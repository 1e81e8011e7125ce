import { DAY_MS } from '../../../domain/durations.ts'
import {
  clearKindOf,
  isMessageInTime,
  LOOP_RULES,
  nextStepAt,
  type StepAction,
  stepsOf,
} from '../../../domain/office/care-loops.ts'
import { isByLetter } from '../../../domain/office/result-letters.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { resultReady } from '../../messages/mails/result-ready.ts'
import { resultNewsBySms } from '../../messages/sms/result-news.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { insertLetter } from '../../results/result-letters/letters.queries.ts'
import { closeEndedOfferCalls } from '../../tasks/call-about-offer.queries.ts'
import { changeLoop, openLoops } from '../../tasks/change-loops.ts'
import {
  closeBookedAgain,
  closeCancelled,
  findNextEnd,
  findReaderOf,
  insertStep,
  listDueSteps,
  listStepsDone,
  listUnattended,
  listUnfollowed,
} from '../../tasks/chase.queries.ts'
import { followResult } from '../../tasks/follow-result.ts'
import { lockLoop, lockUnsealed, storeLoop } from '../../tasks/loops.queries.ts'
import { type LoopRow, type StepTaken, toReals, toStored } from '../../tasks/sealed-loops.ts'
import { closeWhereAWayIsKnown } from '../../tasks/ways-to-learn.ts'
import { askOutcome } from './ask-outcome.ts'

type ChaseDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'cache'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'>
}
type Outcome = 'done' | 'no_way' | 'late'

const BATCH = 200
const MOST_BATCHES = 25
const UNATTENDED_WITHIN_MS = 60 * DAY_MS

/**
 * Looks after the loops that nobody looks after: opens what only time opens, and takes each step that
 * is due, once. What fails goes to `onError` and is taken in the next round.
 */
export async function chaseLoops(deps: ChaseDeps, onError: OnError): Promise<void> {
  await sealUnsealed(deps)
  await followUnfollowed(deps, onError)
  await openUnattended(deps)
  await closeCancelled(deps.database.db, deps.now())
  await closeBookedAgain(deps.database.db, deps.now())
  await closeEndedOfferCalls(deps.database.db, { now: deps.now() })
  await closeWhereAWayIsKnown(deps.database.db, deps, deps.now())
  await takeSteps(deps, onError)
}

/** What was written before kinds were sealed, or by an earlier version that still runs. */
async function sealUnsealed({ database, fieldKeys }: ChaseDeps): Promise<void> {
  for (let n = 0; n < MOST_BATCHES; n++) {
    const sealed = await database.transaction(async (tx) => {
      const rows = await lockUnsealed(tx, BATCH)
      for (const { id, ...row } of toReals(fieldKeys, rows))
        await storeLoop(tx, id, toStored(fieldKeys, row))
      return rows.length
    })
    if (sealed < BATCH) return
  }
}

async function followUnfollowed(deps: ChaseDeps, onError: OnError): Promise<void> {
  let after = 0
  for (let n = 0; n < MOST_BATCHES; n++) {
    const releases = await listUnfollowed(deps.database.db, { after, limit: BATCH })
    await forEachSafely(releases, onError, ({ resultId }) =>
      deps.database.transaction((tx) => followResult(tx, deps, resultId)),
    )
    after = releases.at(-1)?.id ?? after
    if (releases.length < BATCH) return
  }
}

async function openUnattended({ database, now }: ChaseDeps): Promise<void> {
  const since = new Date(now().getTime() - UNATTENDED_WITHIN_MS)
  for (let n = 0; n < MOST_BATCHES; n++) {
    const unattended = await listUnattended(database.db, { now: now(), since, limit: BATCH })
    const careLoops = unattended.map((one) => ({ ...one, kind: 'booked_to_attended' }) as const)
    await openLoops(database.db, careLoops)
    if (unattended.length < BATCH) return
  }
}

async function takeSteps(deps: ChaseDeps, onError: OnError): Promise<void> {
  const failed = new Set<number>()
  for (let n = 0; n < MOST_BATCHES; n++) {
    const due = await listDueSteps(deps.database.db, deps, { now: deps.now(), limit: BATCH })
    const fresh = due.filter(({ id }) => !failed.has(id))
    await forEachSafely(fresh, onError, async ({ id }) => {
      failed.add(id)
      await commit(deps, (tx) => takeStepsOf(tx, deps, id))
      failed.delete(id)
    })
    if (due.length < BATCH || fresh.length === 0) return
  }
}

async function takeStepsOf(tx: Tx, deps: ChaseDeps, id: number): Promise<void> {
  const now = deps.now()
  const careLoop = await lockLoop(tx, deps, id)
  if (!careLoop || careLoop.closedAt !== null) return
  if (await isPostponed(tx, deps, careLoop, now)) return
  const { kind, openedAt, pace } = careLoop
  const due = careLoop.dueAt ?? undefined
  const done = await listStepsDone(tx, careLoop)
  const steps: StepTaken[] = []
  let changes: Partial<LoopRow> = {}
  for (const { action, at } of stepsOf(kind, openedAt, pace, due)) {
    if (done.includes(action) || at > now) continue
    done.push(action)
    const outcome = await take(tx, deps, { careLoop, action, isInTime: isMessageInTime(at, now) })
    changes = { ...changes, ...afterStep(careLoop, { action, outcome }) }
    steps.push({ kind, action, outcome, at: now.toISOString() })
  }
  const isSealed = clearKindOf(kind) === 'look_again'
  if (!isSealed)
    for (const { action, outcome } of steps)
      await insertStep(tx, { loopId: id, action, outcome, at: now })
  await changeLoop(tx, deps, careLoop, {
    ...changes,
    ...(isSealed && { steps: [...careLoop.steps, ...steps] }),
    nextStepAt: nextStepAt(kind, openedAt, { pace, done, ...(due && { due }) }),
  })
}

/** A person rings whom no message reaches. */
function afterStep(
  { kind }: LoopRow,
  { action, outcome }: { action: StepAction; outcome: Outcome },
): Partial<LoopRow> {
  if (action === 'escalate') return { escalatedTo: LOOP_RULES[kind].asks ?? null }
  return action === 'telephone' || outcome !== 'done' ? { isToRing: true } : {}
}

/** Who has booked is not rung about the next test: the loop waits for the end of that appointment. */
async function isPostponed(
  tx: Tx,
  deps: ChaseDeps,
  careLoop: LoopRow,
  now: Date,
): Promise<boolean> {
  if (careLoop.kind !== 'recall' && careLoop.kind !== 'repeat_test') return false
  const until = await findNextEnd(tx, { memberId: careLoop.memberId, now })
  if (until === null) return false
  const later = new Date(until.getTime() + DAY_MS)
  await changeLoop(tx, deps, careLoop, { dueAt: later, nextStepAt: later })
  return true
}

async function take(
  tx: Tx,
  deps: ChaseDeps,
  { careLoop, action, isInTime }: { careLoop: LoopRow; action: StepAction; isInTime: boolean },
): Promise<Outcome> {
  return action === 'telephone' || action === 'escalate'
    ? 'done'
    : write(tx, deps, { careLoop, action, isInTime })
}

function write(
  tx: Tx,
  deps: ChaseDeps,
  {
    careLoop,
    action,
    isInTime,
  }: {
    careLoop: LoopRow
    action: Exclude<StepAction, 'telephone' | 'escalate'>
    isInTime: boolean
  },
): Promise<Outcome> {
  return action === 'ask' || action === 'ask_again'
    ? askOutcome(tx, deps, { careLoop, action, isInTime })
    : reach(tx, deps, careLoop, action, isInTime)
}

async function reach(
  tx: Tx,
  deps: ChaseDeps,
  { resultId, openedAt }: LoopRow,
  action: 'sms' | 'letter',
  isInTime: boolean,
): Promise<Outcome> {
  if (!isInTime) return 'late'
  if (resultId === null) return 'no_way'
  const memberId = await findReaderOf(tx, resultId)
  const member = memberId === null ? null : await findMember(tx, memberId)
  if (!member || memberId === null) return 'no_way'
  if (!(await mayTellMember(tx, memberId, 'result'))) return 'no_way'
  if (action === 'letter') {
    const waitingSince = deps.now()
    await insertLetter(tx, { resultId, memberId, recipient: 'member', waitingSince })
    return 'done'
  }
  if (openedAt > deps.now() || member.userId === null || isByLetter(member.contactBy))
    return 'no_way'
  const { publicUrl, sendsSms } = deps.settings
  const phone = sendsSms ? provenMobile(member) : null
  const about = { byLetter: false, publicUrl }
  if (phone !== null)
    await deps.jobs.enqueue(tx, 'sms', resultNewsBySms({ ...about, phone, resultId }))
  else if (member.email !== null)
    await deps.jobs.enqueue(tx, 'mail', resultReady({ ...about, member, news: 'unread' }))
  else return 'no_way'
  return 'done'
}

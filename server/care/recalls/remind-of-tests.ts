import type { CharityEvent } from '../../../domain/contract.ts'
import { isRetestDue, RETEST_REMINDER_DAYS } from '../../../domain/reminders.ts'
import { nextLookOn, retestOn } from '../../../domain/results.ts'
import { addDays, ukDate } from '../../../domain/uk-time.ts'
import { listEvents } from '../../events/events.queries.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { clearAnswer, listToAskAgain, type Recall } from '../../tasks/recalls.queries.ts'
import { insertNotice } from '../reminders/notices.queries.ts'
import {
  deleteRetests,
  findLatestResults,
  forgetDaysAfter,
  listDueRetests,
  listUnreadRetests,
  type Retest,
  saveDueDates,
} from '../reminders/retests.queries.ts'
import type { NoticeDeps } from '../reminders/send-notices.ts'
import { invite } from './invite.ts'

const BATCH = 500
/** The next look at a result is a month away at most. */
const LOOKED_AT_WITHIN_DAYS = 31

/**
 * Invites each member once, and once more on each day for which they asked. No person sees the
 * interval, so no view is logged.
 */
export async function remindOfTests(deps: NoticeDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  const today = ukDate(now)
  const ended = addDays(today, -RETEST_REMINDER_DAYS)
  const { db } = deps.database
  await forgetDaysAfter(db, addDays(today, LOOKED_AT_WITHIN_DAYS))
  await setDays(deps, ended)
  const listed = await listEvents(db, { now })
  let after: Retest | undefined = { dueOn: '0001-01-01', resultId: 0 }
  while (after) {
    const looked: Looked[] = await listDueRetests(db, { today, after, limit: BATCH })
    const dueOn = await lookAt(deps, looked, { ended, today, onError })
    const latest = await findLatestResults(db, { now, resultIds: [...dueOn.keys()] })
    await forEachSafely(latest, onError, (result) => remind(deps, result, { dueOn, listed, now }))
    after = looked.length < BATCH ? undefined : looked.at(-1)
  }
  const again = await listToAskAgain(db, { today, limit: BATCH })
  await forEachSafely(again, onError, (recall) => askAgain(deps, recall, { listed, now }))
}

/** The first look at each result, whatever is in it. */
async function setDays({ database: { db } }: NoticeDeps, ended: string): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const unread: Unread[] = await listUnreadRetests(db, { after, limit: BATCH })
    await moveOn(
      db,
      unread.map((one) => ({ ...one, day: nextLookOn(one.sampleDate, ended) })),
    )
    after = unread.length < BATCH ? undefined : unread.at(-1)?.resultId
  }
}

/** Without a day left they are deleted. */
async function moveOn(
  q: Queryable,
  moved: readonly { resultId: number; day: string | null }[],
): Promise<void> {
  const days = moved.flatMap(({ resultId, day }) =>
    day === null ? [] : [{ resultId, dueOn: day }],
  )
  await saveDueDates(q, days)
  await deleteRetests(
    q,
    moved.filter(({ day }) => day === null).map(({ resultId }) => resultId),
  )
}

/** Opens these; returns the days on which those were due whose members may be asked now. */
async function lookAt(
  deps: NoticeDeps,
  looked: readonly Looked[],
  { ended, today, onError }: { ended: string; today: string; onError: OnError },
): Promise<Map<number, string>> {
  const due = new Map<number, string>()
  const moved: { resultId: number; day: string | null }[] = []
  await forEachSafely(looked, onError, async (result) => {
    const { resultId, dueOn, sampleDate } = result
    const months = openResult(deps.fieldKeys, result).retest_months ?? null
    const realDay = retestOn(sampleDate, months)
    const isDue = realDay !== null && realDay > ended && realDay <= today
    if (isDue) due.set(resultId, realDay)
    else if (realDay === dueOn) moved.push({ resultId, day: null })
    else moved.push({ resultId, day: nextLookOn(sampleDate, today) })
  })
  await moveOn(deps.database.db, moved)
  return due
}

/** `listed` are the events, read once for all invitations. */
type Round = { listed: readonly CharityEvent[]; now: Date }
type Unread = Awaited<ReturnType<typeof listUnreadRetests>>[number]
type Looked = Awaited<ReturnType<typeof listDueRetests>>[number]
type Latest = Awaited<ReturnType<typeof findLatestResults>>[number]

async function remind(
  deps: NoticeDeps,
  { id, member }: Latest,
  { dueOn, listed, now }: Round & { dueOn: Map<number, string> },
): Promise<void> {
  const due = dueOn.get(id)
  if (due === undefined) return
  if (!isRetestDue({ retestOn: due, dateOfBirth: member.dateOfBirth }, now)) return
  await commit(deps, async (tx) => {
    const notice = { memberId: member.id, kind: 'next test due', cause: `result ${id}` } as const
    await deleteRetests(tx, [id])
    if (!(await insertNotice(tx, { ...notice, at: now }))) return
    await invite(tx, deps, { member, resultId: id, dueOn: due, listed })
  })
}

/** Nobody is asked who has booked meanwhile. */
async function askAgain(
  deps: NoticeDeps,
  { resultId, askOn, dueOn }: Recall,
  { listed, now }: Round,
): Promise<void> {
  await commit(deps, async (tx) => {
    const [result] = await findLatestResults(tx, {
      now,
      resultIds: [resultId],
      isFirstNotice: false,
    })
    if (!result) return clearAnswer(tx, resultId)
    const { member } = result
    const cause = `result ${resultId} again on ${askOn}`
    if (!(await insertNotice(tx, { memberId: member.id, kind: 'next test due', cause, at: now })))
      return
    await invite(tx, deps, { member, resultId, dueOn, listed })
  })
}

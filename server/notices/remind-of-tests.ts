import type { CharityEvent } from '../../domain/contract.ts'
import { isRetestDue, RETEST_REMINDER_DAYS } from '../../domain/reminders.ts'
import { retestOn } from '../../domain/results.ts'
import { addDays, ukDate } from '../../domain/uk-time.ts'
import { listEvents } from '../events/events.queries.ts'
import { commit } from '../platform/commit.ts'
import { forEachSafely, type OnError } from '../platform/for-each-safely.ts'
import { invite } from '../recalls/invite.ts'
import { clearAnswer, listToAskAgain, type Recall } from '../recalls/recalls.queries.ts'
import { openResult } from '../results/sealed-result.ts'
import { insertNotice } from './notices.queries.ts'
import {
  deleteRetests,
  findLatestResults,
  listDueRetests,
  listUnreadRetests,
  type Retest,
  saveDueDates,
} from './retests.queries.ts'
import type { NoticeDeps } from './send-notices.ts'

const BATCH = 500

/**
 * Invites each member once, and once more on each day for which they asked. No person sees the
 * interval, so no view is logged.
 */
export async function remindOfTests(deps: NoticeDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  const today = ukDate(now)
  const ended = addDays(today, -RETEST_REMINDER_DAYS)
  const { db } = deps.database
  await readDueDates(deps, ended, onError)
  await deleteRetests(db, { dueUntil: ended })
  const listed = await listEvents(db, { now })
  let after: Retest | undefined = { dueOn: ended, resultId: 0 }
  while (after) {
    const due: Retest[] = await listDueRetests(db, { today, after, limit: BATCH })
    const dueOn = new Map(due.map((retest) => [retest.resultId, retest.dueOn]))
    const latest = await findLatestResults(db, { now, resultIds: [...dueOn.keys()] })
    await forEachSafely(latest, onError, (result) => remind(deps, result, { dueOn, listed, now }))
    after = due.length < BATCH ? undefined : due.at(-1)
  }
  const again = await listToAskAgain(db, { today, limit: BATCH })
  await forEachSafely(again, onError, (recall) => askAgain(deps, recall, { listed, now }))
}

/** Opens each new result once. Those without a reminder after the day `ended` are deleted. */
async function readDueDates(deps: NoticeDeps, ended: string, onError: OnError): Promise<void> {
  const { db } = deps.database
  let after: number | undefined = 0
  while (after !== undefined) {
    const unread: Unread[] = await listUnreadRetests(db, { after, limit: BATCH })
    const due: Retest[] = []
    const without: number[] = []
    await forEachSafely(unread, onError, async (result) => {
      const months = openResult(deps.fieldKeys, result).retest_months ?? null
      const dueOn = retestOn(result.sampleDate, months)
      if (dueOn !== null && dueOn > ended) due.push({ resultId: result.id, dueOn })
      else without.push(result.id)
    })
    await saveDueDates(db, due)
    await deleteRetests(db, { resultIds: without })
    after = unread.length < BATCH ? undefined : unread.at(-1)?.id
  }
}

/** `listed` are the events, read once for all invitations. */
type Round = { listed: readonly CharityEvent[]; now: Date }
type Unread = Awaited<ReturnType<typeof listUnreadRetests>>[number]
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
    await deleteRetests(tx, { resultIds: [id] })
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

import { isRetestDue } from '../../domain/reminders.ts'
import { retestOn } from '../../domain/results.ts'
import { nextTestDue } from '../mails/next-test-due.ts'
import { commit } from '../platform/commit.ts'
import { forEachSafely, type OnError } from '../platform/for-each-safely.ts'
import { openResult } from '../results/sealed-result.ts'
import { insertNotice, listLatestResults } from './notices.queries.ts'
import type { NoticeDeps } from './send-notices.ts'

const BATCH = 500

/** Reminds each member once. No person sees the interval, so no view is logged. */
export async function remindOfTests(deps: NoticeDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  let after = 0
  for (;;) {
    const latest = await listLatestResults(deps.database.db, { now, after, limit: BATCH })
    await forEachSafely(latest, onError, (result) => remind(deps, result, now))
    const last = latest.at(-1)
    if (!last || latest.length < BATCH) return
    after = last.member.id
  }
}

type Latest = Awaited<ReturnType<typeof listLatestResults>>[number]

async function remind(deps: NoticeDeps, result: Latest, now: Date): Promise<void> {
  const { id, member, sampleDate } = result
  const due = retestOn(sampleDate, openResult(deps.fieldKeys, result).retest_months ?? null)
  if (due === null) return
  if (!isRetestDue({ retestOn: due, dateOfBirth: member.dateOfBirth }, now)) return
  const { publicUrl } = deps.settings
  await commit(deps, async (tx) => {
    const notice = { memberId: member.id, kind: 'next test due', cause: `result ${id}` } as const
    if (!(await insertNotice(tx, { ...notice, at: now }))) return
    await deps.jobs.enqueue(tx, 'mail', nextTestDue({ member, retestOn: due, publicUrl }))
  })
}

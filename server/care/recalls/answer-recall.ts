import { ASK_AGAIN_DAYS, type RecallAnswer } from '../../../domain/recalls.ts'
import { addDays, ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { AccountHolder } from '../../members/members.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { followAnswer } from '../../tasks/follow-recall.ts'
import { saveAnswer } from '../../tasks/recalls.queries.ts'
import { findDueRecall } from '../reminders/retests.queries.ts'

/** Null takes the answer back. Throws Refused not_found without an open invitation. */
export async function answerRecall(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { member, answer }: { member: AccountHolder; answer: RecallAnswer | null },
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const recall = await findDueRecall(tx, { now, memberId: member.id })
    if (!recall) throw new Refused('not_found')
    const { resultId } = recall
    const askOn = answer === 'later' ? addDays(ukDate(now), ASK_AGAIN_DAYS) : null
    const before = await saveAnswer(tx, { resultId, answer, askOn, at: now })
    if (before === answer) return
    await followAnswer(tx, deps, { resultId, answer, askOn, now })
    await insertAudit(
      tx,
      { by: member, memberId: member.id, subject: `result ${resultId}`, at: now },
      'recall answered',
      { before, after: answer },
    )
  })
}

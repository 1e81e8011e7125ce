import type { Deps } from '../deps.ts'
import { insertAccesses } from '../facts/results.queries.ts'
import type { AccountHolder } from '../members/members.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { consume } from '../platform/rate-limits/rate-limits.ts'
import { followViews } from '../tasks/follow-reading.ts'

type View = {
  member: Pick<AccountHolder, 'id' | 'userId'>
  address: string
  resultIds: readonly number[]
  now: Date
}

/**
 * Logs that the member opened these results, each at most once an hour: nobody may delete a row of
 * the log. In the transaction of the read; what waits for the reading follows each time.
 */
export async function logOwnViews(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys' | 'settings' | 'now'>,
  { member, address, resultIds, now }: View,
): Promise<void> {
  const counted = new Set<number>()
  // In one order, so that two requests at once wait for each other and do not lock up.
  for (const id of resultIds.toSorted((a, b) => a - b)) {
    const count = await consume(tx, deps, 'own views of a result', `${member.userId} ${id}`)
    if (count !== null) counted.add(id)
  }
  const fresh = resultIds.filter((id) => counted.has(id))
  await insertAccesses(
    tx,
    fresh.map((resultId) => ({
      memberId: member.id,
      actorUserId: member.userId,
      actorRole: 'member',
      what: 'result',
      resultId,
      addressHash: deps.fieldKeys.blindIndex(address, 'access log address'),
      at: now,
    })),
  )
  await followViews(tx, deps, { resultIds: [...resultIds], now })
}

import type { Deps } from '../../deps.ts'
import { findOwnResult } from '../../facts/letter-contents.queries.ts'
import type { AccountHolder } from '../../members/members.queries.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { Refused } from '../../platform/http/refused.ts'
import { logOwnViews } from '../own-views.ts'
import { contentOf, nameOf } from './letter-content.ts'
import { resultLetter } from './result-letter.ts'

type Reader = { member: AccountHolder; address: string }

/**
 * The letter with a result of the member's own, in large print if asked, else as their support needs
 * say. Logs the access. Throws Refused not_found for any other result, or one that was replaced.
 */
export async function drawOwnLetter(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'settings'>,
  { member, address }: Reader,
  { resultId, isLargePrint }: { resultId: number; isLargePrint: boolean | undefined },
): Promise<Buffer> {
  const now = deps.now()
  const row = await deps.database.transaction(async (tx) => {
    const result = await findOwnResult(tx, { memberId: member.id, resultId, now })
    if (!result) throw new Refused('not_found')
    await logOwnViews(tx, deps, { member, address, resultIds: [resultId], now })
    return result
  })
  const name = nameOf(row)
  const lines = [...row.lines, row.town, row.postcode].filter((line) => line !== null)
  return letterPdf(
    resultLetter(contentOf(deps, row), {
      reference: `Result ${resultId}`,
      name,
      dateOfBirth: row.dateOfBirth,
      to: [name, ...lines],
      isLargePrint: isLargePrint ?? row.supportNeeds.includes('large print'),
      at: now,
    }),
  )
}

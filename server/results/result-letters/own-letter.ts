import { addressBlock } from '../../../domain/postal-address.ts'
import type { Deps } from '../../deps.ts'
import { findOwnResult } from '../../facts/letter-contents.queries.ts'
import { readIdentityHistories } from '../../members/identity/former-identity.ts'
import type { AccountHolder } from '../../members/members.queries.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { Refused } from '../../platform/http/refused.ts'
import { logOwnViews } from '../own-views.ts'
import { factsForGp } from './facts-for-gp.ts'
import { gpLetter } from './gp-letter.ts'
import { contentOf, nameOf } from './letter-content.ts'
import { resultLetter } from './result-letter.ts'

type Reader = { member: AccountHolder; address: string }
type LetterDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'settings' | 'site'>

/**
 * The letter with a result of the member's own, in large print if asked, else as their support needs
 * say. Logs the access. Throws Refused not_found for any other result, or one that was replaced.
 */
export async function drawOwnLetter(
  deps: LetterDeps,
  reader: Reader,
  { resultId, isLargePrint }: { resultId: number; isLargePrint: boolean | undefined },
): Promise<Buffer> {
  const at = deps.now()
  const { row } = await openOwnResult(deps, reader, { resultId, at })
  const name = nameOf(row)
  const letter = resultLetter(contentOf(deps, row), {
    reference: `Result ${resultId}`,
    name,
    dateOfBirth: row.dateOfBirth,
    to: [name, ...addressBlock(row)],
    isLargePrint: isLargePrint ?? row.supportNeeds.includes('large print'),
    at,
  })
  const { charity } = await deps.site.present()
  return letterPdf(letter, charity)
}

/**
 * The letter that a member takes to the surgery: what the surgery would be sent by post. Logs the
 * access. Throws as drawOwnLetter.
 */
export async function drawLetterForGp(
  deps: LetterDeps,
  reader: Reader,
  resultId: number,
): Promise<Buffer> {
  const at = deps.now()
  const { row, history } = await openOwnResult(deps, reader, { resultId, at })
  const facts = { ...factsForGp(deps, row, history), agreedAt: null }
  const to = ['To the GP of', nameOf(row)]
  const reference = `Result ${resultId}`
  const letter = gpLetter(contentOf(deps, row), facts, { reference, to, at })
  const { charity } = await deps.site.present()
  return letterPdf(letter, charity)
}

function openOwnResult(
  deps: LetterDeps,
  { member, address }: Reader,
  { resultId, at }: { resultId: number; at: Date },
) {
  return deps.database.transaction(async (tx) => {
    const row = await findOwnResult(tx, { memberId: member.id, resultId, now: at })
    if (!row) throw new Refused('not_found')
    await logOwnViews(tx, deps, { member, address, resultIds: [resultId], now: at })
    const history = (await readIdentityHistories(tx, deps, [member.id])).get(member.id)
    return { row, history }
  })
}

import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import { mayProveByTube } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { consumeAlone } from '../../platform/rate-limits/rate-limits.ts'
import {
  findRecordClaim,
  isTubeOf,
  listClaimsOfAccount,
  setTubeTried,
} from './record-claims.queries.ts'

/**
 * The account that claims shows the number of a tube of the record: a clinician can then release the
 * claim earlier. Throws Refused not_found without such a claim, too_many_requests, or
 * invalid_request for a wrong number, of which each claim has five.
 */
export async function proveByTube(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings'>,
  { userId, typed }: { userId: string; typed: string },
): Promise<void> {
  await consumeAlone(deps, [['tubes of claims of an account', userId]])
  const at = deps.now()
  const isRight = await commit(deps, async (tx) => {
    const seen = (await listClaimsOfAccount(tx, userId)).find(mayProveByTube)
    if (!seen) throw new Refused('not_found')
    const { id, memberId } = seen
    await lockProfile(tx, memberId)
    const claim = await findRecordClaim(tx, id, { lock: true })
    if (!claim || !mayProveByTube(claim)) throw new Refused('not_found')
    const code = plainTubeCode(typed)
    const proves = code !== null && (await isTubeOf(tx, { memberId, code }))
    await setTubeTried(tx, { id, isRight: proves, at })
    await insertAudit(
      tx,
      { by: userId, memberId, at },
      proves ? 'record claim proven by tube' : 'record claim with a wrong tube',
      { claim: id },
    )
    return proves
  })
  // Thrown after the commit, so that the attempt counts.
  if (!isRight)
    throw invalidField('tube_code', 'This number is not on a tube of this record. Check it.')
}

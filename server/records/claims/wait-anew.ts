import { claimDecidedBy } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import type { SeenAddress } from '../../members/follow-address.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { claimWaitsAnew } from '../../messages/mails/claim-waits.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { lockClaimLetter } from './claim-letters.queries.ts'
import { firstClaimed } from './former-contact.ts'
import {
  findRecordClaim,
  listClaimsOfOtherAddress,
  type RecordClaimRow,
  restartRecordClaim,
} from './record-claims.queries.ts'
import { tellContacts } from './wait-for-proof.ts'

type AnewDeps = Pick<Deps, 'jobs' | 'settings' | 'fieldKeys' | 'now'>

/**
 * Lets claims wait from anew whose account has another address now: whoever decides has to be asked about the
 * one that the record would get. Links that were sent before end. Both addresses of the account get a mail.
 * In the transaction that changes the address, before the profile follows it.
 */
export async function waitAnew(q: Queryable, deps: AnewDeps, account: SeenAddress): Promise<void> {
  for (const claim of await listClaimsOfOtherAddress(q, account))
    await restart(q, deps, { claim, email: account.email.toLowerCase() })
}

/** The same for the address that a hosted service says of a signed-in account. */
export async function waitAnewIfSeen(
  deps: AnewDeps & Pick<Deps, 'database'>,
  account: SeenAddress,
): Promise<void> {
  const { database } = deps
  const claims = await listClaimsOfOtherAddress(database.db, account)
  if (claims.length > 0) await database.transaction((tx) => waitAnew(tx, deps, account))
}

async function restart(
  q: Queryable,
  deps: AnewDeps,
  { claim: seen, email }: { claim: RecordClaimRow; email: string },
): Promise<void> {
  const record = await lockProfile(q, seen.memberId)
  const claim = await findRecordClaim(q, seen.id, { lock: true })
  if (!record || claim?.endedAt !== null || claim.email.toLowerCase() === email) return
  const letter = await lockClaimLetter(q, { id: claim.letterId, memberId: record.id })
  if (!letter) throw new Error(`letter ${claim.letterId} is not there`)
  const now = deps.now()
  const claimedAt = firstClaimed(claim, letter)
  const told = await tellContacts(q, deps, { record, letter, claimedAt, now })
  await restartRecordClaim(q, { id: claim.id, email, claimedAt: now, ...told })
  await insertAudit(
    q,
    { by: claim, memberId: record.id, at: now },
    'record claim waits from anew',
    { claim: claim.id, letter: letter.id, notice: told.notice },
  )
  const until = claimDecidedBy(now)
  for (const to of [claim.email, email])
    await deps.jobs.enqueue(q, 'mail', claimWaitsAnew({ to, until }))
}

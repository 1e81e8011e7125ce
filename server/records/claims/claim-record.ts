import { CLAIM_TRIES, readClaimCode } from '../../../domain/claim-code.ts'
import type { Claimed, RecordClaim } from '../../../domain/claim-schemas.ts'
import {
  claimDecidedBy,
  hasOtherAccount,
  joinedBy,
  judgeClaim,
} from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import { isErasureAskedOf } from '../../members/erasure-requested.queries.ts'
import { findProfileByUser } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { isClaimWaiting } from '../../members/open-claims.queries.ts'
import { claimByStaff } from '../../messages/mails/claim-waits.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { databaseFault, type Tx } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import { consumeAlone } from '../../platform/rate-limits/rate-limits.ts'
import { listAdminEmails } from '../../staff/staff.queries.ts'
import { findOpenRequest } from '../duplicates/merge-requests.queries.ts'
import { hashOfClaimCode } from './claim-code.ts'
import { countTry, findClaimLetter } from './claim-letters.queries.ts'
import { type Account, giveRecord } from './give-record.ts'
import { hasHandledLetter } from './letter-requests.queries.ts'
import { findWaitingClaim, hasHealthData } from './record-claims.queries.ts'
import { waitForProof } from './wait-for-proof.ts'

type ClaimDeps = Pick<
  Deps,
  'auth' | 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'
>
type Claim = {
  account: Account
  form: RecordClaim
  /** Of the network. */
  address: string
  saveResponse: SaveResponse<Claimed>
}

/**
 * Gives the account the record whose letter has this code, or asks an admin to join it to the
 * account's own record. Where anything of health is known, or where the record has an account, the claim waits for a
 * second proof first.
 * Throws Refused too_many_requests, or invalid_request: the same for a code that is unknown, over or
 * spent and for a wrong date of birth.
 */
export async function claimRecord(deps: ClaimDeps, claim: Claim): Promise<Claimed> {
  const code = readClaimCode(claim.form.code)
  if (code === null) throw wrongClaim()
  await consumeAlone(deps, [
    ['record claims of an address', claim.address],
    ['record claims of an account', claim.account.userId],
    ['record claims with a code', code],
  ])
  const codeHash = hashOfClaimCode(deps, code)
  const attempt = () => commit(deps, (tx) => claimOnce(tx, deps, { claim, codeHash }))
  const claimed = await attempt().catch((error) => {
    // The account has got a profile meanwhile: the second attempt finds it.
    if (databaseFault(error)?.constraint === 'members_user_id_unique') return attempt()
    throw error
  })
  // Thrown after the commit, so that the attempt counts.
  if (!claimed) throw wrongClaim()
  return claimed
}

/** Null for a wrong claim. Every wrong one takes the same statements. */
async function claimOnce(
  tx: Tx,
  deps: ClaimDeps,
  { claim, codeHash }: { claim: Claim; codeHash: Buffer },
): Promise<Claimed | null> {
  const { account, form, saveResponse } = claim
  const now = deps.now()
  const seen = await findClaimLetter(tx, codeHash, { lock: false })
  const record = await lockProfile(tx, seen?.memberId ?? 0)
  const letter = await findClaimLetter(tx, codeHash, { lock: true })
  const isErasureRequested = await isErasureAskedOf(tx, record?.id ?? 0)
  const isHandler = await hasHandledLetter(tx, {
    memberId: record?.id ?? 0,
    userId: account.userId,
  })
  const own = await findProfileByUser(tx, account.userId)
  const openRequest = await findOpenRequest(tx, {
    memberId: own?.id ?? 0,
    otherId: record?.id ?? 0,
  })
  const waiting = await findWaitingClaim(tx, {
    memberId: record?.id ?? 0,
    userId: account.userId,
  })
  const isOwn = record !== null && record.id === own?.id && letter?.closedBecause === 'claimed'
  const isSame = waiting !== null && waiting.letterId === letter?.id
  const outcome = judgeClaim(
    {
      letter: letter && { expiresAt: letter.expiresAt, isOpen: letter.closedAt === null },
      record: record && {
        dateOfBirth: record.dateOfBirth,
        hasAccount: hasOtherAccount(record, {
          replacesAccount: letter?.replacesAccount ?? null,
          claimant: account.userId,
        }),
        isMerged: record.mergedInto !== null,
        isActive: record.isActive && record.erasedAt === null && record.diedAt === null,
        isErasureAsked: isErasureRequested,
        isClaimed: await isClaimWaiting(tx, record.id),
      },
      isHandler,
      before: isOwn ? 'linked' : isSame ? 'waiting' : openRequest ? 'asked' : null,
    },
    { dateOfBirth: form.date_of_birth, now },
  )
  if (outcome === 'wrong') {
    if (isHandler && record && letter)
      await refuseStaff(tx, deps, { memberId: record.id, userId: account.userId, now })
    await countTry(tx, { codeHash, most: CLAIM_TRIES, at: now })
    return null
  }
  const isNew = outcome === 'right' && record !== null && letter !== null
  const waits =
    outcome === 'waiting' ||
    (isNew && (letter.replacesAccount !== null || (await hasHealthData(tx, record.id))))
  if (isNew) {
    const given = { record, letter, account, now }
    if (waits) await waitForProof(tx, deps, given)
    else await giveRecord(tx, deps, { own, ...given })
  }
  const answer = answerOf({
    waitsSince: waits ? (waiting?.claimedAt ?? now) : null,
    askedAt: outcome === 'asked' || (isNew && own) ? (openRequest?.askedAt ?? now) : null,
  })
  await saveResponse(tx, answer)
  return answer
}

function answerOf({
  waitsSince,
  askedAt,
}: {
  waitsSince: Date | null
  askedAt: Date | null
}): Claimed {
  if (waitsSince) return { state: 'waiting', until: claimDecidedBy(waitsSince) }
  return askedAt ? { state: 'asked', until: joinedBy(askedAt) } : { state: 'linked', until: null }
}

/** The code and the date are right, but the account's owner had a hand in the letter or the record. */
async function refuseStaff(
  tx: Tx,
  deps: ClaimDeps,
  { memberId, userId, now }: { memberId: number; userId: string; now: Date },
): Promise<void> {
  await insertAudit(tx, { by: userId, memberId, at: now }, 'claim by staff refused')
  const { publicUrl } = deps.settings
  for (const to of await listAdminEmails(tx))
    await deps.jobs.enqueue(tx, 'mail', claimByStaff({ to, memberId, publicUrl }))
}

function wrongClaim() {
  return invalidField('code', 'This code and date of birth do not match a record.')
}

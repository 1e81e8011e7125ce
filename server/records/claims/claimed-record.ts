import { type ClaimedRecord, hasOtherAccount } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import { isErasureAskedOf } from '../../members/erasure-requested.queries.ts'
import { findProfileByUser, type MemberRow } from '../../members/members.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { lockClaimLetter } from './claim-letters.queries.ts'
import { giveRecord } from './give-record.ts'
import type { RecordClaimRow } from './record-claims.queries.ts'

/** What stands of the record that the account claims. */
export async function readClaimedRecord(
  q: Queryable,
  record: MemberRow,
  { replacesAccount, userId: claimant }: Pick<RecordClaimRow, 'replacesAccount' | 'userId'>,
): Promise<ClaimedRecord> {
  return {
    hasAccount: hasOtherAccount(record, { replacesAccount, claimant }),
    isMerged: record.mergedInto !== null,
    isActive: record.isActive && record.erasedAt === null && record.diedAt === null,
    isErasureAsked: await isErasureAskedOf(q, record.id),
  }
}

/** Gives the account what it claimed. The record is locked and the claim has just ended. */
export async function giveClaimed(
  tx: Tx,
  deps: Pick<Deps, 'auth' | 'jobs' | 'settings' | 'fieldKeys'>,
  { claim, record, now }: { claim: RecordClaimRow; record: MemberRow; now: Date },
): Promise<void> {
  const { userId, email, letterId } = claim
  const letter = await lockClaimLetter(tx, { id: letterId, memberId: record.id })
  if (!letter) throw new Error(`letter ${letterId} is not there`)
  const own = await findProfileByUser(tx, userId)
  await giveRecord(tx, deps, { own, record, letter, account: { userId, email }, now })
}

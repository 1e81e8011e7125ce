import type { Deps } from '../../deps.ts'
import { sharedNumberToOffice } from '../../messages/mails/identity-review.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findOthersWithNhsNumber } from '../members.queries.ts'
import { openNumberReviews } from './identity.queries.ts'

/**
 * Returns the other members' ids, which the caller must not disclose. The transaction must hold
 * the number's lock (`claimNhsNumber`).
 */
export async function flagSharedNumber(
  tx: Queryable,
  { jobs, settings }: Pick<Deps, 'jobs' | 'settings'>,
  { memberId, index, now }: { memberId: number; index: Buffer; now: Date },
): Promise<number[]> {
  const others = await findOthersWithNhsNumber(tx, { index, id: memberId })
  if (others.length === 0) return []
  const opened = await openNumberReviews(tx, { index, newcomerId: memberId, now })
  if (opened > 0) {
    const memberIds = [memberId, ...others].sort((one, other) => one - other)
    await jobs.enqueue(
      tx,
      'mail',
      sharedNumberToOffice({ memberIds, office: settings.officeEmail }),
    )
  }
  return others
}

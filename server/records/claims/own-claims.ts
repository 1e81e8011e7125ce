import type { OwnClaims } from '../../../domain/claim-schemas.ts'
import { claimDecidedBy, mayProveByTube } from '../../../domain/record-claims.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listClaimsOfAccount } from './record-claims.queries.ts'

/** The account's claims that had to wait, as its owner sees them: nothing of the record. */
export async function listOwnClaims(q: Queryable, userId: string): Promise<OwnClaims['claims']> {
  const rows = await listClaimsOfAccount(q, userId)
  return rows.map((claim) => ({
    claimed_at: claim.claimedAt.toISOString(),
    until: claimDecidedBy(claim.claimedAt),
    state:
      claim.endedBecause === null
        ? 'waiting'
        : ['confirmed', 'released'].includes(claim.endedBecause)
          ? 'released'
          : 'refused',
    may_prove_by_tube: mayProveByTube(claim),
  }))
}

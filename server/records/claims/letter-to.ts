import { printedName } from '../../../domain/latin-names.ts'
import { whyNotInvite } from '../../../domain/office/claim-letters.ts'
import type { OfficeReason } from '../../../domain/office/refusals.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import { hasOtherAccount } from '../../../domain/record-claims.ts'
import { isErasureAskedOf } from '../../members/erasure-requested.queries.ts'
import { nameIn } from '../../members/latin-columns.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { isClaimWaiting } from '../../members/open-claims.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** Why the member cannot get a letter with a code, which may replace this account, or null. */
export async function reasonAgainst(
  q: Queryable,
  member: MemberRow,
  { replacesAccount }: { replacesAccount: string | null },
): Promise<OfficeReason | null> {
  return whyNotInvite({
    hasAccount: hasOtherAccount(member, { replacesAccount, claimant: null }),
    isMerged: member.mergedInto !== null,
    hasDied: member.diedAt !== null,
    isActive: member.isActive && member.wantsContact === 'all',
    isErasureAsked: await isErasureAskedOf(q, member.id),
    isClaimed: await isClaimWaiting(q, member.id),
    careOf: member.careOf,
    addressLines: member.addressLines,
    postcode: member.postcode,
  })
}

export function nameOf(member: MemberRow): string {
  const { first_name: first, last_name: last } = printedName(nameIn(member))
  return `${first} ${last}`
}

/** Below the name. */
export function addressOf({ careOf, addressLines: lines, town, postcode }: MemberRow): string[] {
  return (letterAddress({ name: '', careOf, lines, town, postcode }) ?? []).slice(1)
}

export function isLargePrint({ supportNeeds }: MemberRow): boolean {
  return supportNeeds.includes('large print')
}

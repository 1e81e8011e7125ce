import type { ClaimToDecide } from '../../../domain/office/claim-schemas.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import {
  type ClaimContact,
  claimDecidedBy,
  releasableFrom,
  whyNotDecide,
  whyNotRelease,
} from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import { findProfileByUser } from '../../members/members.queries.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { readClaimedRecord } from './claimed-record.ts'
import { releaserOf } from './decide-claim.ts'
import { firstClaimed, readContacts } from './former-contact.ts'
import { hasHandledLetter } from './letter-requests.queries.ts'
import { nameOf } from './letter-to.ts'
import { countWaitingClaims, listWaitingClaims } from './record-claims.queries.ts'

/** Claims that wait, with what a clinician compares. Logs the access. */
export async function listClaimsToDecide(
  deps: Pick<Deps, 'database' | 'now' | 'fieldKeys'>,
  { staff, after, limit }: { staff: Staff; after: number; limit: number },
): Promise<{ rows: ClaimToDecide[]; total: number }> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const listed = await listWaitingClaims(tx, { after, limit })
    const rows: ClaimToDecide[] = []
    const memberIds: number[] = []
    for (const { claim, record, letter, printedBy, requestedBy } of listed) {
      const own = await findProfileByUser(tx, claim.userId)
      memberIds.push(record.id, ...(own ? [own.id] : []))
      const { userId } = staff
      const isHandler = await hasHandledLetter(tx, { memberId: record.id, userId })
      const releaser = releaserOf(claim, { userId, isHandler })
      const claimed = await readClaimedRecord(tx, record, claim)
      const contacts = await readContacts(tx, deps, {
        record,
        letterMadeAt: letter.madeAt,
        claimedAt: firstClaimed(claim, letter),
      })
      const against = whyNotRelease(claim, { releaser, record: claimed, now })
      const refusal = whyNotDecide(claim, releaser)
      rows.push({
        claim_id: claim.id,
        claimed_at: claim.claimedAt.toISOString(),
        until: claimDecidedBy(claim.claimedAt),
        notice: claim.notice,
        told_at: claim.toldAt?.toISOString() ?? null,
        releasable_from: releasableFrom(claim)?.toISOString() ?? null,
        replaces_account: claim.replacesAccount !== null,
        is_contact_changed: claim.isContactChanged,
        tube_proven_at: claim.tubeProvenAt?.toISOString() ?? null,
        letter: {
          requested_by: requestedBy,
          printed_by: printedBy,
          printed_at: letter.madeAt.toISOString(),
        },
        record: {
          id: record.id,
          name: nameOf(record),
          date_of_birth: record.dateOfBirth,
          current: toContact(contacts.current),
          former: toContact(contacts.former),
        },
        account: {
          email: claim.email,
          own: own && { id: own.id, name: nameOf(own), date_of_birth: own.dateOfBirth },
        },
        against_release: against && sentenceOf(against),
        against_refusal: refusal && sentenceOf(refusal),
      })
    }
    const access = { what: 'member', reason: 'request of the man', at: now } as const
    await insertStaffAccesses(tx, { staff, memberIds, ...access })
    return { rows, total: await countWaitingClaims(tx) }
  })
}

function toContact(contact: ClaimContact): ClaimToDecide['record']['current'] {
  const { email, phone, careOf, addressLines: lines, town, postcode } = contact
  const address = letterAddress({ name: '', careOf, lines, town, postcode }) ?? []
  return { email, phone, address: address.slice(1) }
}

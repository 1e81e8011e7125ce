import { OUR, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import { greeting } from '../../../domain/person-name.ts'
import { whyNotDecide } from '../../../domain/record-claims.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { lockClaimLetter } from './claim-letters.queries.ts'
import { lockClaim } from './decide-claim.ts'
import { firstClaimed, readContacts } from './former-contact.ts'
import { isLargePrint, nameOf } from './letter-to.ts'
import { setContactTold } from './record-claims.queries.ts'

/**
 * The letter to the address that the record had before, where no message reaches the contact, as a
 * PDF; the wait begins when it is printed first. Throws Refused not_found, no_postal_address or a
 * reason of whyNotDecide.
 */
export async function printContactLetter(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'>,
  { claimId, staff }: { claimId: number; staff: Staff },
): Promise<{ pdf: Buffer; memberId: number }> {
  const now = deps.now()
  const { record, address, claimedAt } = await commit(deps, async (tx) => {
    const { claim, record, releaser } = await lockClaim(tx, { claimId, staff, now })
    const against = whyNotDecide(claim, releaser)
    if (against) throw new Refused(against)
    const letter = await lockClaimLetter(tx, { id: claim.letterId, memberId: record.id })
    const { former } = await readContacts(tx, deps, {
      record,
      letterMadeAt: letter?.madeAt ?? claim.claimedAt,
      claimedAt: firstClaimed(claim, letter),
    })
    const { careOf, addressLines: lines, town, postcode } = former
    const to = letterAddress({ name: nameOf(record), careOf, lines, town, postcode })
    if (claim.notice !== 'letter' || !to) throw new Refused('no_postal_address')
    await setContactTold(tx, { id: claim.id, at: now })
    await insertAudit(
      tx,
      { by: staff, memberId: record.id, at: now },
      'letter about a claim printed',
      { claim: claim.id },
    )
    return { record, address: to, claimedAt: claim.claimedAt }
  })
  const { charity } = await deps.site.present()
  const letter = {
    title: 'Is this you? An online account has asked to see your record',
    to: address,
    reference: `Member ${record.id}`,
    at: now,
    isLargePrint: isLargePrint(record),
    parts: [
      { paragraph: greeting(nameOf(record)) },
      {
        paragraph: `On ${dayInWords(ukDate(claimedAt))} an online account asked to see your record with us, with the code from a letter. It cannot see anything yet.`,
      },
      { heading: 'If this was you' },
      { paragraph: 'You do not have to do anything. We will email you when your record opens.' },
      { heading: 'If this was not you' },
      {
        paragraph: wording`Please call us straight away on ${OUR.booking_helpline}, ${OUR.helpline_hours}. We will then refuse the request.`,
      },
      { paragraph: `With best wishes,\n${CHARITY_NAME}` },
    ],
  }
  return { pdf: await letterPdf(letter, charity), memberId: record.id }
}
